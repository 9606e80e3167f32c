import { expect, it } from 'vitest';
import type { MyMatch } from './api';
import { figuresOf } from './figures';

function game(score: number, won: boolean, more: Partial<MyMatch> = {}, resigned = false): MyMatch {
  return {
    match: { seats: [{ resigned }] } as MyMatch['match'],
    seat: 0,
    your_turn: false,
    was_tried: false,
    turn_since: null,
    left_ms: null,
    result: { place: won ? 1 : 2, score, won, length_ms: 1000 * score },
    ...more,
  };
}

it('counts games that were played from beginning to end', () => {
  const matches = [game(10, true), game(5, false), game(30, true)];
  const others = [game(99, true, { was_tried: true }), game(99, false, {}, true), game(0, false, { result: null })];
  expect(figuresOf([...matches, ...others], false)).toEqual({ games: 3, wins: 2, best: 30, mean: 15, quickest: 10000 });
});
it('takes the fewest points for the best where the fewest win', () => {
  expect(figuresOf([game(10, false), game(5, false)], true)).toMatchObject({ best: 5, quickest: null });
});
it('says nothing about nothing', () => {
  expect(figuresOf([], false)).toBeNull();
});
