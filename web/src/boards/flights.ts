/** Cards fly to where they go: from hand to table, from seat to seat, from the table to a pile. */

interface Perch {
  box: DOMRect;
  zone: string;
  element: HTMLElement;
}

export type Perches = Map<string, Perch>;

/** Where every card lies now. A card is an element with `data-card`; its zone is `data-zone`. */
export function perches(board: HTMLElement): Perches {
  const found: Perches = new Map();
  for (const element of board.querySelectorAll<HTMLElement>('[data-card]')) {
    found.set(element.dataset.card!, {
      box: element.getBoundingClientRect(),
      zone: element.dataset.zone ?? '',
      element,
    });
  }
  return found;
}

/**
 * Let every card fly from where it was to where it is. `pileOf` says on which pile a card lies that is not to be seen
 * any more; cards that were not there before come from the deck.
 */
export function fly(board: HTMLElement, before: Perches, pileOf: (card: string) => string | null, ms: number): void {
  if (ms <= 0) return;
  const after = perches(board);
  for (const [card, now] of after) {
    const old = before.get(card);
    const from = old?.box ?? pileBox(board, 'deck');
    if (!from || !isVisible(from)) continue;
    if (old && old.zone === now.zone) slide(now.element, from, now.box, ms);
    else carry(board, now.element, from, now.box, ms, now.element);
  }
  for (const [card, old] of before) {
    const pile = after.has(card) ? null : pileOf(card);
    const to = pile ? pileBox(board, pile) : null;
    if (to && isVisible(old.box)) carry(board, old.element, old.box, onPile(to, old.box), ms, null);
  }
}

function isVisible(box: DOMRect): boolean {
  return box.width > 0 && box.bottom > 0 && box.top < innerHeight;
}

function pileBox(board: HTMLElement, pile: string): DOMRect | null {
  return board.querySelector(`[data-pile='${pile}']`)?.getBoundingClientRect() ?? null;
}

/** A small card in the middle of a pile, of the same shape as the one that flies there. */
function onPile(pile: DOMRect, card: DOMRect): DOMRect {
  const width = 30;
  const height = (width * card.height) / card.width;
  return new DOMRect(pile.x + (pile.width - width) / 2, pile.y + (pile.height - height) / 2, width, height);
}

const EASE = 'cubic-bezier(0.3, 0.9, 0.3, 1)';

/** Within a zone the card itself moves. */
function slide(element: HTMLElement, from: DOMRect, to: DOMRect, ms: number): void {
  const [x, y] = [from.left - to.left, from.top - to.top];
  if (Math.abs(x) < 1 && Math.abs(y) < 1) return;
  element.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }], { duration: ms, easing: EASE });
}

/** Between zones a copy flies above everything, so that no edge cuts it off; the card appears when it lands. */
function carry(
  board: HTMLElement,
  original: HTMLElement,
  from: DOMRect,
  to: DOMRect,
  ms: number,
  arriving: HTMLElement | null,
): void {
  const copy = original.cloneNode(true) as HTMLElement;
  const size = arriving ? to : from;
  copy.removeAttribute('data-card');
  copy.removeAttribute('id');
  for (const inner of copy.querySelectorAll('[id], [data-card]')) {
    inner.removeAttribute('id');
    inner.removeAttribute('data-card');
  }
  copy.setAttribute('aria-hidden', 'true');
  copy.inert = true;
  Object.assign(copy.style, {
    position: 'fixed',
    left: '0',
    top: '0',
    margin: '0',
    width: `${size.width}px`,
    height: `${size.height}px`,
    transformOrigin: '0 0',
    pointerEvents: 'none',
    zIndex: '40',
  });
  board.append(copy);
  const [start, end] = [at(from, size), at(to, size)];
  const flight = copy.animate(
    [
      { transform: start, opacity: 1 },
      { transform: end, opacity: arriving ? 1 : 0.35 },
    ],
    { duration: ms, easing: EASE, fill: 'forwards' },
  );
  arriving?.animate([{ opacity: 0 }, { opacity: 0 }], { duration: ms });
  const land = () => copy.remove();
  flight.onfinish = land;
  flight.oncancel = land;
}

function at(box: DOMRect, size: DOMRect): string {
  return `translate(${box.left}px, ${box.top}px) scale(${box.width / size.width}, ${box.height / size.height})`;
}
