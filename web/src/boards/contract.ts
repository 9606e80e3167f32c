/**
 * What a board gets and may do. A board is a folder here with an `index.ts` whose default export is a `BoardModule`;
 * it is found by its folder's name, which is the game's name, and loaded when needed. Nothing outside knows a board.
 *
 * The frame (src/table) owns the question, the button that commits, hints, log, clocks, seats and the result. A board
 * owns the things on the table. It says what is asked by `ask`, and marks the things that the question is about with
 * the attribute `data-asked`; the frame brings them into view. web/README.md tells the whole of it.
 */
import type { Component, Snippet } from 'svelte';
import type {
  EncyclopediaEntry,
  EventMessage,
  MatchInfo,
  MoveOption,
  OptionInfo,
  ResultMessage,
  Tabletop,
} from '../lib/api';
import type { Values } from '../lib/options';

/** A button of the turn bar. */
export interface Act {
  label: string;
  act: () => void;
  /** May it be pressed now? Yes, unless this says no: the button keeps its place. */
  enabled?: boolean;
  /** The key that does the same, shown on the button; the board listens to it. */
  key?: string;
  /** Does a hint or a lesson point at it? */
  marked?: boolean;
  /** A name for tests and styles: `data-act`. */
  name?: string;
}

/** What the present decision asks, in the game's words. */
export interface Ask {
  /** One sentence: `Pick a card on offer, or a corridor`. */
  question: string;
  /** What the choice made so far would do, or what else is to be known; one short line below the question. */
  note?: string;
  tone?: 'calm' | 'good' | 'bad';
  /** The button that commits the decision; none where a click on the table does. It has the key Enter. */
  primary?: Act | null;
  /** Lesser buttons beside it: `Put back`. */
  others?: Act[];
  /** A time that runs out, by the clock of `now`: a bar along the edge. */
  wait?: { from: number; until: number; tone?: 'brass' | 'clay' | 'line-strong' } | null;
}

export interface BoardProps<View = unknown> {
  /** What this seat may know. While a chain of events is shown, the table as it was right after the shown event. */
  view: View;
  /** The event that is being shown right now; null when the table is at rest. Its words stand in the turn bar. */
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
  /** Elements that a hint or a lesson points at. */
  marked: string[];
  /** Send a move. The table shows refusals by itself. */
  send: (move: string) => void;
  /**
   * Say what is asked now: call it in an `$effect`, so that it follows the choice as it is made; null says that there
   * is nothing to ask (others decide), and the frame says whom one waits for.
   */
  ask: (asked: Ask | null) => void;
  /** What the frame knows of a seat (clock, away, bot plays), for boards that list the seats themselves. */
  seatNote?: Snippet<[number]>;
  /** The time of the game in milliseconds, for real-time boards; ticks with requestAnimationFrame if called there. */
  now: () => number;
  /** Milliseconds that one event is shown, set by the player; 0 with reduced motion. Use it for transitions. */
  pace: number;
  /** May moves be sent now (connected, not replaying)? */
  live: boolean;
}

export interface BoardModule {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- every board knows the type of its own view
  board: Component<BoardProps<any>>;
  /** The score taken apart, shown with the result; a plain table of `details` if there is none. */
  breakdown?: Component<{ result: ResultMessage; names: string[] }>;
  /** The breakdown names the places itself; so the result does not. */
  listsPlaces?: boolean;
  /** Kinds of events that only announce what comes, and are shown for a shorter time. */
  brief?: string[];
  /** One-key shortcuts, shown in the help: key and meaning. */
  keys?: [string, string][];
  /** The board lists the seats itself, each with its `seatNote`; so the frame does not. */
  listsSeats?: boolean;
}

/** What a game shows of itself where its name stands: `emblem.ts`. */
export interface Emblem {
  /** The plate's picture, and smaller things around it. */
  icon: Component;
  beside?: Component[];
  /** The family of colours: a name from theme.css. */
  tone: 'moss' | 'clay' | 'sea' | 'plum' | 'brass';
  /** What its scores count, one and several. */
  counts: [string, string];
}

/** What a game adds to its pages of the encyclopedia: `album.ts`. */
export interface Album {
  /** What there is to read, in a sentence; without it the page speaks of animals. */
  lead?: string;
  /** The picture of an entry. */
  picture: Component<{ entry: EncyclopediaEntry }>;
  /** Facts to choose entries by. */
  filters: string[];
  /** The facts that name the branches of its tree, from the trunk; without them there is no tree. */
  branches?: [string, string];
}

/** What a game asks itself on its set-up page, in place of the fields of some options: `setup.ts`. */
export interface SetUpPart {
  /** The options that it asks. */
  options: string[];
  /** Gets them with the present values, and says what has changed. */
  part: Component<{ options: OptionInfo[]; values: Values; set: (changed: Values) => void }>;
}
