/** Cards that fly from the drawers to a pile: pictures only, over the table, so that nothing waits for them. */
const LONGEST_MS = 250;

export function rectsOf(root: HTMLElement, cards: string[]): Map<string, { rect: DOMRect; picture: HTMLElement }> {
  const found = new Map<string, { rect: DOMRect; picture: HTMLElement }>();
  for (const card of cards) {
    const element = root.querySelector<HTMLElement>(`[data-card="${card}"]`);
    const face = element?.querySelector('.picture')?.firstElementChild;
    if (element && face)
      found.set(card, { rect: element.getBoundingClientRect(), picture: face.cloneNode(true) as HTMLElement });
  }
  return found;
}

export function fly(
  from: { rect: DOMRect; picture: HTMLElement },
  target: Element | null,
  layer: HTMLElement,
  pace: number,
): void {
  if (!target || pace === 0) return;
  const to = target.getBoundingClientRect();
  const origin = layer.getBoundingClientRect();
  const ghost = document.createElement('span');
  Object.assign(ghost.style, {
    position: 'absolute',
    left: `${from.rect.left - origin.left}px`,
    top: `${from.rect.top - origin.top}px`,
    width: `${from.rect.width}px`,
    height: `${from.rect.height}px`,
  });
  ghost.append(from.picture);
  layer.append(ghost);
  const x = to.left + to.width / 2 - from.rect.left - from.rect.width / 2;
  const y = to.top + to.height / 2 - from.rect.top - from.rect.height / 2;
  const flight = ghost.animate(
    [
      { transform: 'scale(1.04)', opacity: 1 },
      { transform: `translate(${x}px, ${y}px) scale(0.25)`, opacity: 0.4 },
    ],
    { duration: Math.min(LONGEST_MS, pace), easing: 'cubic-bezier(0.4, 0, 0.7, 0.6)' },
  );
  flight.onfinish = flight.oncancel = () => ghost.remove();
}
