/** The view of Carbon Dating by short names; the types are the server's. */
import { getContext, setContext } from 'svelte';
import type { Wire } from '../../lib/api';

export type View = Wire['CarbonDatingView'];
export type Card = Wire['CarbonDatingCardView'];
export type Species = Wire['CarbonDatingSpeciesView'];
export type Ability = Wire['CarbonDatingAbilityView'];
export type Pair = Wire['CarbonDatingPairView'];
export type Option = Wire['CarbonDatingOptionView'];
export type Step = Wire['CarbonDatingStepView'];
export type Verdict = 'good' | 'bad' | 'medium';

/** What is told at the end about the evening; it stands in the result's details. */
export interface Evening {
  bad_reviews: number;
  rating: string;
  eaten: number;
  largest_meal: number;
  rounds: number;
  reshuffles: number;
  goals: Record<string, boolean>;
  reviewers: string[];
  reviews: { card: string; species: string; place: 'table' | 'discard' | 'deck'; words: string; letters: string }[];
  satisfied: number;
}

/** The species that a card belongs to. */
export function speciesOf(view: View, id: string): Species | undefined {
  return view.species.find((one) => id in one.arrows);
}

/** A card of any pile. */
export function printed(view: View, id: string): Card {
  const seen = [...view.table, ...view.drawn, ...view.aside, ...view.satisfied].find((card) => card.card === id);
  if (seen) return seen;
  const species = speciesOf(view, id);
  return {
    card: id,
    species: species?.name ?? id,
    arrow: species?.arrows[id] ?? 0,
    hearts: species?.hearts ?? '----',
    abilities: species?.abilities ?? [],
    eaten: [],
  };
}

/** A guest by name: the species, and its number where there are several of it. */
export function called(card: Card): string {
  return `${card.species} ${numberOf(card.card)}`.trim();
}

/** The number on one of several guests of a species; empty where there is only one. */
export function numberOf(id: string): string {
  return /\d$/.exec(id)?.[0] ?? '';
}

const LOOKS = Symbol('how the cards look');

/** The board tells all its parts how its cards look: as which species of the game's own table. */
export function tellLooks(view: () => View): void {
  setContext(LOOKS, (id: string) => speciesOf(view(), id)?.letters);
}

export function toldLooks(): (id: string) => string {
  const looks = getContext<((id: string) => string | undefined) | undefined>(LOOKS);
  return (id) => looks?.(id) ?? id.slice(0, 3);
}

/** `SPI1(STE3,GAL2)` taken apart. */
export function seatOf(text: string): { card: string; eaten: string[] } {
  const [card = '', meal = ''] = text.replace(')', '').split('(');
  return { card, eaten: meal ? meal.split(',') : [] };
}

/** The two edges of a card in words, for those who listen. */
export function edges(card: Card): string {
  const hearts = [...card.hearts].map((slot, at) => `${at + 1} ${SLOT_WORDS[slot]}`).join(', ');
  return `Arrow at height ${card.arrow}. Hearts: ${hearts}.`;
}

/** A card in words: everything that can be seen on it. */
export function described(card: Card): string {
  const abilities = card.abilities.map((one) => `${one.trigger}: ${one.text}`).join(' ');
  const eaten = card.eaten.length ? ` Has eaten ${card.eaten.length}.` : '';
  return `${called(card)}. ${edges(card)} ${abilities}${eaten}`;
}

export const SLOT_WORDS: Record<string, string> = { F: 'full', B: 'broken', '-': 'empty' };
