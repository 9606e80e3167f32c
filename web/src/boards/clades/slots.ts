/**
 * Where each shared card lies. A card keeps its place as long as it is there, and a new one takes a free place: nothing
 * ever jumps under a finger. Six places for each clade, in the order of the keyboard's letters; a card whose clade has
 * no place left is a guest in another drawer, and only when all are full are there more places.
 */
import { CLADES, read } from './cards';

export const PER_CLADE = 6;
export const PLACES = CLADES.length * PER_CLADE;
const LETTERS = 'qwertyasdfghzxcvbnuiopjklm';
const OWN = '123';
const OTHERS = '456789';

export type Places = (string | null)[];

export function place(before: Places, cards: string[]): Places {
  const there = new Set(cards);
  const after: Places = before.map((card) => (card !== null && there.has(card) ? card : null));
  while (after.length < PLACES) after.push(null);
  while (after.length > PLACES && after.at(-1) === null) after.pop();
  const lying = new Set(after);
  for (const card of cards) {
    if (lying.has(card)) continue;
    const at = freePlace(after, CLADES.indexOf(read(card).clade));
    if (at < 0) after.push(card);
    else after[at] = card;
  }
  return after;
}

function freePlace(places: Places, clade: number): number {
  const home = places.indexOf(null, clade * PER_CLADE);
  if (home >= 0 && home < (clade + 1) * PER_CLADE) return home;
  // A guest sits at the end of the emptiest drawer.
  const free = CLADES.map(
    (_, at) => places.slice(at * PER_CLADE, (at + 1) * PER_CLADE).filter((c) => c === null).length,
  );
  const most = free.indexOf(Math.max(...free));
  if (!free[most]) return places.indexOf(null, PLACES);
  return places.lastIndexOf(null, (most + 1) * PER_CLADE - 1);
}

/** The key of a place in the drawers; letters lie on the keyboard as the places lie on the table. */
export function keyOfPlace(at: number): string {
  return LETTERS[at] ?? '';
}

/** Does the key belong to cards, whether or not one lies there now? */
export function isCardKey(key: string): boolean {
  return key.length === 1 && (LETTERS + OWN + OTHERS).includes(key);
}

export function keyOfOwn(at: number): string {
  return OWN[at] ?? '';
}

/** Open cards of others, counted over all of them. */
export function keyOfOther(at: number): string {
  return OTHERS[at] ?? '';
}
