/** What the board reads: the view as the server sends it, and the game's notation taken apart. */
import type { Wire } from '../../lib/api';

export type View = Wire['DolphinsAndDinosView'];
export type CardView = Wire['DolphinsAndDinosCardView'];
export type ColumnView = Wire['DolphinsAndDinosColumnView'];
export type HallView = Wire['DolphinsAndDinosHallView'];
export type LineView = Wire['DolphinsAndDinosLineView'];
export type SeatView = Wire['DolphinsAndDinosSeatView'];
export type PlanView = Wire['DolphinsAndDinosPlanView'];
export type PlacingView = Wire['DolphinsAndDinosPlacingView'];
export type MarkView = Wire['DolphinsAndDinosMarkView'];

/** A seat's final score, taken apart: halls in the order r1 r2 r3 ca cb cc. */
export interface ScoreSheet {
  halls: number[];
  bonuses: number[];
  money: number;
  money_bonus: number;
  features: number;
  total: number;
}

export type Mark = 'W' | 'A' | 'L';
export const MARK_NAMES: Record<Mark, string> = { W: 'water', A: 'ancient', L: 'life' };

/** The squares in the order of `museum`. */
export const SQUARES = ['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3'] as const;
/** The squares as they lie on the page, the top rank first. */
export const FLOOR = ['a3', 'b3', 'c3', 'a2', 'b2', 'c2', 'a1', 'b1', 'c1'] as const;
/** A key for each square, lying on the keyboard as the squares lie on the page. */
export const SQUARE_KEYS: Record<string, string> = Object.fromEntries(
  FLOOR.map((square, at) => ['qweasdzxc'.charAt(at), square]),
);

const RANKS: Record<string, string> = { '1': 'bottom', '2': 'middle', '3': 'top' };
const FILES: Record<string, string> = { a: 'left', b: 'centre', c: 'right' };

export function squareWords(square: string): string {
  return `${square}, ${RANKS[square.charAt(1)]} ${FILES[square.charAt(0)]}`;
}

const HALL_WORDS: Record<string, string> = {
  r1: 'bottom row',
  r2: 'middle row',
  r3: 'top row',
  ca: 'left column',
  cb: 'centre column',
  cc: 'right column',
};

export function hallWords(hall: string): string {
  return HALL_WORDS[hall] ?? hall;
}

/** What stands in a square. */
export interface Content {
  kind: 'empty' | 'exhibit' | 'restaurant' | 'corridor';
  /** The card: `11`, `R` or `C`. */
  item: string;
  /** The number that counts in the halls. */
  number: number | null;
  mark: Mark | null;
}

export const EMPTY: Content = { kind: 'empty', item: '', number: null, mark: null };

/** Reads `7L`, `(10)`, `C` or nothing. */
export function readContent(text: string): Content {
  if (!text) return EMPTY;
  if (text === 'C') return { kind: 'corridor', item: 'C', number: null, mark: null };
  const restaurant = /^\((\d+)\)$/.exec(text);
  if (restaurant) return { kind: 'restaurant', item: 'R', number: Number(restaurant[1]), mark: null };
  const exhibit = /^(\d+)([WAL]?)$/.exec(text);
  if (!exhibit) return EMPTY;
  return {
    kind: 'exhibit',
    item: exhibit[1]!,
    number: Number(exhibit[1]),
    mark: (exhibit[2] || null) as Mark | null,
  };
}

/** A choice as far as it is made: `R(10)@c1`. */
export interface Choice {
  item: string | null;
  number: number | null;
  square: string | null;
}

export function readChoice(text: string): Choice {
  const found = /^(\d+|R|C)?(?:\((\d+)\))?(?:@([a-c][1-3]))?$/.exec(text);
  return {
    item: found?.[1] ?? null,
    number: found?.[2] ? Number(found[2]) : null,
    square: found?.[3] ?? null,
  };
}

/** A choice as it will stand in its square. */
export function contentOf(choice: Choice): Content {
  if (!choice.item) return EMPTY;
  if (choice.item === 'C') return readContent('C');
  if (choice.item === 'R') return { kind: 'restaurant', item: 'R', number: choice.number, mark: null };
  return readContent(choice.item);
}

/** What a line of a sheet put into its square. */
export function contentOfLine(line: LineView): Content {
  if (line.unpaid) return readContent('C');
  const content = contentOf({ item: line.item, number: line.number, square: line.square });
  return { ...content, mark: (line.feature as Mark | null) ?? null };
}

export function allCards(view: View): CardView[] {
  return view.columns.flatMap((column) => column.cards);
}

export function findCard(view: View, item: string | null): CardView | null {
  return allCards(view).find((card) => card.item === item) ?? null;
}

/** The round in which a column is on offer again, or null if never. */
export function comesBack(column: ColumnView, round: number): number | null {
  return column.rounds.find((one) => one > round) ?? null;
}

export function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
