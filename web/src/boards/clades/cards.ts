/** What the name of a card says, and how it is said in words. `AA3R` is three red arthropods of the air. */
export type Clade = 'M' | 'S' | 'A';
export type Environment = 'W' | 'L' | 'A';
export type Colour = 'B' | 'G' | 'R';

export interface Animals {
  name: string;
  clade: Clade;
  environment: Environment;
  number: 1 | 2 | 3;
  colour: Colour;
  /** From the original set, with animals of today. */
  original: boolean;
  /** Clade and environment, with `o` for the original set: `MW`, `oMW`. */
  group: string;
}

export const CLADES: Clade[] = ['M', 'S', 'A'];
export const CLADE_WORDS: Record<Clade, string> = { M: 'mammal', S: 'sauropsid', A: 'arthropod' };
export const ROW_WORDS: Record<Clade, string> = { M: 'Mammals', S: 'Sauropsids', A: 'Arthropods' };
export const ENVIRONMENT_WORDS: Record<Environment, string> = { W: 'water', L: 'land', A: 'air' };
export const COLOUR_WORDS: Record<Colour, string> = { B: 'blue', G: 'green', R: 'red' };
export const BONUS_WORDS: Record<string, string> = {
  SHARK: 'shark',
  BIVALVE: 'bivalve',
  oFISH: 'ray-finned fish',
  oMOLLUSK: 'mollusk',
};

export function isBonus(name: string): boolean {
  return name in BONUS_WORDS;
}

export function read(name: string): Animals {
  const original = name.startsWith('o');
  const face = original ? name.slice(1) : name;
  return {
    name,
    clade: face[0] as Clade,
    environment: face[1] as Environment,
    number: Number(face[2]) as 1 | 2 | 3,
    colour: face[3] as Colour,
    original,
    group: (original ? 'o' : '') + face.slice(0, 2),
  };
}

/** `2 blue water mammals`, as the log says it. */
export function words(name: string): string {
  if (isBonus(name)) return `bonus card ${BONUS_WORDS[name]}`;
  const card = read(name);
  const set = card.original ? 'original ' : '';
  const clade = CLADE_WORDS[card.clade] + (card.number === 1 ? '' : 's');
  return `${card.number} ${COLOUR_WORDS[card.colour]} ${ENVIRONMENT_WORDS[card.environment]} ${set}${clade}`;
}

const FACES = ['M', 'S', 'A'].flatMap((clade) =>
  ['W', 'L', 'A'].flatMap((environment) =>
    ['1', '2', '3'].flatMap((number) => ['B', 'G', 'R'].map((colour) => clade + environment + number + colour)),
  ),
);
const NAMES = [...FACES, ...FACES.map((face) => `o${face}`), ...Object.keys(BONUS_WORDS)];

/** Events name a card by its number in canonical order, views by its name. */
export function nameOf(card: number | string): string {
  return typeof card === 'string' ? card : (NAMES[card] ?? '');
}

/** A call in the game's notation: three cards in canonical order, and a fourth if one is given for a card of another. */
export function callText(cards: string[]): string {
  const called = cards.slice(0, 3).sort((one, other) => NAMES.indexOf(one) - NAMES.indexOf(other));
  return `call(${[...called, ...cards.slice(3)].join(',')})`;
}
