/** Which animals a group of cards shows: the first two are closest kin. Silhouettes are icons or shapes of our own. */
import type { Component } from 'svelte';
import Armadillo from '~icons/game-icons/armadillo';
import Bat from '~icons/game-icons/bat';
import Bee from '~icons/game-icons/bee';
import Caveman from '~icons/game-icons/caveman';
import Centipede from '~icons/game-icons/centipede';
import Chameleon from '~icons/game-icons/chameleon-glyph';
import Crab from '~icons/game-icons/crab';
import Diplodocus from '~icons/game-icons/diplodocus';
import Dolphin from '~icons/game-icons/dolphin';
import Dragonfly from '~icons/game-icons/dragonfly';
import Eagle from '~icons/game-icons/eagle-emblem';
import Gecko from '~icons/game-icons/gecko';
import Gorilla from '~icons/game-icons/gorilla';
import Roachoid from '~icons/game-icons/long-antennae-bug';
import Mammoth from '~icons/game-icons/mammoth';
import Mite from '~icons/game-icons/mite';
import Monkey from '~icons/game-icons/monkey';
import Nautilus from '~icons/game-icons/nautilus-shell';
import Ostrich from '~icons/game-icons/ostrich';
import Oyster from '~icons/game-icons/oyster-pearl';
import Plesiosaurus from '~icons/game-icons/plesiosaurus';
import Mantis from '~icons/game-icons/praying-mantis';
import Pterodactylus from '~icons/game-icons/pterodactylus';
import Raven from '~icons/game-icons/raven';
import Scorpion from '~icons/game-icons/scorpion';
import SeaTurtle from '~icons/game-icons/sea-turtle';
import Shrimp from '~icons/game-icons/shrimp';
import Sloth from '~icons/game-icons/sloth';
import Spider from '~icons/game-icons/spider-alt';
import Tortoise from '~icons/game-icons/tortoise';
import Fish from '~icons/game-icons/tropical-fish';
import Turtle from '~icons/game-icons/turtle';
import Velociraptor from '~icons/game-icons/velociraptor';
import { shapes, type Shape } from './shapes';

export type Silhouette = Component | Shape;

export interface Group {
  title: string;
  animals: [string, Silhouette][];
}

export const groups: Record<string, Group> = {
  MW: {
    title: 'Pinnipeds',
    animals: [
      ['Valenictus', shapes.valenictus],
      ['Enaliarctos', shapes.enaliarctos],
      ['Puijila', shapes.puijila],
    ],
  },
  ML: {
    title: 'Xenarthrans & afrotheres',
    animals: [
      ['glyptodont', Armadillo],
      ['ground sloth', Sloth],
      ['mammoth', Mammoth],
    ],
  },
  MA: {
    title: 'Bats',
    animals: [
      ['Icaronycteris', shapes.bat_up],
      ['Onychonycteris', Bat],
      ['protobat', shapes.protobat],
    ],
  },
  SW: {
    title: 'Turtles & relatives',
    animals: [
      ['Archelon', SeaTurtle],
      ['Odontochelys', Turtle],
      ['Plesiosaurus', Plesiosaurus],
    ],
  },
  SL: {
    title: 'Dinosaurs',
    animals: [
      ['Allosaurus', Velociraptor],
      ['Apatosaurus', Diplodocus],
      ['Triceratops', shapes.triceratops],
    ],
  },
  SA: {
    title: 'Pterosaurs',
    animals: [
      ['Pteranodon', Pterodactylus],
      ['Quetzalcoatlus', shapes.quetzalcoatlus],
      ['Rhamphorhynchus', shapes.rhamphorhynchus],
    ],
  },
  AW: {
    title: 'Sea scorpions',
    animals: [
      ['Hughmilleria', shapes.hughmilleria],
      ['Stylonurus', shapes.stylonurus],
      ['Lunataspis', shapes.lunataspis],
    ],
  },
  AL: {
    title: 'Myriapods',
    animals: [
      ['Arthropleura', shapes.arthropleura],
      ['pauropod', shapes.pauropod],
      ['centipede', Centipede],
    ],
  },
  AA: {
    title: 'Winged insects',
    animals: [
      ['Meganeura', Dragonfly],
      ['Stenodictya', shapes.stenodictya],
      ['Archimylacris', Roachoid],
    ],
  },
  oMW: {
    title: 'Cetaceans',
    animals: [
      ['orca', shapes.orca],
      ['bottlenose dolphin', Dolphin],
      ['blue whale', shapes.blue_whale],
    ],
  },
  oML: {
    title: 'Primates',
    animals: [
      ['human', Caveman],
      ['gorilla', Gorilla],
      ['ring-tailed lemur', Monkey],
    ],
  },
  oMA: {
    title: 'Bats of today',
    animals: [
      ['flying fox', shapes.bat_hang],
      ['horseshoe bat', Bat],
      ['vampire bat', shapes.bat_up],
    ],
  },
  oSW: {
    title: 'Sea turtles',
    animals: [
      ['green turtle', SeaTurtle],
      ['hawksbill', Turtle],
      ['leatherback', Tortoise],
    ],
  },
  oSL: {
    title: 'Lizards',
    animals: [
      ['iguana', shapes.iguana],
      ['chameleon', Chameleon],
      ['gecko', Gecko],
    ],
  },
  oSA: {
    title: 'Birds',
    animals: [
      ['robin', Raven],
      ['eagle', Eagle],
      ['ostrich', Ostrich],
    ],
  },
  oAW: {
    title: 'Crustaceans',
    animals: [
      ['crab', Crab],
      ['lobster', Shrimp],
      ['barnacle', shapes.barnacle],
    ],
  },
  oAL: {
    title: 'Arachnids',
    animals: [
      ['spider', Spider],
      ['scorpion', Scorpion],
      ['mite', Mite],
    ],
  },
  oAA: {
    title: 'Winged insects of today',
    animals: [
      ['bee', Bee],
      ['mantis', Mantis],
      ['dragonfly', Dragonfly],
    ],
  },
};

export const bonusAnimals: Record<string, Silhouette> = {
  SHARK: shapes.shark,
  BIVALVE: Oyster,
  oFISH: Fish,
  oMOLLUSK: Nautilus,
};
