/** Where on the table a legal move sits. Read from the move's text; what is legal is the server's to say. */
import type { MoveOption } from '../../lib/api';
import { called, type Card, type Option, type View } from './view';

export type Spot =
  | { kind: 'end'; side: 'left' | 'right' }
  | { kind: 'gap'; after: number }
  | { kind: 'seat'; at: number }
  | { kind: 'button' };

export interface Target {
  move: string;
  label: string;
  /** The card that is to be placed; null for a swap, a date or the end of the round. */
  card: string | null;
  spot: Spot;
  verb: 'place' | 'swap' | 'date' | 'keep' | 'end';
  /** What it would lead to, as far as that is known. */
  option: Option | undefined;
}

export const FACE_DOWN = '?';

export function targetsOf(moves: MoveOption[], view: View): Target[] {
  return moves.map((move) => targetOf(move, view)).filter((target) => target !== null);
}

function targetOf(move: MoveOption, view: View): Target | null {
  const words = move.text.split(' ');
  const option = view.options.find((one) => one.move === move.text);
  const common = { move: move.text, label: sentence(move.label), option };
  if (move.text === 'end round') return { ...common, card: null, spot: { kind: 'button' }, verb: 'end' };
  if (move.text === 'no swap') return { ...common, card: null, spot: { kind: 'button' }, verb: 'keep' };
  const [first = '', second = '', third = ''] = words;
  if (first === 'swap' || first === 'date') {
    const after = view.table.findIndex((card) => card.card === second) + 1;
    return { ...common, card: null, spot: { kind: 'gap', after }, verb: first };
  }
  return { ...common, card: first, spot: placeOf(second, Number(third)), verb: 'place' };
}

function placeOf(place: string, number: number): Spot {
  if (place === 'gap') return { kind: 'gap', after: number };
  if (place === 'seat') return { kind: 'seat', at: number };
  return { kind: 'end', side: place === 'left' ? 'left' : 'right' };
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const calledAt = (card: Card | undefined) => (card ? called(card) : '');

/** The place in few words, for a heading: `Left end`, `Between Stegosaurus 4 and Velociraptor 1`. */
export function placeName(target: Target, view: View): string {
  const { spot } = target;
  if (spot.kind === 'end') return spot.side === 'left' ? 'Left end' : 'Right end';
  if (spot.kind === 'gap') {
    const [left, right] = [view.table[spot.after - 1], view.table[spot.after]].map(calledAt);
    if (target.verb === 'swap') return `Swap ${left} and ${right}`;
    if (target.verb === 'date') return `${left} dates ${right}`;
    return `Between ${left} and ${right}`;
  }
  if (spot.kind === 'seat') return `Seat of ${calledAt(view.table[spot.at - 1])}`;
  return target.verb === 'keep' ? 'Nobody swaps' : 'End the round';
}

/** What the button that does it says. */
export function commandName(target: Target): string {
  if (target.verb === 'swap') return 'Swap these two';
  if (target.verb === 'date') return 'This date, please';
  if (target.verb === 'keep') return 'Everybody stays';
  if (target.verb === 'end') return 'End the round';
  return target.spot.kind === 'seat' ? 'Gatecrash here' : target.spot.kind === 'gap' ? 'Land here' : 'Seat here';
}
