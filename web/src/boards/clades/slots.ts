/**
 * Where each shared card lies. A card keeps its place as long as it is there, and a new one takes a free place of its
 * clade: nothing ever jumps under a finger, and no card lies among another clade. Seven places for each clade, in the
 * order of the keyboard's letters; a drawer that is full gets one more, and keeps it.
 */
import { CLADES, read } from './cards';

export const PER_CLADE = 7;
const LETTERS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const OWN = '123';
const OTHERS = '456789';

/** A drawer for each clade; null is a free place. */
export type Places = (string | null)[][];

export function place(before: Places, cards: string[]): Places {
  const there = new Set(cards);
  const after = CLADES.map((_, row) => {
    const drawer = (before[row] ?? []).map((card) => (card !== null && there.has(card) ? card : null));
    while (drawer.length < PER_CLADE) drawer.push(null);
    return drawer;
  });
  const lying = new Set(after.flat());
  for (const card of cards) {
    if (lying.has(card)) continue;
    const drawer = after[CLADES.indexOf(read(card).clade)]!;
    const free = drawer.indexOf(null);
    if (free < 0) drawer.push(card);
    else drawer[free] = card;
  }
  return after;
}

/** The key of a place; letters lie on the keyboard as the places lie on the table. Past its row there is none. */
export function keyOfPlace(row: number, at: number): string {
  return LETTERS[row]?.[at] ?? '';
}

/** Does the key belong to cards, whether or not one lies there now? */
export function isCardKey(key: string): boolean {
  return key.length === 1 && (LETTERS.join('') + OWN + OTHERS).includes(key);
}

export function keyOfOwn(at: number): string {
  return OWN[at] ?? '';
}

/** Open cards of others, counted over all of them. */
export function keyOfOther(at: number): string {
  return OTHERS[at] ?? '';
}
