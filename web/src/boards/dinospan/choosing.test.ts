import { expect, test } from 'vitest';
import { EMPTY, moveOf, stageOf, waysOf } from './choosing';
import type { Evolution, HandCard } from './view';

const nest = (red: number, gold: number) => ({ place: 'L2', red, gold }) as Evolution;
const option = (text: string) => ({ kind: text.split(':')[0]!, of: text.split(':')[1] ?? '', text, label: '' });

test('what the server asks next', () => {
  expect(stageOf(['publish', 'analyze:L'].map(option))).toBe('action');
  expect(stageOf([option('analyze:L')])).toBe('action');
  expect(stageOf([option('card:K12')])).toBe('card');
  expect(stageOf([option('evolve:L2')])).toBe('method');
  expect(stageOf(['low', 'high'].map(option))).toBe('overlay');
  expect(stageOf([option('egg:red')])).toBe('egg');
  expect(stageOf([option('lay:L1')])).toBe('');
});

test('the ways of a card', () => {
  const card = { new_genus: 'G3', parents: ['G1'] } as HandCard;
  expect(waysOf(card).map((way) => way.method)).toEqual(['new', 'G1']);
  expect(waysOf(undefined)).toEqual([]);
});

test('only what is still unknown is sent', () => {
  const draft = { ...EMPTY, card: 'K12', method: 'L2', overlay: 'high' as const };
  expect(moveOf('action', draft, nest(1, 0))).toBe('publish card:K12 evolve:L2 high');
  expect(moveOf('action', { ...draft, egg: 'gold' }, nest(1, 1))).toBe('publish card:K12 evolve:L2 high egg:gold');
  expect(moveOf('action', draft, nest(1, 0), true)).toBe('publish card:K12 high');
  expect(moveOf('card', draft, nest(1, 0))).toBe('card:K12 evolve:L2 high');
  expect(moveOf('overlay', draft, nest(1, 0))).toBe('high');
  expect(moveOf('egg', draft, nest(1, 1))).toBe('egg:red');
  expect(moveOf('action', { ...draft, overlay: null }, nest(1, 0))).toBeNull();
  expect(moveOf('action', { ...EMPTY, card: 'K12', method: 'new' }, undefined)).toBe('publish card:K12 new');
  expect(moveOf('action', { ...EMPTY, row: 'G' }, undefined)).toBe('analyze:G');
  expect(moveOf('action', EMPTY, undefined)).toBeNull();
});
