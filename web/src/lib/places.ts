/** The places this browser holds at tables: their tokens, by match. */

export interface Place {
  token: string;
  seat: number | null;
  game: string;
  at: number;
}

const KEPT_AS = 'mesozoic.places';
const MOST = 200;

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

/** The address that gives this seat to another device of the same person. */
export function seatAddress(match: string, token: string): string {
  return `${location.origin}/match/${match}#seat=${token}`;
}

/** The token in an address made by `seatAddress`. */
export function tokenInHash(hash: string): string | null {
  return /^#seat=([A-Za-z0-9_.~-]{16,100})$/.exec(hash)?.[1] ?? null;
}

/** The same person's token at the rematch: the secret stays, the match is another. */
export function tokenForRematch(token: string, match: string): string {
  return `${match}.${token.slice(token.indexOf('.') + 1)}`;
}
