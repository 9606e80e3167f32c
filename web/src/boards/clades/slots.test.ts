import { describe, expect, it } from 'vitest';
import { CLADES, read } from './cards';
import { PER_CLADE, keyOfPlace, place } from './slots';

const numbered = ['1B', '2B', '3B', '1G', '2G', '3G', '1R', '2R', '3R'];
const all = CLADES.flatMap((clade) => ['W', 'L', 'A'].flatMap((where) => numbered.map((one) => clade + where + one)));

describe('places of shared cards', () => {
  it('lays each clade into its own drawer', () => {
    const [mammals, sauropsids, arthropods] = place([], ['MW1B', 'ML2G', 'SW1B', 'AA3R']);
    expect(mammals!.slice(0, 3)).toEqual(['MW1B', 'ML2G', null]);
    expect(sauropsids![0]).toBe('SW1B');
    expect(arthropods![0]).toBe('AA3R');
    expect(mammals).toHaveLength(PER_CLADE);
  });

  it('never moves a card that stays, and fills the gap with the next of the clade', () => {
    const before = place([], ['MW1B', 'ML2G', 'MA3R', 'SW1B', 'AA3R']);
    const gap = place(before, ['MW1B', 'MA3R', 'AA3R']);
    expect(gap[0]!.slice(0, 3)).toEqual(['MW1B', null, 'MA3R']);
    const after = place(gap, ['MW1B', 'MA3R', 'AA3R', 'MA1B', 'MA2B']);
    expect(after[0]!.slice(0, 4)).toEqual(['MW1B', 'MA1B', 'MA3R', 'MA2B']);
    expect(after[2]![0]).toBe('AA3R');
  });

  it('mixes no clades, however many cards are laid', () => {
    for (const many of [all.slice(0, 20), all.filter((_, at) => at % 2), all]) {
      const drawers = place([], many);
      CLADES.forEach((clade, row) =>
        expect(drawers[row]!.filter(Boolean).map((card) => read(card!).clade)).toEqual(
          many.filter((card) => read(card).clade === clade).map(() => clade),
        ),
      );
    }
  });

  it('gives a full drawer one more place, which it keeps', () => {
    const eight = place([], all.slice(0, 8));
    expect(eight.map((drawer) => drawer.length)).toEqual([8, PER_CLADE, PER_CLADE]);
    expect(place(eight, all.slice(0, 3))[0]).toHaveLength(8);
  });

  it('has a letter for each usual place, no letter twice', () => {
    const keys = CLADES.flatMap((_, row) => Array.from({ length: PER_CLADE }, (_, at) => keyOfPlace(row, at)));
    expect(new Set(keys).size).toBe(3 * PER_CLADE);
    expect(keys.slice(0, 6).join('')).toBe('qwerty');
  });
});
