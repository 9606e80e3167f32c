/** A card flies from the table to the room where it will stand. */
export function flyCard(root: HTMLElement, item: string, seat: number, square: string, pace: number): void {
  if (pace <= 0) return;
  const from = root.querySelector(`[data-card="${item}"]`)?.getBoundingClientRect();
  const room = root.querySelector<HTMLElement>(`[data-room="${seat}:${square}"]`);
  const to = room?.getBoundingClientRect();
  const tile = room?.querySelector('.tile');
  if (!from || !to || !tile || !to.width) return;
  const card = document.createElement('div');
  card.setAttribute('aria-hidden', 'true');
  card.append(tile.cloneNode(true));
  Object.assign(card.style, {
    position: 'fixed',
    zIndex: '40',
    left: `${to.left}px`,
    top: `${to.top}px`,
    width: `${to.width}px`,
    height: `${to.height}px`,
    borderRadius: '6px',
    boxShadow: '0 10px 24px var(--shadow)',
    pointerEvents: 'none',
  });
  root.append(card);
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  card
    .animate(
      [
        { transform: `translate(${x}px, ${y}px) scale(${Math.min(1.6, 70 / to.width)})`, opacity: 0.4 },
        { transform: `translate(${x / 2}px, ${y / 2 - 30}px) scale(1.15)`, opacity: 1, offset: 0.5 },
        { transform: 'none', opacity: 1 },
      ],
      { duration: Math.max(300, pace), easing: 'cubic-bezier(.3,.7,.3,1)' },
    )
    .finished.catch(() => {})
    .finally(() => card.remove());
}
