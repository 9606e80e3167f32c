/** Small helpers for sentences. */
import type { GameInfo, SeatInfo } from './api';

/** `2 to 4 players`, `1 player`. */
export function playersText(game: GameInfo): string {
  const { fewest_players: few, most_players: many } = game;
  if (few === many) return few === 1 ? '1 player' : `${few} players`;
  return `${few} to ${many} players`;
}

export function minutesText(game: GameInfo): string {
  const [least, most] = game.minutes;
  return least === most ? `${least} min` : `${least}–${most} min`;
}

/** `3:07`, `1:02:03`; days are named. */
export function clockText(ms: number): string {
  const all = Math.max(0, Math.ceil(ms / 1000));
  const days = Math.floor(all / 86400);
  const hours = Math.floor((all % 86400) / 3600);
  const minutes = Math.floor((all % 3600) / 60);
  const seconds = String(all % 60).padStart(2, '0');
  if (days) return hours ? `${days} d ${hours} h` : `${days} d`;
  return hours ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}` : `${minutes}:${seconds}`;
}

/** `Ada, Ben and Cleo`. */
export function listed(words: string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** The seats by the names of those who sit there; an empty one is called by its number. */
export function seatNames(seats: SeatInfo[]): string[] {
  return seats.map((seat) => seat.name || `Seat ${seat.seat + 1}`);
}

const NO_TITLES: ReadonlyMap<string, string> = new Map();

const NOT_VERBS = new Set(['as', 'its', 'this', 'plus', 'minus', 'always', 'points', 'cards', 'dollars']);
const ODD_VERBS: Record<string, string> = {
  has: 'have',
  is: 'are',
  was: 'were',
  does: 'do',
  goes: 'go',
  analyzes: 'analyze',
};

/** The verb as it follows "you": `pays` as `pay`; other words stay as they are. */
function withYou(verb: string): string {
  const odd = ODD_VERBS[verb];
  if (odd) return odd;
  if (!/[a-z]s$/.test(verb) || /ss$/.test(verb) || NOT_VERBS.has(verb)) return verb;
  if (/ies$/.test(verb)) return verb.replace(/ies$/, 'y');
  return verb.replace(/(?<=ch|sh|ss|x|z)es$|s$/, '');
}

/** What is told about the reader's own seat, as one tells it to somebody: `P1 pays $5` as `You pay $5`. */
function toYou(text: string, seat: number): string {
  const own = `P${seat + 1}`;
  return text.replace(new RegExp(`\\b${own}\\b('s\\b)?(?: ([a-z]+))?`, 'g'), (...found) => {
    const [, ofHis, next, at] = found as [string, string | undefined, string | undefined, number];
    const isFirst = at === 0 || /[.:;!?] $/.test(text.slice(0, at));
    const you = `${isFirst ? 'You' : 'you'}${ofHis ? 'r' : ''}`;
    return next ? `${you} ${ofHis ? next : withYou(next)}` : you;
  });
}

/** The games speak of P1 and of T16; people speak of names, and the reader, if there is one, is "you". */
export function withNames(text: string, names: string[], titles = NO_TITLES, reader: number | null = null): string {
  const told = reader === null ? text : toYou(text, reader);
  const named = told.replace(/\bP(\d{1,2})\b/g, (whole, number: string) => names[Number(number) - 1] ?? whole);
  return titles.size ? named.replace(/\b[A-Z]\d{1,3}\b/g, (id) => titles.get(id) ?? id) : named;
}

/** The first letter as at the beginning of a sentence. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `first_player` for reading; a number that designers turn, `tune_money`, by what it is. */
export function plainName(name: string): string {
  const words = name
    .replace(/^tune_/, '')
    .replaceAll('_', ' ')
    .replace(/\b(vip|hp)\b/, (short) => short.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function ordinal(place: number): string {
  const tail = place % 10;
  const teen = place % 100 >= 11 && place % 100 <= 13;
  return place + (teen ? 'th' : tail === 1 ? 'st' : tail === 2 ? 'nd' : tail === 3 ? 'rd' : 'th');
}

/** How long ago, roughly. */
export function agoText(iso: string, now = Date.now()): string {
  const minutes = Math.max(0, Math.round((now - Date.parse(iso)) / 60000));
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 48 * 60) return `${Math.round(minutes / 60)} h ago`;
  return `${Math.round(minutes / 1440)} days ago`;
}

/** `16 Nov 2026`, where the reader is. */
export function dateText(iso: string): string {
  return new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
}

/** `48 s`, `3 min 7 s`, `1 h 20 min`, `3 days`: a length of time. */
export function spanText(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return `${Math.round(minutes / 1440)} days`;
}

/** `3 days 4 h`, `5 h 12 min`, `12 min`, `40 s`: what is left, roughly, as far as it matters. */
export function leftText(ms: number): string {
  const minutes = Math.floor(Math.max(0, ms) / 60000);
  const days = Math.floor(minutes / 1440);
  const hours = Math.floor((minutes % 1440) / 60);
  if (days) return `${days === 1 ? '1 day' : `${days} days`}${hours ? ` ${hours} h` : ''}`;
  if (hours) return `${hours} h${minutes % 60 ? ` ${minutes % 60} min` : ''}`;
  return minutes ? `${minutes} min` : `${Math.max(0, Math.ceil(ms / 1000))} s`;
}

/** A key for a request that may be sent twice and counts once. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
