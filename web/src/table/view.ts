/** What can be seen of the things that a question is about. */

/** What can be seen of the window: below what lies over the board, above the turn bar of a phone. */
function room(): [number, number] {
  const dock = document.querySelector('[data-turn]')?.getBoundingClientRect();
  const over = document.querySelector('[data-beside]');
  const covers = over && getComputedStyle(over).position === 'sticky';
  return [
    covers ? Math.max(0, over.getBoundingClientRect().bottom) : 0,
    dock && dock.top > innerHeight / 2 ? dock.top : innerHeight,
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
  const seen = room();
  if (asked.every((one) => isInView(one, seen))) return;
  if (isAgain && asked.some((one) => one.matches(':hover') && isInView(one, seen))) return;
  // All of them if that is possible, else the first.
  asked.at(-1)?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  asked[0]!.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
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
