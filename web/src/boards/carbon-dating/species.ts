/** How each species looks: its silhouette, its colour, and where its long name may break. */
import type { Component } from 'svelte';
import Parasaurolophus from '~icons/game-icons/parasaurolophus';
import Pterodactyl from '~icons/game-icons/pterodactylus';
import Triceratops from '~icons/game-icons/triceratops-head';
import Tyrannosaurus from '~icons/game-icons/dinosaur-rex';
import Velociraptor from '~icons/game-icons/velociraptor';

export const ICONS: Record<string, Component> = {
  PAR: Parasaurolophus,
  PTE: Pterodactyl,
  TRI: Triceratops,
  TYR: Tyrannosaurus,
  VEL: Velociraptor,
};

/** A colour to tell families apart at a glance; it means nothing beyond that. */
export const TINTS: Record<string, string> = {
  IGU: 'moss',
  GAL: 'brass',
  VEL: 'clay',
  SPI: 'sea',
  BRA: 'moss',
  TRI: 'brass',
  STE: 'plum',
  PAC: 'sea',
  ALL: 'clay',
  PAR: 'plum',
  COM: 'brass',
  ANK: 'moss',
  PTE: 'sea',
  TYR: 'clay',
};

const BREAKS: Record<string, string> = {
  Iguanodon: 'Iguan|odon',
  Gallimimus: 'Galli|mimus',
  Velociraptor: 'Veloci|raptor',
  Spinosaurus: 'Spino|saurus',
  Brachiosaurus: 'Brachio|saurus',
  Triceratops: 'Tricera|tops',
  Stegosaurus: 'Stego|saurus',
  Pachycephalosaurus: 'Pachy|cephalo|saurus',
  Allosaurus: 'Allo|saurus',
  Parasaurolophus: 'Para|sauro|lophus',
  Compsognathus: 'Compso|gnathus',
  Ankylosaurus: 'Ankylo|saurus',
  Pterodactyl: 'Ptero|dactyl',
  Tyrannosaurus: 'Tyranno|saurus',
};

/** The name with soft hyphens, so that it fits on a narrow card. */
export function breakable(name: string): string {
  return (BREAKS[name] ?? name).replaceAll('|', '\u00ad');
}
