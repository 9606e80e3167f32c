/**
 * What a board gets and may do. A board is a folder here with an `index.ts` whose default export is a `BoardModule`;
 * it is found by its folder's name, which is the game's name, and loaded when needed. Nothing outside knows a board.
 */
import type { Component } from 'svelte';
import type { EventMessage, MatchInfo, MoveOption, ResultMessage, Tabletop } from '../lib/api';

export interface BoardProps<View = unknown> {
  /** What this seat may know. While a chain of events is shown, the table as it was right after the shown event. */
  view: View;
  /** The event that is being shown right now; null when the table is at rest. */
  event: EventMessage | null;
  /** The legal moves of this seat; empty when others decide, or while events are shown that change what is asked. */
  moves: MoveOption[];
  /** The own seat; null for a spectator and in a replay with all eyes. */
  seat: number | null;
  /** Names by seat, as the people at the table are called. */
  names: string[];
  /** Seats that have to decide. */
  toMove: number[];
  match: MatchInfo | null;
  tabletop: Tabletop | null;
  result: ResultMessage | null;
  /** Elements that a lesson points at. */
  marked: string[];
  /** Send a move. The table shows refusals by itself. */
  send: (move: string) => void;
  /** The time of the game in milliseconds, for real-time boards; ticks with requestAnimationFrame if called there. */
  now: () => number;
  /** Milliseconds that one event is shown, set by the player; 0 with reduced motion. Use it for transitions. */
  pace: number;
  /** May moves be sent now (connected, not replaying)? */
  live: boolean;
}

export interface BoardModule {
  board: Component<BoardProps<any>>;
  /** The score taken apart, shown with the result; a plain table of `details` if there is none. */
  breakdown?: Component<{ result: ResultMessage; names: string[] }>;
  /** One-key shortcuts, shown in the help: key and meaning. */
  keys?: [string, string][];
}
