/** Which moves sit on which things of a generic table, and how its zones are arranged. */
import type { MoveOption, Tabletop, Zone } from '../lib/api';

/** Moves by the element they concern, the main ones (where the element comes first) before the others. */
export function movesByElement(moves: MoveOption[]): Map<string, MoveOption[]> {
  const found = new Map<string, MoveOption[]>();
  const add = (element: string, move: MoveOption) => {
    const there = found.get(element);
    if (there) there.push(move);
    else found.set(element, [move]);
  };
  for (const move of moves) if (move.elements[0]) add(move.elements[0], move);
  for (const move of moves)
    for (const element of new Set(move.elements.slice(1))) if (element !== move.elements[0]) add(element, move);
  return found;
}

/** Everything on the table that a move can sit on: cards and whole zones. */
export function elementsOf(tabletop: Tabletop): Set<string> {
  return new Set(tabletop.zones.flatMap((zone) => [zone.name, ...zone.cards.map((card) => card.id)]));
}

/** Moves that sit on nothing that can be seen. */
export function loneMoves(moves: MoveOption[], there: Set<string>): MoveOption[] {
  return moves.filter((move) => !move.elements.some((element) => there.has(element)));
}

export interface Arrangement {
  middle: Zone[];
  hand: Zone[];
  own: Zone[];
  /** By seat, for everybody else. */
  others: { seat: number; zones: Zone[] }[];
}

const isHand = (zone: Zone) => /\bhand\b/i.test(zone.name) || /\bhand\b/i.test(zone.title);

export function arrange(tabletop: Tabletop, seat: number | null, players: number): Arrangement {
  const of = (owner: number | null) => tabletop.zones.filter((zone) => zone.owner === owner);
  const mine = seat === null ? [] : of(seat);
  const others = Array.from({ length: players }, (_, at) => at).filter((at) => at !== seat);
  // Those who come next are shown first.
  const next =
    seat === null ? others : others.sort((a, b) => ((a - seat + players) % players) - ((b - seat + players) % players));
  return {
    middle: of(null),
    hand: mine.filter(isHand),
    own: mine.filter((zone) => !isHand(zone)),
    others: next.map((at) => ({ seat: at, zones: of(at) })),
  };
}

/** A key for each card that no other card of the table has, also where the same thing lies there twice. */
export function cardKeys(tabletop: Tabletop): Map<Zone, string[]> {
  const seen = new Map<string, number>();
  return new Map(
    tabletop.zones.map((zone) => [
      zone,
      zone.cards.map((card) => {
        const times = (seen.get(card.id) ?? 0) + 1;
        seen.set(card.id, times);
        return times === 1 ? card.id : `${card.id}#${times}`;
      }),
    ]),
  );
}

const TONES = ['moss', 'sea', 'clay', 'plum', 'brass'];
const PATTERNS = ['plain', 'lines', 'dots', 'hatch'];

/** A colour and a pattern for each family of cards, so that the colour never says it alone. */
export function toneOf(families: string[], tone: string): { colour: string; pattern: string } {
  const at = families.indexOf(tone);
  if (!tone || at < 0) return { colour: 'line-strong', pattern: 'plain' };
  return {
    colour: TONES[at % TONES.length]!,
    pattern: PATTERNS[(at + Math.floor(at / TONES.length)) % PATTERNS.length]!,
  };
}

export function familiesOf(tabletop: Tabletop): string[] {
  const found = new Set<string>();
  for (const zone of tabletop.zones) for (const card of zone.cards) if (card.tone) found.add(card.tone);
  return [...found].sort();
}
