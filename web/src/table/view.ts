/** What can be seen of the things that a question is about. */

/** Is the whole of it inside the window, and inside each pane that it lies in? */
function isInView(element: Element, bottom: number): boolean {
  const box = element.getBoundingClientRect();
  const pane = element.closest('[data-board-pane]')?.getBoundingClientRect();
  const top = Math.max(0, pane?.top ?? 0);
  if (box.left < -1 || box.right > innerWidth + 1) return false;
  return box.top >= top - 1 && box.bottom <= Math.min(bottom, pane ? Math.max(pane.bottom, top) : bottom) + 1;
}

/** The first thing that is asked about comes into view, unless it is; nothing moves without need. */
export function bringIntoView(pane: HTMLElement): void {
  const asked = [...pane.querySelectorAll<HTMLElement>('[data-asked]')].filter((one) => one.offsetParent !== null);
  if (!asked.length) return;
  const dock = document.querySelector('[data-turn]')?.getBoundingClientRect();
  const bottom = dock && dock.top > innerHeight / 2 ? dock.top : innerHeight;
  if (asked.every((one) => isInView(one, bottom))) return;
  // All of them if that is possible, else the first.
  asked.at(-1)?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  asked[0]!.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
}
