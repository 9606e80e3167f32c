/** How a page says that it is somebody's turn: in its title, on its icon, and by the browser if that was asked for. */
const CALM = '/fossil.svg';
const ICON = '/icon-192.png';
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
  const shown = { body: words, icon: ICON, tag: 'mesozoic-turn' };
  try {
    const note = new Notification(title, shown);
    note.onclick = () => {
      focus();
      note.close();
    };
  } catch {
    // Phones leave it to the service worker, which brings the page back when the note is pressed.
    void navigator.serviceWorker?.ready.then((worker) =>
      worker.showNotification(title, { ...shown, data: location.pathname }),
    );
  }
}
