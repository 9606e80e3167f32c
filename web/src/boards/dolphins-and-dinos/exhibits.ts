/** A silhouette and words for everything that can stand in a museum. */
import { getContext, setContext, type Component } from 'svelte';
import Frog from '~icons/game-icons/frog';
import Skeleton from '~icons/game-icons/dinosaur-bones';
import Fish from '~icons/game-icons/tropical-fish';
import Theater from '~icons/game-icons/theater-curtains';
import SeaHorse from '~icons/game-icons/seahorse';
import SaberTooth from '~icons/game-icons/saber-toothed-cat-head';
import Shark from '~icons/game-icons/shark-jaws';
import Snake from '~icons/game-icons/snake';
import Plesiosaur from '~icons/game-icons/plesiosaurus';
import Pterodactyl from '~icons/game-icons/pterodactylus';
import Dolphin from '~icons/game-icons/dolphin';
import Rex from '~icons/game-icons/dinosaur-rex';
import Trilobite from '~icons/game-icons/trilobite';
import Restaurant from '~icons/game-icons/meal';
import Arrowhead from './silhouettes/Arrowhead.svelte';
import Butterfly from './silhouettes/Butterfly.svelte';
import Corridor from './silhouettes/Corridor.svelte';

/** What the exhibits of a card table are called, by their values. */
export type Names = Record<string, string>;

/** The exhibits of the game's own table, in their order. */
const SILHOUETTES: Record<string, Component> = {
  Arrowhead,
  Butterfly,
  Trilobite,
  Frog,
  Skeleton,
  Fish,
  Theater,
  'Sea Horse': SeaHorse,
  'Saber Tooth': SaberTooth,
  Shark,
  Snake,
  Plesiosaur,
  Pterodactyl,
  Dolphin,
  'T. Rex': Rex,
};
const IN_ORDER = Object.values(SILHOUETTES);

/** An exhibit that only a designer's table has wears the silhouette of the one in its place in ours. */
export function silhouetteOf(item: string, names: Names): Component | undefined {
  if (item === 'R') return Restaurant;
  if (item === 'C') return Corridor;
  const place = Object.keys(names).indexOf(item);
  return SILHOUETTES[names[item] ?? ''] ?? IN_ORDER[place];
}

/** `11` as "Snake 11", `R` as "the restaurant". */
export function itemWords(names: Names, item: string, number: number | null = null): string {
  if (item === 'C') return 'a corridor';
  if (item === 'R') return number === null ? 'the restaurant' : `the restaurant with number ${number}`;
  return `${names[item] ?? ''} ${item}`;
}

const NAMES = Symbol('names of the exhibits');

/** The board tells all its parts what the exhibits are called. */
export function tellNames(names: () => Names): void {
  setContext(NAMES, names);
}

export function toldNames(): () => Names {
  return getContext(NAMES);
}
