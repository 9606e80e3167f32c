/** Whose turn it is, over all matches of this browser. */
import { api, type MyMatch } from './api';
import { markOver, openTokens } from './places';

/** Matches that wait for this person, those first that have waited longest. */
export async function waitingForMe(): Promise<MyMatch[]> {
  const found = await api.mine(openTokens());
  markOver(found.filter((one) => one.match.status === 'over').map((one) => one.match.id));
  return oldestFirst(found);
}

export function oldestFirst(all: MyMatch[]): MyMatch[] {
  return all
    .filter((one) => one.your_turn && one.match.status === 'playing')
    .sort((one, other) => (one.turn_since ?? '').localeCompare(other.turn_since ?? ''));
}
