/** The final count of DinoSpan: the sources of each seat's Prestige Points, and the tie-break in words. */
import type { ResultMessage } from '../../lib/api';
import { listed } from '../../lib/words';

export interface Sheet {
  cards: number;
  eggs: number;
  goals: number;
  resources: number;
  research: number;
}

/** The score of each seat when these sources are counted. */
export function totalsAfter(sheets: Sheet[], counted: (keyof Sheet)[]): number[] {
  return sheets.map((sheet) => counted.reduce((sum, key) => sum + sheet[key], 0));
}

/** DS-61: who wins among those with the most points, and why; nothing unless there are several. */
export function tieWords({ scores, winners }: ResultMessage, names: string[]): string {
  const most = Math.max(...scores);
  const tied = scores.flatMap((score, seat) => (score === most ? [names[seat] ?? ''] : []));
  const winner = winners[0];
  if (tied.length < 2 || winner === undefined) return '';
  const have = tied.length === 2 ? 'both have' : 'all have';
  return (
    `${listed(tied)} ${have} ${most}. The tie goes to ${names[winner] ?? ''}, ` +
    'who sits farthest clockwise from the First Player token.'
  );
}
