import { describe, expect, it } from 'vitest';
import type { MoveOption } from '../../lib/api';
import { placeName, targetsOf } from './moves';
import type { Card, View } from './view';
import { printed, seatOf } from './view';

const NAMES: Record<string, string> = { IGU: 'Iguanodon', STE: 'Stegosaurus', VEL: 'Velociraptor' };
const card = (id: string): Card => ({
  card: id,
  species: NAMES[id.slice(0, 3)]!,
  arrow: 1,
  hearts: '----',
  abilities: [],
  eaten: [],
});
const view = {
  table: [card('IGU3'), card('STE4'), card('VEL1')],
  drawn: [],
  aside: [],
  satisfied: [],
  options: [],
  species: [{ letters: 'GAL', name: 'Gallimimus', hearts: 'BF--', abilities: [], arrows: { GAL4: 4 } }],
} as unknown as View;
const spotOf = (text: string) => targetsOf([{ text, label: 'x', elements: [] } satisfies MoveOption], view)[0]!;

describe('where a move sits', () => {
  it.each([
    ['SPI1 left', { kind: 'end', side: 'left' }, 'Left end'],
    ['? right', { kind: 'end', side: 'right' }, 'Right end'],
    ['PTE gap 2', { kind: 'gap', after: 2 }, 'Between Stegosaurus 4 and Velociraptor 1'],
    ['TYR seat 3', { kind: 'seat', at: 3 }, 'Seat of Velociraptor 1'],
    ['swap IGU3 STE4', { kind: 'gap', after: 1 }, 'Swap Iguanodon 3 and Stegosaurus 4'],
    ['date STE4 VEL1', { kind: 'gap', after: 2 }, 'Stegosaurus 4 dates Velociraptor 1'],
    ['end round', { kind: 'button' }, 'End the round'],
    ['no swap', { kind: 'button' }, 'Nobody swaps'],
  ])('%s', (text, spot, name) => {
    expect(spotOf(text).spot).toEqual(spot);
    expect(placeName(spotOf(text), view)).toBe(name);
  });
});

describe('cards of the piles', () => {
  it('are looked up in their species', () => {
    expect(printed(view, 'GAL4')).toMatchObject({ species: 'Gallimimus', arrow: 4, hearts: 'BF--' });
  });
  it('are taken apart with their meal', () => {
    expect(seatOf('SPI1(STE3,GAL2)')).toEqual({ card: 'SPI1', eaten: ['STE3', 'GAL2'] });
    expect(seatOf('VEL1')).toEqual({ card: 'VEL1', eaten: [] });
  });
});
