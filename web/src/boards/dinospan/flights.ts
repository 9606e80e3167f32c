/** Small things that fly: a resource from the card that gives it to its tracker, an egg to its nest. */
export function flyToken(root: HTMLElement, from: Element | null, to: Element | null, tone: string, ms: number): void {
  if (!from || !to || ms <= 0) return;
  const [start, end] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  if (!start.width || !end.width) return;
  const token = document.createElement('span');
  token.setAttribute('aria-hidden', 'true');
  Object.assign(token.style, {
    position: 'fixed',
    zIndex: '40',
    left: `${start.left + start.width / 2 - 9}px`,
    top: `${start.top + start.height / 2 - 11}px`,
    width: '18px',
    height: '22px',
    borderRadius: '50% / 58% 58% 42% 42%',
    background: `var(--${tone})`,
    boxShadow: '0 4px 12px var(--shadow)',
    pointerEvents: 'none',
  });
  root.append(token);
  const x = end.left + end.width / 2 - start.left - start.width / 2;
  const y = end.top + end.height / 2 - start.top - start.height / 2;
  const flight = token.animate(
    [
      { transform: 'scale(0.4)', opacity: 0.3 },
      { transform: `translate(${x / 2}px, ${y / 2 - 24}px) scale(1.25)`, opacity: 1, offset: 0.5 },
      { transform: `translate(${x}px, ${y}px) scale(0.8)`, opacity: 0.7 },
    ],
    { duration: Math.min(ms, 700), easing: 'ease-in-out' },
  );
  flight.onfinish = flight.oncancel = () => token.remove();
}
