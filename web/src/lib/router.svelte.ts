/** Which page is shown. Addresses are paths; the server answers each of them with the same document. */

export interface Route {
  page: string;
  params: Record<string, string>;
}

const PATTERNS: [string, string][] = [
  ['/', 'lobby'],
  ['/play/:game', 'set-up'],
  ['/learn/:game', 'lesson'],
  ['/match/:id', 'match'],
  ['/match/:id/replay', 'replay'],
  ['/replay', 'replay-file'],
  ['/mine', 'mine'],
  ['/turns', 'turns'],
  ['/reminders', 'reminders'],
  ['/mine/figures', 'figures'],
  ['/mine/move', 'move'],
  ['/rules', 'all-rules'],
  ['/rules/:game', 'rules'],
  ['/encyclopedia', 'encyclopedias'],
  ['/encyclopedia/:game', 'encyclopedia'],
  ['/credits', 'credits'],
  ['/workshop', 'workshop'],
  ['/workshop/:game', 'workshop-game'],
  ['/workshop/run/:id', 'workshop-run'],
];

/** The page of a path, with what stands in its places. */
export function route(path: string): Route {
  const parts = path.split('/').filter(Boolean);
  for (const [pattern, page] of PATTERNS) {
    const wanted = pattern.split('/').filter(Boolean);
    if (wanted.length !== parts.length) continue;
    const params: Record<string, string> = {};
    const fits = wanted.every((want, at) => {
      const got = parts[at]!;
      if (!want.startsWith(':')) return want === got;
      try {
        params[want.slice(1)] = decodeURIComponent(got);
      } catch {
        return false;
      }
      return true;
    });
    if (fits) return { page, params };
  }
  return { page: 'lost', params: {} };
}

class Router {
  path = $state(location.pathname);
  hash = $state(location.hash);
  /** Counts the pages gone to, so that the new one takes the focus. */
  visits = $state(0);
  route = $derived(route(this.path));

  constructor() {
    addEventListener('popstate', () => this.#arrive());
    addEventListener('click', (event) => this.#clicked(event));
  }

  go(to: string, how: { replace?: boolean } = {}): void {
    if (how.replace) history.replaceState(null, '', to);
    else if (to !== location.pathname + location.search + location.hash) history.pushState(null, '', to);
    this.#arrive();
  }

  /** Change what stands after `#` without going anywhere. */
  setHash(hash: string): void {
    history.replaceState(null, '', location.pathname + location.search + hash);
    this.hash = hash;
  }

  #arrive(): void {
    const samePage = this.path === location.pathname;
    this.path = location.pathname;
    this.hash = location.hash;
    if (!samePage) this.visits += 1;
  }

  /** Links within the site change the page without loading it anew. */
  #clicked(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element | null)?.closest?.('a[href]') as HTMLAnchorElement | null;
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.pathname.startsWith('/api/') || (link.pathname === location.pathname && link.hash)) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
