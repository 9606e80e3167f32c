/** Cards picked for a call, and the call that is on its way. The third card sends it at once: the earliest call counts. */
import { callText } from './cards';
import type { Seat, View } from './view';

export class Calling {
  picked = $state.raw<string[]>([]);
  /** Sent, and not answered yet. */
  sent = $state.raw<string[]>([]);
  sentAt = 0;
  /** The last call, also when its answer was long in coming. */
  last: string[] = [];
  /** A word to the player, until the next one or until it is stale. */
  note = $state('');
  noteTone = $state<'good' | 'bad'>('bad');
  #stale: ReturnType<typeof setTimeout> | undefined;

  /** Three cards are picked, one of them another's: which own card is given for it? */
  get asksGift(): boolean {
    return this.picked.length === 3;
  }

  pick(card: string, view: View, me: Seat | null, send: (move: string) => void, now: number): void {
    if (this.asksGift) {
      if (me?.personal?.includes(card)) this.#send([...this.picked, card], send, now);
      else if (this.picked.includes(card)) this.picked = this.picked.filter((one) => one !== card);
      return;
    }
    if (this.picked.includes(card)) {
      this.picked = this.picked.filter((one) => one !== card);
      return;
    }
    const cards = [...this.picked, card];
    if (cards.length === 3) {
      const obstacle = whyNot(view, me);
      if (obstacle) return this.say(obstacle);
      if (!needsGift(cards, view, me)) return this.#send(cards, send, now);
    }
    this.picked = cards;
  }

  clear(): void {
    this.picked = [];
  }

  /** The call was a false one: alone no lock tells so. */
  answered(): void {
    this.sent = [];
  }

  dropLast(): void {
    this.picked = this.picked.slice(0, -1);
  }

  say(words: string, tone: 'good' | 'bad' = 'bad'): void {
    clearTimeout(this.#stale);
    this.note = words;
    this.noteTone = tone;
    this.#stale = setTimeout(() => (this.note = ''), 3000);
  }

  /** The table has changed: what is gone cannot stay picked. */
  look(view: View, me: Seat | null, names: string[], now: number): void {
    const there = usable(view, me);
    const last = view.last_triple;
    const rival = last && last.seat !== me?.seat ? (names[last.seat] ?? '') : '';
    if (this.sent.length) {
      const mine = last && last.seat === me?.seat && last.cards.every((card) => this.sent.includes(card));
      if (rival && last && last.cards.some((card) => this.sent.includes(card))) {
        this.say(`Beaten by ${(Math.max(0, this.sentAt - last.at) / 1000).toFixed(1)} s: ${rival} has it.`);
        this.sent = [];
      } else if (mine || me?.locked || now - this.sentAt > 1500) this.sent = [];
    }
    const left = this.picked.filter((card) => there.has(card));
    if (left.length < this.picked.length) {
      if (rival && this.picked.some((card) => last?.cards.includes(card))) this.say(`${rival} took one of your picks.`);
      this.picked = left;
    }
  }

  #send(cards: string[], send: (move: string) => void, now: number): void {
    this.picked = [];
    this.sent = this.last = cards;
    this.sentAt = now;
    this.note = '';
    send(callText(cards));
    setTimeout(() => {
      if (this.sent === cards) this.sent = [];
    }, 1500);
  }
}

/** The cards that can be picked now: shared, own, and those of others while hands are open. */
export function usable(view: View, me: Seat | null): Set<string> {
  const shared = view.rows.flat().map((one) => one.card);
  const personal = view.seats
    .filter((seat) => seat.seat === me?.seat || view.hands_open)
    .flatMap((seat) => seat.personal ?? []);
  return new Set([...shared, ...personal]);
}

function needsGift(cards: string[], view: View, me: Seat | null): boolean {
  if (!view.switch || !view.hands_open || (me?.personal?.length ?? 0) < 2) return false;
  return view.seats.some((seat) => seat.seat !== me?.seat && seat.personal?.some((card) => cards.includes(card)));
}

/** Why this seat cannot call now, as the view says it. */
export function whyNot(view: View, me: Seat | null): string {
  if (!me || me.can_call) return '';
  if (me.locked) return me.false_calls >= 3 ? 'Locked until cards are laid.' : 'Locked after a false call.';
  if (me.on_break) return 'You are on a break until somebody else scores.';
  if (me.scored) return 'You have scored: wait until the cards are replaced.';
  return '';
}
