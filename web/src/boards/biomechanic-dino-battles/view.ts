/** The view of Biomechanic Dino Battles by short names, and its ids; the types are the server's. */
import type { EventMessage, Wire } from '../../lib/api';
import { listed } from '../../lib/words';

export type View = Wire['BiomechanicDinoBattlesView'];
export type SeatView = Wire['BiomechanicDinoBattlesSeatView'];
export type DinoView = Wire['BiomechanicDinoBattlesDinoView'];
export type DinoCard = Wire['BiomechanicDinoBattlesDinoCard'];
export type AttackCard = Wire['BiomechanicDinoBattlesAttackCard'];
export type AttackView = Wire['BiomechanicDinoBattlesAttackView'];
export type StackView = Wire['BiomechanicDinoBattlesStackView'];
export type OfferView = Wire['BiomechanicDinoBattlesOfferView'];
export type PowerView = Wire['BiomechanicDinoBattlesPowerView'];
export type OutcomeView = Wire['BiomechanicDinoBattlesOutcomeView'];
export type Forecast = Wire['BiomechanicDinoBattlesForecastView'];
export type Attached = Wire['BiomechanicDinoBattlesAttachedView'];

/** `P1a`, `P2b3`: a dino by seat and place. */
export function dinoId(seat: number, place: string): string {
  return `P${seat + 1}${place}`;
}

export function dinosOf(seat: SeatView): DinoView[] {
  return seat.active ? [seat.active, ...seat.bench] : seat.bench;
}

export function findDino(view: View, id: string): DinoView | undefined {
  const found = /^P(\d)(\w+)$/.exec(id);
  const seat = found && view.seats[Number(found[1]) - 1];
  return seat ? dinosOf(seat).find((dino) => dino.place === found[2]) : undefined;
}

/** A dino as printed. */
export function printed(view: View, dino: string): DinoCard {
  return view.dinos.find((one) => one.id === dino)!;
}

/** A card of the Supply, whether any is left or not. */
export function stackOf(view: View, card: string): StackView | undefined {
  return view.stacks.find((one) => one.card === card);
}

/** Any card or dino by name. */
export function nameOf(view: View, card: string): string {
  return stackOf(view, card)?.name ?? view.dinos.find((one) => one.id === card)?.name ?? card;
}

export const COMBAT: Record<string, string> = { A: 'Attack', E: 'Evade', D: 'Defend', '*': 'any' };
export const STATUS: Record<string, string> = { W: 'Wound', P: 'Poison', Z: 'Paralyze' };
export const NOTES: Record<string, string> = {
  A: 'Pays for attacks, powers and purchases.',
  E: 'Pays. Attached to your active dino it evades an attack if your EVA is at least its ATK, and is gone for good.',
  D: 'Pays. Attached to your active dino it defends against an attack if your DEF is at least its ATK, and is gone for good.',
  W: 'Does nothing but fill your hand. When their stack is empty, whoever owns the fewest wins.',
  P: 'When you discard it at the end of your turn, your active dino loses 5 HP.',
  Z: 'When you draw it, your next turn has one Combat Move less.',
};

/** `AA*` as `2 Attack + 1 any`. */
export function costWords(cost: string): string {
  const parts = Object.entries(COMBAT).flatMap(([letter, word]) => {
    const count = [...cost].filter((one) => one === letter).length;
    return count ? [`${count} ${word}`] : [];
  });
  return parts.join(' + ') || 'nothing';
}

/** What an answer to an attack would lead to, in a few words. */
export function outcomeWords(outcome: OutcomeView, direct: boolean): string {
  if (direct) return `${plural(outcome.wounds, 'Wound')} at once`;
  if (outcome.stops) return 'no damage';
  const left = outcome.left ? `${outcome.left} HP left` : 'knocked out';
  const status = [...outcome.status].map((one) => STATUS[one]!);
  const more = status.length ? `, takes ${listed(status)}` : '';
  const bench = outcome.bench.length
    ? `; bench: ${listed(outcome.bench.map((one) => (one.left ? `${one.left} HP` : 'knocked out')))} left`
    : '';
  return `${outcome.damage} damage, ${left}${more}${bench}`;
}

export function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

/** Cards of a pile by kind, in the order of their first appearance. */
export function counted(cards: string[]): [string, number][] {
  const found = new Map<string, number>();
  for (const card of cards) found.set(card, (found.get(card) ?? 0) + 1);
  return [...found];
}

/** The seat that an event is about. */
export function seatOf(event: EventMessage | null): number | null {
  const seat = event?.facts['seat'];
  return typeof seat === 'number' ? seat : null;
}
