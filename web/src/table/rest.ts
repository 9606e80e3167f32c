/** What a table is doing. Tests and other programs that look at the page read it from `data-state`. */
export type Rest = 'opening' | 'showing' | 'sending' | 'lost' | 'yours' | 'theirs' | 'over';

export interface Doings {
  /** Is the board there, with something on it? */
  isLaid: boolean;
  /** Are events still being shown? */
  isRunning: boolean;
  isOver: boolean;
  /** Is there a line to the server? */
  isOpen: boolean;
  /** Is a move on its way? */
  isSending: boolean;
  /** Has this seat something to decide, and can it be pressed? */
  isAsked: boolean;
}

/**
 * `yours` is said only when something can be picked, and `over` only when the end has been shown. At `yours`, `theirs`
 * and `over` the table rests: nothing on it changes until somebody does something.
 */
export function restOf(table: Doings): Rest {
  if (!table.isLaid) return 'opening';
  if (table.isOver) return table.isRunning ? 'showing' : 'over';
  if (!table.isOpen) return 'lost';
  if (table.isSending) return 'sending';
  if (table.isAsked) return 'yours';
  return table.isRunning ? 'showing' : 'theirs';
}
