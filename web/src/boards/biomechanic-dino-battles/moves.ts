/** What has been picked, and which legal move a press would then be. What is legal is the server's to say. */
import type { MoveOption } from '../../lib/api';
import type { View } from './view';

export type Pick =
  /** A card of the hand, or with `source` one that lies under an own dino: `a`, `b1` ... */
  | { kind: 'card'; card: string; source: string }
  | { kind: 'attack'; move: string }
  | { kind: 'retreat' }
  | { kind: 'buy'; move: string }
  /** A Combat card of the discard pile, for a Salvage Crew. */
  | { kind: 'salvage'; card: string };

export type Legal = ReadonlySet<string>;

export function legalOf(moves: MoveOption[]): Legal {
  return new Set(moves.map((move) => move.text));
}

const AT_OWN = ['promote', 'heal', 'switch', 'from', 'to'];
const AT_THEIRS = ['jam', 'look', 'hit'];

/** The move that a press on this dino is now; null if it is none. */
export function dinoMove(legal: Legal, pick: Pick | null, id: string, me: number, players: number): string | null {
  const [seat, place] = [Number(id.charAt(1)) - 1, id.slice(2)];
  const wanted = seat === me ? ownMoves(pick, place) : AT_THEIRS.map((verb) => `${verb}:${id}`);
  const found = wanted.find((move) => legal.has(move));
  if (found || seat === me || place !== 'a') return found ?? null;
  return seatMove(legal, pick, seat, players);
}

function ownMoves(pick: Pick | null, place: string): string[] {
  const wanted = AT_OWN.map((verb) => `${verb}:${place}`);
  if (pick?.kind === 'card' && !pick.source) wanted.push(`attach:${pick.card}@${place}`);
  if (pick?.kind === 'salvage') wanted.push(`salvage:${pick.card}@${place}`);
  if (pick?.kind === 'retreat') wanted.push(`retreat:${place}`);
  return wanted;
}

/** The move that a press on this opponent is now: one aims at a player, not at a dino. */
export function seatMove(legal: Legal, pick: Pick | null, seat: number, players: number): string | null {
  const at = `P${seat + 1}`;
  if (legal.has(`at:${at}`)) return `at:${at}`;
  if (legal.has(`poison:${at}`)) return `poison:${at}`;
  if (pick?.kind === 'attack' && players > 2 && legal.has(pick.move)) return `${pick.move} at:${at}`;
  return null;
}

/** Everything that can be done with a card of the hand, or with one under an own dino. */
export interface CardMoves {
  strategy: string | null;
  powers: [string | null, string | null];
  attaches: string[];
  purge: string | null;
}

export function cardMoves(legal: Legal, card: string, source: string): CardMoves {
  const from = source ? `@${source}` : '';
  const known = (move: string) => (legal.has(move) ? move : null);
  return {
    strategy: known(`strategy:${card}${from}`),
    powers: [known(`item:${card}/1${from}`), known(`item:${card}/2${from}`)],
    attaches: source ? [] : ['a', 'b1', 'b2', 'b3'].map((to) => `attach:${card}@${to}`).filter((one) => legal.has(one)),
    purge: source ? null : known(`purge:${card}`),
  };
}

export function isPlayable(found: CardMoves): boolean {
  return Boolean(found.strategy ?? found.powers[0] ?? found.powers[1] ?? found.purge ?? found.attaches[0]);
}

/** The ways to pay that are open, as letters: `AE`, `AD`. */
export function waysToPay(legal: Legal): string[] {
  return [...legal].filter((move) => move.startsWith('pay:')).map((move) => move.slice(4));
}

/** The next way, from this one on, that spends more of this kind; round and round. */
export function otherWay(ways: string[], now: string, letter: string): string {
  const count = (way: string) => [...way].filter((one) => one === letter).length;
  const at = ways.indexOf(now);
  const round = [...ways.slice(at + 1), ...ways.slice(0, at)];
  return round.find((way) => count(way) !== count(now)) ?? now;
}

/** Where the cards come from that are being paid with: the hand, or a place of the own line. */
export function payingFrom(moves: MoveOption[], me: number): string {
  const [first = ''] = moves.find((move) => move.text.startsWith('pay:'))?.elements ?? [];
  return first.startsWith(`P${me + 1}:hand`) ? 'hand' : first.slice(2);
}

/** The single moves that sit on nothing: pass, stop, end, done. */
export const NEUTRAL = ['end', 'pass', 'stop', 'stay', 'none', 'done'];

export function neutralMove(legal: Legal): string | null {
  return NEUTRAL.find((move) => legal.has(move)) ?? null;
}

/** Does the pick still make sense with these moves? */
export function stillFits(pick: Pick, legal: Legal, view: View): boolean {
  const moves = [...legal];
  switch (pick.kind) {
    case 'card':
      return isPlayable(cardMoves(legal, pick.card, pick.source));
    case 'attack':
      return view.forecasts.some((one) => one.move === pick.move) && legal.has('end');
    case 'retreat':
      return moves.some((move) => move.startsWith('retreat:'));
    case 'buy':
      return legal.has(pick.move);
    case 'salvage':
      return moves.some((move) => move.startsWith(`salvage:${pick.card}@`));
  }
}
