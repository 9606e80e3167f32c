/** What somebody is changing, kept in this browser until it is played or thrown away. */
import type { Values } from '../lib/options';
import type { WorkshopWish } from './calls';

export interface Draft {
  /** Cells of the card table; nothing while it is the game's own. */
  rows: string[][] | null;
  options: Values;
  /** Names of the changed options that hold for both games. */
  both: string[];
  players: number[];
  bots: string[];
  games: number;
  seed: string;
}

const at = (game: string) => `mesozoic.workshop.${game}`;

export function keptDraft(game: string): Partial<Draft> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(at(game)) ?? '{}');
    return found && typeof found === 'object' ? found : {};
  } catch {
    return {};
  }
}

export function keepDraft(game: string, draft: Draft): void {
  try {
    localStorage.setItem(at(game), JSON.stringify(draft));
  } catch {
    // No room, or not allowed: it lasts as long as the page.
  }
}

/** What an earlier run asked for, to be changed further. */
export function draftOf(wish: WorkshopWish, rows: string[][] | null): Draft {
  const { options = {}, both = {}, players, bots, games, seed = '1' } = wish;
  return { rows, options: { ...both, ...options }, both: Object.keys(both), players, bots, games, seed };
}
