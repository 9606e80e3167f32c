/** The view of DinoSpan by short names; the types are the server's. */
import type { MoveOption, Wire } from '../../lib/api';

export type View = Wire['DinospanView'];
export type SeatView = Wire['DinospanSeatView'];
export type SpaceView = Wire['DinospanSpaceView'];
export type HandCard = Wire['DinospanHandCardView'];
export type Evolution = Wire['DinospanEvolutionView'];
export type CardView = Wire['DinospanCardView'];
export type GoalView = Wire['DinospanGoalView'];
export type Preview = Wire['DinospanAbilityPreview'];

export const ROWS = ['L', 'G'] as const;
export type Row = (typeof ROWS)[number];
export const ROW_NAMES: Record<string, string> = { L: 'Laurasia', G: 'Gondwana' };
export const RESOURCES = ['P', 'T', 'M'] as const;
export type Resource = (typeof RESOURCES)[number];
export const FIELDS = { P: 'plants', T: 'trees', M: 'mammals' } as const;
export const NUMERALS = ['I', 'II', 'III', 'IV'];
export const SPACES = 5;

/** `Laurasia 2` for `L2`. */
export function placeWords(place: string): string {
  return `${ROW_NAMES[place[0]!]} ${place[1]}`;
}

/** `L3` for the number 2, as events call it. */
export function placeName(at: number): string {
  return `${ROWS[Math.floor(at / SPACES)]}${(at % SPACES) + 1}`;
}

export function plural(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}

/** A move taken apart: `lay:L2` is `lay` of `L2`. */
export interface Option {
  kind: string;
  of: string;
  text: string;
  label: string;
}

export function optionsOf(moves: MoveOption[]): Option[] {
  return moves.map((move) => {
    const [kind = '', of = ''] = move.text.split(':');
    return { kind, of, text: move.text, label: move.label };
  });
}

/** Every card that the view tells all about, by its id. */
export function cardsOf(view: View): Map<string, CardView> {
  const found = new Map<string, CardView>();
  const add = (card: CardView | null | undefined) => card && found.set(card.id, card);
  view.printed.forEach(add);
  view.hype.forEach(add);
  view.revealed.forEach(add);
  add(view.key);
  for (const seat of view.seats) {
    seat.hand?.forEach((one) => add(one.card));
    for (const space of seat.atlas) {
      add(space.card);
      add(space.parent);
    }
  }
  return found;
}
