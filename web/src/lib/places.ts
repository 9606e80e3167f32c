/** The places this browser holds at tables: their tokens, by match. */

export interface Place {
  token: string;
  seat: number | null;
  game: string;
  at: number;
  /** Nothing is decided there any more. */
  over?: boolean;
}

const KEPT_AS = 'mesozoic.places';
/** Years of play, and still far less than what browsers keep for a page. */
const MOST = 5000;

export function places(): Record<string, Place> {
  try {
    return JSON.parse(localStorage.getItem(KEPT_AS) ?? '{}') as Record<string, Place>;
  } catch {
    return {};
  }
}

function keep(all: Record<string, Place>): void {
  const newest = Object.entries(all)
    .sort(([, one], [, other]) => other.at - one.at)
    .slice(0, MOST);
  try {
    localStorage.setItem(KEPT_AS, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // A browser that keeps nothing; the address with the seat's token still works.
  }
}

export function placeAt(match: string): Place | null {
  return places()[match] ?? null;
}

export function takePlace(match: string, place: Omit<Place, 'at'>): void {
  keep({ ...places(), [match]: { ...place, at: Date.now() } });
}

export function leavePlace(match: string): void {
  const all = places();
  delete all[match];
  keep(all);
}

/** The tokens, newest first. */
export function tokens(): string[] {
  return Object.values(places())
    .sort((one, other) => other.at - one.at)
    .map((place) => place.token);
}

/** Those of matches that may still go on. */
export function openTokens(): string[] {
  const all = Object.values(places()).filter((place) => !place.over);
  return all.sort((one, other) => other.at - one.at).map((place) => place.token);
}

/** These matches are over: nobody need ask for them again to know whose turn it is. */
export function markOver(matches: string[]): void {
  const all = places();
  const found = matches.filter((match) => all[match] && !all[match].over);
  for (const match of found) all[match]!.over = true;
  if (found.length) keep(all);
}

/** What gives this seat to another device of the same person. */
export function seatPath(match: string, token: string): string {
  return `/match/${match}#seat=${token}`;
}

/** What gives all these seats, and the name, to another device: after `#`, which browsers never send. */
export function movingPath(name: string, held: string[]): string {
  return `/mine/move#take=${held.join(',')}&name=${encodeURIComponent(name)}`;
}

const TOKEN = /^[a-z0-9]{1,16}\.[A-Za-z0-9_-]{15,80}$/;

export interface Moving {
  name: string;
  tokens: string[];
}

/** The name and the tokens in an address made by `movingPath`; null if it is none. */
export function movingInHash(hash: string): Moving | null {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  const found = (given.get('take') ?? '').split(',').filter((token) => TOKEN.test(token));
  if (!found.length) return null;
  return { name: (given.get('name') ?? '').slice(0, 40), tokens: found.slice(0, MOST) };
}

/** Holds these seats too. Those that this browser holds already stay as they are. */
export function takePlaces(found: string[]): void {
  const now = Date.now();
  const taken = found.map((token, at): [string, Place] => [
    token.slice(0, token.indexOf('.')),
    { token, seat: null, game: '', at: now - at },
  ]);
  keep({ ...Object.fromEntries(taken), ...places() });
}

/** The token in an address made with `seatPath`. */
export function tokenInHash(hash: string): string | null {
  return /^#seat=([A-Za-z0-9_.~-]{16,100})$/.exec(hash)?.[1] ?? null;
}

/** The same person's token at the rematch: the secret stays, the match is another. */
export function tokenForRematch(token: string, match: string): string {
  return `${match}.${token.slice(token.indexOf('.') + 1)}`;
}
