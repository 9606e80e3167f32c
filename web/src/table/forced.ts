/** What leaves no choice is done by itself, where nobody could read anything from how long it took. */
import type { MoveOption, SeatInfo } from '../lib/api';

/** Short, and always the same. */
export const FORCED_MS = 700;

export interface Company {
  /** Does the player want it? */
  auto: boolean;
  realtime: boolean;
  seats: Pick<SeatInfo, 'seat' | 'kind'>[];
  seat: number | null;
}

/** The only move there is, if it is to be made by itself: among bots, who do not look at the time. */
export function forcedMove(moves: MoveOption[], { auto, realtime, seats, seat }: Company): MoveOption | null {
  const isAlone = seats.every((one) => one.seat === seat || one.kind === 'bot');
  return auto && !realtime && isAlone && moves.length === 1 ? moves[0]! : null;
}
