/** Which silhouette a card shows: one for each family of an Order, and a few genera that everybody knows. */
import type { Component } from 'svelte';
import Diplodocus from '~icons/game-icons/diplodocus';
import Parasaurolophus from '~icons/game-icons/parasaurolophus';
import Tyrannosaurus from '~icons/game-icons/dinosaur-rex';
import Velociraptor from '~icons/game-icons/velociraptor';
import { DRAWN } from '../silhouettes';
import { SHAPES } from './shapes';
import type { CardView } from './view';

export type Silhouette = Component | string;

const FAMILIES: Record<string, Silhouette> = {
  'Orn Basal': SHAPES.runner!,
  Ankylosauria: DRAWN.ANK!,
  Ceratopsia: SHAPES.ceratopsian!,
  Heterodontosauridae: SHAPES.heterodont!,
  Ornithopoda: DRAWN.IGU!,
  Hadrosauroidea: Parasaurolophus,
  Pachycephalosauria: DRAWN.PAC!,
  Stegosauria: DRAWN.STE!,
  'Sau Basal': SHAPES.prosauropod!,
  Flagellicaudata: Diplodocus,
  Macronaria: DRAWN.BRA!,
  Mamenchisauridae: SHAPES.longneck!,
  Massospondylidae: SHAPES.prosauropod!,
  Rebbachisauridae: SHAPES.grazer!,
  Titanosauria: SHAPES.titan!,
  'The Basal': DRAWN.COM!,
  Allosauroidea: DRAWN.ALL!,
  Ceratosauria: SHAPES.horned!,
  Coelurosauria: DRAWN.GAL!,
  Maniraptora: SHAPES.feathered!,
  Megalosauroidea: DRAWN.SPI!,
  Paraves: Velociraptor,
  Tyrannosauroidea: Tyrannosaurus,
};

export function silhouetteOf(card: Pick<CardView, 'order' | 'family'>): Silhouette {
  return FAMILIES[card.family] ?? FAMILIES[`${card.order} ${card.family}`] ?? FAMILIES[`${card.order} Basal`]!;
}

/** How much of its plate an animal fills: a small one is drawn smaller. */
export const FILLS: Record<string, number> = { S: 0.58, M: 0.74, L: 0.88, C: 1 };
