/** What can be seen of the things that a question is about. */

/** Where a phone's turn bar begins, or the window ends. */
function turnTop(): number {
  const turn = document.querySelector('[data-turn]')?.getBoundingClientRect();
  return turn && turn.top > innerHeight / 2 ? turn.top : innerHeight;
}

/** A board's own dock (a hand, say), where it lies over the rest of the board. */
function dockOf(pane: HTMLElement): Element | null {
  const dock = pane.querySelector('[data-dock]');
  return dock && getComputedStyle(dock).position === 'sticky' ? dock : null;
}

/** What can be seen of the window: below what lies over the board, above what is docked at the bottom of a phone. */
function room(dock: Element | null): [number, number] {
  const over = document.querySelector('[data-beside]');
  const covers = over && getComputedStyle(over).position === 'sticky';
  return [
    covers ? Math.max(0, over.getBoundingClientRect().bottom) : 0,
    Math.min(turnTop(), dock?.getBoundingClientRect().top ?? Infinity),
  ];
}

/** Is the whole of it inside the window, and inside each pane that it lies in? */
function isInView(element: Element, [above, below]: [number, number]): boolean {
  const box = element.getBoundingClientRect();
  const pane = element.closest('[data-board-pane]')?.getBoundingClientRect();
  const top = Math.max(above, pane?.top ?? 0);
  if (box.left < -1 || box.right > innerWidth + 1) return false;
  return box.top >= top - 1 && box.bottom <= Math.min(below, pane ? Math.max(pane.bottom, top) : below) + 1;
}

/** The first thing that is asked about comes into view, unless it is; nothing moves without need. */
export function bringIntoView(pane: HTMLElement, what = '[data-asked]', isAgain = false): void {
  const asked = [...pane.querySelectorAll<HTMLElement>(what)].filter((one) => one.offsetParent !== null);
  if (!asked.length) return;
  const dock = dockOf(pane);
  document.documentElement.style.setProperty('--docked', `${dock?.clientHeight ?? 0}px`);
  const seen = room(dock);
  const docked: [number, number] = [seen[0], turnTop()];
  const isSeen = (one: Element) => isInView(one, dock?.contains(one) ? docked : seen);
  if (asked.every(isSeen)) return;
  if (isAgain && asked.some((one) => one.matches(':hover') && isSeen(one))) return;
  // All of them if that is possible, else the first; what is docked in sight does not come nearer.
  const loose = asked.filter((one) => !dock?.contains(one) || !isSeen(one));
  loose.at(-1)?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  loose[0]?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
}

/** What somebody does who has begun to decide. */
const DOINGS = ['pointerdown', 'wheel', 'touchstart', 'keydown'] as const;

/**
 * The same once more after a while, when what leaves is gone and what lies below it has moved up; not if somebody has
 * begun to do something by then, or points at one of the things: nothing may slip away from under a pointer. Returns
 * how to give it up.
 */
export function bringAgain(pane: HTMLElement, what: () => string, ms: number): () => void {
  const giveUp = () => {
    clearTimeout(timer);
    for (const doing of DOINGS) removeEventListener(doing, giveUp, true);
  };
  for (const doing of DOINGS) addEventListener(doing, giveUp, true);
  const timer = setTimeout(() => {
    giveUp();
    bringIntoView(pane, what(), true);
  }, ms);
  return giveUp;
}
