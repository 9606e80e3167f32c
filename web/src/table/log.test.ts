import { expect, it } from 'vitest';
import { folded } from './log';

const log = (...words: string[]) => words.map((one, at) => ({ number: at + 1, words: one }));

it('folds those who are ready into one line', () => {
  const lines = folded(log('Round 1 begins.', 'P2 has chosen.', 'P3 has chosen.', 'P1 has chosen.', 'P1 pays $5.'));
  expect(lines.map((line) => line.words)).toEqual(['Round 1 begins.', 'P1, P2 and P3 have chosen.', 'P1 pays $5.']);
});

it('keeps what was decided apart from what was chosen', () => {
  const lines = folded(log('P2 has chosen.', 'P1 has decided about a feature.', 'P2 has decided about a feature.'));
  expect(lines.map((line) => line.words)).toEqual(['P2 has chosen.', 'P1 and P2 have decided about a feature.']);
});
