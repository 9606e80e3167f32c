import { expect, it } from 'vitest';
import type { ResultMessage } from '../../lib/api';
import { tieWords, totalsAfter, type Sheet } from './counting';

const sheet = (cards: number, eggs: number): Sheet => ({ cards, eggs, goals: 2, resources: 1, research: 0 });
const result = (scores: number[], winners: number[]) => ({ scores, winners }) as ResultMessage;

it('counts source by source', () => {
  const sheets = [sheet(10, 3), sheet(8, 6)];
  expect(totalsAfter(sheets, [])).toEqual([0, 0]);
  expect(totalsAfter(sheets, ['cards'])).toEqual([10, 8]);
  expect(totalsAfter(sheets, ['cards', 'eggs'])).toEqual([13, 14]);
});
it('tells who wins a tie and why', () => {
  const names = ['Ada', 'Ben', 'Cleo'];
  expect(tieWords(result([30, 66, 66], [2]), names)).toBe(
    'Ben and Cleo both have 66. The tie goes to Cleo, who sits farthest clockwise from the First Player token.',
  );
  expect(tieWords(result([66, 66, 66], [1]), names)).toContain('all have 66. The tie goes to Ben');
  expect(tieWords(result([66, 30, 20], [0]), names)).toBe('');
  expect(tieWords(result([66], [0]), ['Ada'])).toBe('');
});
