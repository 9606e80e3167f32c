/** What a round shows of every seat: sealed, open, paid, marked. Read from the view, and from the event being shown. */
import type { EventMessage } from '../../lib/api';
import { contentOfLine, type Content, type LineView, type View } from './view';

export interface Shown {
  seat: number;
  name: string;
  own: boolean;
  money: number;
  points: number | null;
  status: 'thinking' | 'sealed' | 'open' | 'marking' | 'rest';
  /** The line of this round once it is open, else that of the last one. */
  line: LineView | null;
  content: Content | null;
  isOpen: boolean;
  /** The round that the line belongs to. */
  round: number;
  /** The price without and with what the crowd adds; null until it is paid. */
  price: { base: number; surcharge: number } | null;
  /** What the event being shown does to this seat, in a few signs. */
  happening: string;
}

export function showRound(view: View, event: EventMessage | null, names: string[], seat: number | null): Shown[] {
  return view.seats.map((one) => {
    const line = one.lines.at(-1) ?? null;
    const isOpen = view.phase === 'features' && line?.round === view.round;
    const over = view.result !== null;
    return {
      seat: one.seat,
      name: one.seat === seat ? 'You' : (names[one.seat] ?? one.name),
      own: one.seat === seat,
      money: one.money,
      points: one.points,
      status: over ? 'rest' : isOpen ? (one.to_decide ? 'marking' : 'open') : one.to_decide ? 'thinking' : 'sealed',
      line,
      content: line ? contentOfLine(line) : null,
      isOpen,
      round: line?.round ?? 0,
      price: line && line.paid ? priceOf(view, line) : null,
      happening: happening(event, one.seat),
    };
  });
}

function priceOf(view: View, line: LineView): { base: number; surcharge: number } {
  const card = view.columns.flatMap((column) => column.cards).find((one) => one.item === line.item);
  const base = card?.price ?? line.paid;
  return { base, surcharge: line.paid - base };
}

/** The seat that the event is about, if it is about one. */
export function seatOf(event: EventMessage | null): number | null {
  const seat = event?.facts['seat'];
  return typeof seat === 'number' ? seat : null;
}

function happening(event: EventMessage | null, seat: number): string {
  if (seatOf(event) !== seat || !event) return '';
  const facts = event.facts;
  if (event.kind === 'paid') return `−$${facts['amount']}`;
  if (event.kind === 'received') return `+$${facts['amount']}`;
  if (event.kind === 'unpaid') return `lacks $${facts['price']}`;
  if (event.kind === 'featured') return facts['drawn'] ? (facts['fee'] ? '−$1' : 'free') : 'none';
  if (event.kind === 'scored') return `${facts['total']}`;
  return '';
}
