/** What this person set for themselves; kept in the browser. */

export type Theme = 'auto' | 'light' | 'dark';
export type Pace = 'slow' | 'normal' | 'fast' | 'at once';
export type Motion = 'auto' | 'still';

/** Milliseconds that one event is shown. */
export const PACES: Record<Pace, number> = { slow: 1500, normal: 750, fast: 320, 'at once': 0 };

const KEPT_AS = 'mesozoic.settings';

interface Kept {
  theme: Theme;
  pace: Pace;
  motion: Motion;
  sound: boolean;
  notify: boolean;
  auto: boolean;
  name: string;
  opponents: Record<string, string>;
  named: boolean;
}

function kept(): Partial<Kept> {
  try {
    return JSON.parse(localStorage.getItem(KEPT_AS) ?? '{}') as Partial<Kept>;
  } catch {
    return {};
  }
}

class Settings {
  theme = $state<Theme>('auto');
  pace = $state<Pace>('normal');
  motion = $state<Motion>('auto');
  sound = $state(false);
  /** Does the browser say so when it is one's turn and the page is hidden? */
  notify = $state(false);
  /** Is a decision without a choice made by itself? */
  auto = $state(true);
  name = $state('');
  /** The bot that one plays against, by game; none before the first game. */
  opponents = $state.raw<Record<string, string>>({});
  /** Was this person asked for a name? Once is enough. */
  named = $state(false);
  #systemStill = $state(false);

  /** Does nothing move, by this page's setting or by the system's? */
  still = $derived(this.motion === 'still' || this.#systemStill);
  /** How long an event is shown. */
  stepMs = $derived(PACES[this.pace]);
  /** How long a card flies. */
  flightMs = $derived(this.still ? 0 : this.stepMs);

  constructor() {
    const before = kept();
    if (before.theme === 'light' || before.theme === 'dark') this.theme = before.theme;
    if (before.pace && before.pace in PACES) this.pace = before.pace;
    if (before.motion === 'still') this.motion = 'still';
    this.sound = before.sound === true;
    this.notify = before.notify === true;
    this.auto = before.auto !== false;
    this.name = typeof before.name === 'string' ? before.name.slice(0, 40) : '';
    this.opponents = before.opponents ?? {};
    this.named = before.named === true || this.name !== '';
    const asked = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)');
    if (asked) {
      this.#systemStill = asked.matches;
      asked.addEventListener('change', () => (this.#systemStill = asked.matches));
    }
    $effect.root(() => {
      $effect(() => {
        const now: Kept = {
          theme: this.theme,
          pace: this.pace,
          motion: this.motion,
          sound: this.sound,
          notify: this.notify,
          auto: this.auto,
          name: this.name,
          opponents: this.opponents,
          named: this.named,
        };
        try {
          localStorage.setItem(KEPT_AS, JSON.stringify(now));
        } catch {
          // A browser that keeps nothing: the settings last as long as the page.
        }
        const root = document.documentElement;
        if (this.theme === 'auto') delete root.dataset.theme;
        else root.dataset.theme = this.theme;
        root.dataset.motion = this.still ? 'still' : 'moving';
        root.style.setProperty('--pace', `${this.flightMs}ms`);
      });
    });
  }

  /** How the person is called at a table. */
  get playerName(): string {
    return this.name.trim() || 'Player';
  }
}

export const settings = new Settings();
