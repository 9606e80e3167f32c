/** A silhouette and a name for everything that can stand in a museum. */
import type { Component } from 'svelte';
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

export interface Exhibit {
  name: string;
  silhouette: Component;
}

export const EXHIBITS: Record<string, Exhibit> = {
  '1': { name: 'Arrowhead', silhouette: Arrowhead },
  '2': { name: 'Butterfly', silhouette: Butterfly },
  '3': { name: 'Trilobite', silhouette: Trilobite },
  '4': { name: 'Frog', silhouette: Frog },
  '5': { name: 'Skeleton', silhouette: Skeleton },
  '6': { name: 'Fish', silhouette: Fish },
  '7': { name: 'Theater', silhouette: Theater },
  '8': { name: 'Sea Horse', silhouette: SeaHorse },
  '9': { name: 'Saber Tooth', silhouette: SaberTooth },
  '10': { name: 'Shark', silhouette: Shark },
  '11': { name: 'Snake', silhouette: Snake },
  '12': { name: 'Plesiosaur', silhouette: Plesiosaur },
  '13': { name: 'Pterodactyl', silhouette: Pterodactyl },
  '14': { name: 'Dolphin', silhouette: Dolphin },
  '15': { name: 'T. Rex', silhouette: Rex },
  R: { name: 'Restaurant', silhouette: Restaurant },
  C: { name: 'Corridor', silhouette: Corridor },
};

/** `11` as "Snake 11", `R` as "the restaurant". */
export function itemWords(item: string, number: number | null = null): string {
  if (item === 'C') return 'a corridor';
  if (item === 'R') return number === null ? 'the restaurant' : `the restaurant with number ${number}`;
  return `${EXHIBITS[item]?.name ?? ''} ${item}`;
}
