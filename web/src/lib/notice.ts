/** How a page says that it is somebody's turn: in its title, on its icon, and by the browser if that was asked for. */
const CALM = '/fossil.svg';
const CALLING = '/fossil-turn.svg';

export function showTurn(title: string, mine: boolean): void {
  document.title = mine ? `● Your turn: ${title}` : title;
  document.querySelector<HTMLLinkElement>('link[rel=icon]')?.setAttribute('href', mine ? CALLING : CALM);
}

/** May the browser notify? Asks the person, once. */
export async function mayNotify(): Promise<boolean> {
  if (!('Notification' in globalThis)) return false;
  if (Notification.permission === 'default') return (await Notification.requestPermission()) === 'granted';
  return Notification.permission === 'granted';
}

/** A word by the browser itself, only while nobody looks at the page. */
export function notify(title: string, words: string): void {
  if (!document.hidden || !('Notification' in globalThis) || Notification.permission !== 'granted') return;
  const note = new Notification(title, { body: words, icon: CALM, tag: 'mesozoic-turn' });
  note.onclick = () => {
    focus();
    note.close();
  };
}
