/** The table as the server shows it, by short names. */
import type { Wire } from '../../lib/api';

export type View = Wire['CladesView'];
export type Seat = Wire['CladesSeatView'];
export type Comparison = Wire['CladesComparison'];

/** A call as everybody saw it. */
export interface ShownCall {
  seat: number;
  cards: string[];
  triple: boolean;
  check: Comparison[];
  /** By the clock of the game. */
  at: number;
}

/** A score taken apart. */
export interface Tally {
  cards: number;
  triples: number;
  clade_triples: number;
  extras: number;
  bonus_cards: number;
  penalties: number;
  milliseconds: number;
}

/** A time as a stopwatch shows it: 1:05.3 */
export function stopwatch(milliseconds: number): string {
  const tenths = Math.floor(Math.max(0, milliseconds) / 100);
  const seconds = Math.floor(tenths / 10);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}.${tenths % 10}`;
}
