/** What the signs look like and mean: one table for cards, legend and those who listen. */
import type { Component } from 'svelte';
import Archive from '~icons/game-icons/archive-register';
import Armour from '~icons/game-icons/edged-shield';
import Brain from '~icons/game-icons/brain';
import Feather from '~icons/game-icons/feather';
import Sprout from '~icons/game-icons/sprout';
import Friends from '~icons/game-icons/three-friends';
import Giant from '~icons/game-icons/mountains';
import Herd from '~icons/game-icons/bison';
import Meat from '~icons/game-icons/meat';
import Megaphone from '~icons/game-icons/megaphone';
import Squirrel from '~icons/game-icons/squirrel';
import Nest from '~icons/game-icons/nest-eggs';
import Pine from '~icons/game-icons/pine-tree';
import Sparkles from '~icons/game-icons/sparkles';
import Sprint from '~icons/game-icons/wingfoot';
import Tracks from '~icons/game-icons/velociraptor-tracks';
import Globe from '~icons/game-icons/world';

export interface SignLook {
  words: string;
  icon?: Component;
  /** A drawing of our own, 24 by 24. */
  path?: string;
  /** Letters instead of a picture. */
  letters?: string;
  tone?: 'moss' | 'clay' | 'sea' | 'plum' | 'brass' | 'ink';
}

const CARD = 'M6 2h12a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zm2 4v2h8V6zm0 4v6h8v-6z';
const EGG = 'M12 1.5c4 0 8 7 8 12.5a8 8.5 0 0 1-16 0C4 8.5 8 1.5 12 1.5z';
const BLADE = 'M5 2h14c0 9-2 16-8 20C7 17 5 10 5 2zm3 3c.2 5 1.200 9 3 12 1-2 .5-3 1.500-4l-1-2 2-1-.5-2 2-1V5z';
const BATTERY =
  'M2 5h5v14H2zM8.500 5h5v14h-5zM15 5h5v14h-5zM3.500 8v2h2V8zM10 8v2h2V8zM16.500 8v2h2V8zM3.500 13v2h2v-2zM10 13v2h2v-2zM16.500 13v2h2v-2z';
const LEAF_TOOTH = 'M9 22v-8c-3-1-5-4-4-6l2-1-1-2 3 0 3-4 3 4 3 0-1 2 2 1c1 2-1 5-4 6v8z';
const PEG = 'M8 2h8c1.500 6 1 12-1 20H9C7 14 6.500 8 8 2z';
const bars = (full: number) =>
  [0, 1, 2, 3]
    .map((at) =>
      at < full ? `M${2 + at * 5.4} ${17 - at * 4.5}h4v${5 + at * 4.5}h-4z` : `M${2 + at * 5.4} 20h4v2h-4z`,
    )
    .join('');

export const SIGNS: Record<string, SignLook> = {
  'res:P': { words: 'Plants', icon: Sprout, tone: 'moss' },
  'res:T': { words: 'Trees', icon: Pine, tone: 'sea' },
  'res:M': { words: 'Mammals', icon: Squirrel, tone: 'clay' },
  'res:B': { words: 'a Bio-Resource of your choice', letters: '?', tone: 'plum' },
  card: { words: 'a card', path: CARD, tone: 'ink' },
  'card:H': { words: 'a card from Hype', path: CARD, tone: 'brass' },
  'card:F': { words: 'a card from the Footprint', path: CARD, tone: 'sea' },
  'card:HF': { words: 'a card from Hype or the Footprint', path: CARD, tone: 'plum' },
  egg: { words: 'an egg', path: EGG, tone: 'clay' },
  up: { words: 'a red egg becomes gold', path: EGG, tone: 'brass' },
  hype: { words: 'Hype', icon: Megaphone, tone: 'brass' },
  footprint: { words: 'the top of the Footprint', icon: Tracks, tone: 'sea' },
  archive: { words: 'the Archive', icon: Archive, tone: 'ink' },
  atlas: { words: 'your Atlas', icon: Globe, tone: 'ink' },
  others: { words: 'all others instead', icon: Friends, tone: 'plum' },
  'order:Orn': { words: 'an Ornithischian', letters: 'Orn', tone: 'moss' },
  'order:Sau': { words: 'a Sauropod', letters: 'Sau', tone: 'sea' },
  'order:The': { words: 'a Theropod', letters: 'The', tone: 'clay' },
  'diff:order': { words: 'of different Orders', letters: '≠', tone: 'ink' },
  'row:L': { words: 'in Laurasia', letters: 'L', tone: 'ink' },
  'row:G': { words: 'in Gondwana', letters: 'G', tone: 'ink' },
  'hemi:L': { words: 'of Laurasia', letters: 'L', tone: 'ink' },
  'hemi:G': { words: 'of Gondwana', letters: 'G', tone: 'ink' },
  'era:T': { words: 'of the Triassic', letters: 'Tri', tone: 'ink' },
  'era:J': { words: 'of the Jurassic', letters: 'Jur', tone: 'ink' },
  'era:K': { words: 'of the Cretaceous', letters: 'Cre', tone: 'ink' },
  'cont:NAM': { words: 'North America', letters: 'NAm' },
  'cont:SAM': { words: 'South America', letters: 'SAm' },
  'cont:EUR': { words: 'Europe', letters: 'Eur' },
  'cont:ASI': { words: 'Asia', letters: 'Asi' },
  'cont:AFR': { words: 'Africa', letters: 'Afr' },
  'cont:OCE': { words: 'Oceania', letters: 'Oce' },
  'cont:ANT': { words: 'Antarctica', letters: 'Ant' },
  'size:S': { words: 'small, under 2 metres', path: bars(1) },
  'size:M': { words: 'medium, 2 to 6 metres', path: bars(2) },
  'size:L': { words: 'large, 6 to 10 metres', path: bars(3) },
  'size:C': { words: 'colossal, 10 metres and more', path: bars(4) },
  'teeth:Z': { words: 'blade teeth', path: BLADE },
  'teeth:B': { words: 'a battery of teeth', path: BATTERY },
  'teeth:L': { words: 'leaf-shaped teeth', path: LEAF_TOOTH },
  'teeth:S': { words: 'simple teeth, or a beak', path: PEG },
  'food:P': { words: 'eats ground plants', icon: Sprout },
  'food:T': { words: 'eats from trees', icon: Pine },
  'food:M': { words: 'eats meat', icon: Meat },
  'tag:Display': { words: 'Display', icon: Sparkles, tone: 'plum' },
  'tag:Intelligence': { words: 'Intelligence', icon: Brain, tone: 'plum' },
  'tag:Armour': { words: 'Armour', icon: Armour, tone: 'plum' },
  'tag:Speed': { words: 'Speed', icon: Sprint, tone: 'plum' },
  'tag:Herd': { words: 'Herd', icon: Herd, tone: 'plum' },
  'tag:Giant': { words: 'Giant', icon: Giant, tone: 'plum' },
  'tag:Nesting': { words: 'Nesting', icon: Nest, tone: 'plum' },
  'tag:Plumage': { words: 'Plumage', icon: Feather, tone: 'plum' },
};

export const ORDER_WORDS: Record<string, string> = { Orn: 'Ornithischian', Sau: 'Sauropod', The: 'Theropod' };
export const ORDER_TONES: Record<string, string> = { Orn: 'moss', Sau: 'sea', The: 'clay' };

/** The colours of an Order as a style: its tone, and a wash of it for backgrounds. */
export function toned(order: string): string {
  const tone = ORDER_TONES[order] ?? 'ink';
  return `--tone: var(--${tone}); --wash: var(--${tone}-wash)`;
}
export const ERA_WORDS: Record<string, string> = { T: 'Triassic', J: 'Jurassic', K: 'Cretaceous' };

/** The legend: which signs stand together. */
export const LEGEND: [string, string[]][] = [
  ['Bio-Resources', ['res:P', 'res:T', 'res:M', 'res:B']],
  ['Cards', ['card', 'card:H', 'card:F', 'card:HF', 'hype', 'footprint', 'archive', 'atlas']],
  ['Eggs and others', ['egg', 'up', 'others']],
  ['Orders', ['order:Orn', 'order:Sau', 'order:The', 'diff:order']],
  ['Where and when', ['row:L', 'row:G', 'era:T', 'era:J', 'era:K']],
  ['Size', ['size:S', 'size:M', 'size:L', 'size:C']],
  ['Teeth', ['teeth:Z', 'teeth:B', 'teeth:L', 'teeth:S']],
  ['Food', ['food:P', 'food:T', 'food:M']],
  [
    'Traits',
    [
      'tag:Display',
      'tag:Intelligence',
      'tag:Armour',
      'tag:Speed',
      'tag:Herd',
      'tag:Giant',
      'tag:Nesting',
      'tag:Plumage',
    ],
  ],
];
export const MARKS: [string, string][] = [
  ['/', 'for each on your Atlas'],
  ['≤', 'at most so many count'],
  ['→', 'pay what stands before to get what stands behind'],
  ['×', 'as many times as the number behind'],
  ['▸', 'look at so many, take so many'],
  ['✕', 'discard from there'],
  ['?', 'only if that is so'],
];

/** A sign that the table does not list: a family, by its name. */
export function lookOf(sign: string): SignLook {
  return SIGNS[sign] ?? { words: sign.split(':')[1] ?? sign, letters: sign.split(':')[1] ?? sign, tone: 'ink' };
}
