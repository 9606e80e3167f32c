import { describe, expect, it } from 'vitest';
import { PER_CLADE, PLACES, keyOfPlace, place } from './slots';

const mammals = ['MW1B', 'MW2B', 'MW3B', 'MW1G', 'MW2G', 'MW3G', 'MW1R', 'MW2R', 'MW3R'];

describe('places of shared cards', () => {
  it('lays each clade into its own drawer', () => {
    const places = place([], ['MW1B', 'ML2G', 'SW1B', 'AA3R']);
    expect(places.slice(0, 2)).toEqual(['MW1B', 'ML2G']);
    expect(places[PER_CLADE]).toBe('SW1B');
    expect(places[2 * PER_CLADE]).toBe('AA3R');
    expect(places).toHaveLength(PLACES);
  });

  it('never moves a card that stays, and fills the gap with the next of the clade', () => {
    const before = place([], ['MW1B', 'ML2G', 'MA3R', 'SW1B', 'AA3R']);
    const gap = place(before, ['MW1B', 'MA3R', 'AA3R']);
    expect(gap.slice(0, 3)).toEqual(['MW1B', null, 'MA3R']);
    const after = place(gap, ['MW1B', 'MA3R', 'AA3R', 'MA1B', 'MA2B']);
    expect(after.slice(0, 4)).toEqual(['MW1B', 'MA1B', 'MA3R', 'MA2B']);
    expect(after[2 * PER_CLADE]).toBe('AA3R');
  });

  it('puts a card without a place at home into the emptiest drawer, from its end', () => {
    const places = place([], ['SW1B', ...mammals.slice(0, 7)]);
    expect(places[3 * PER_CLADE - 1]).toBe('MW1R');
  });

  it('makes more places only when all are full, and gives them up again', () => {
    const many = ['M', 'S', 'A'].flatMap((clade) => mammals.slice(0, 8).map((card) => clade + card.slice(1)));
    const places = place([], many);
    expect(places).toHaveLength(24);
    expect(new Set(places)).toEqual(new Set(many));
    expect(place(places, many.slice(0, 3))).toHaveLength(PLACES);
  });

  it('has a letter for each place, no letter twice', () => {
    const keys = Array.from({ length: 26 }, (_, at) => keyOfPlace(at));
    expect(new Set(keys).size).toBe(26);
    expect(keys.slice(0, 6).join('')).toBe('qwerty');
  });
});
