/** A person's own figures, from the matches whose seats this browser holds. */
import type { MyMatch } from './api';

export interface Figures {
  games: number;
  wins: number;
  best: number;
  mean: number;
  /** The shortest game that was won, in milliseconds. */
  quickest: number | null;
}

/** Was this game played from its beginning to its end by its person? Only such games count. */
export function counts(one: MyMatch): boolean {
  return one.result !== null && !one.was_tried && one.seat !== null && !one.match.seats[one.seat]?.resigned;
}

/** The figures of some matches of one game; null if none of them counts. */
export function figuresOf(matches: MyMatch[], fewestWin: boolean): Figures | null {
  const results = matches.filter(counts).map((one) => one.result!);
  if (!results.length) return null;
  const scores = results.map((one) => one.score);
  const won = results.filter((one) => one.won);
  return {
    games: results.length,
    wins: won.length,
    best: fewestWin ? Math.min(...scores) : Math.max(...scores),
    mean: scores.reduce((sum, score) => sum + score, 0) / scores.length,
    quickest: won.length ? Math.min(...won.map((one) => one.length_ms)) : null,
  };
}
