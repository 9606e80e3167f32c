/** The host's waits as this page saw them begin: the settle window, the own lock, the vote of the most, the long stall. */
import type { Seat, View } from './view';

export interface Wait {
  from: number;
  until: number;
}

export class Clocks {
  window = $state.raw<Wait | null>(null);
  lock = $state.raw<Wait | null>(null);
  majority = $state.raw<Wait | null>(null);
  stall = $state.raw<Wait | null>(null);
  #epoch = '';

  look(view: View, me: Seat | null, now: number): void {
    const { times } = view;
    if (view.phase !== 'settling') this.window = null;
    else if (!this.window) {
      const from = view.scorers.length === 1 ? (view.last_triple?.at ?? now) : now;
      this.window = { from, until: from + times.settle };
    }
    if (!me?.locked) this.lock = null;
    else if (!this.lock) this.lock = { from: now, until: now + times.lock };
    const votes = view.seats.filter((seat) => seat.voted).length;
    const most = view.phase === 'open' && 2 * votes > view.votes_needed && votes < view.votes_needed;
    if (!most) this.majority = null;
    else if (!this.majority) this.majority = { from: now, until: now + times.majority };
    // Every settle and every stall lays a card or opens hands, and starts the long wait anew.
    const epoch = `${view.phase} ${view.deck_count} ${view.shared_count} ${view.hands_open}`;
    if (view.phase !== 'open' || times.stall === 0) this.stall = null;
    else if (!this.stall || epoch !== this.#epoch) this.stall = { from: now, until: now + times.stall };
    this.#epoch = epoch;
  }
}
