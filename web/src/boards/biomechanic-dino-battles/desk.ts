/** What the parts of the board ask of it, and what they tell it. */
import type { EventMessage } from '../../lib/api';
import type { Pick } from './moves';
import type { View } from './view';

export type Pile = { title: string; note: string; cards: string[] };

export interface Desk {
  view: View;
  /** The own seat; null for those who watch. */
  me: number | null;
  names: string[];
  event: EventMessage | null;
  picked: Pick | null;
  /** The Combat cards that would pay now, and where they lie: `hand`, `a`, `b1` ... */
  paying: { way: string; from: string } | null;
  /** The dino of which a card by its position is asked for. */
  jammed: string | null;
  /** Is this a legal move now? */
  can: (move: string) => boolean;
  /** What a press on this dino (or seat) would do, in words; null if nothing. */
  aim: (id: string) => string | null;
  press: (id: string) => void;
  pick: (pick: Pick) => void;
  send: (move: string) => void;
  /** Show a card or a dino in full. */
  read: (card: string) => void;
  browse: (pile: Pile) => void;
  /** Does a hint or a lesson point at it? */
  isMarked: (id: string) => boolean;
}
