/** Boards and emblems, found by their folder's name. Nothing here knows a game. */
import type { Component } from 'svelte';
import type { BoardModule } from '../boards/contract';
import type { EncyclopediaEntry } from './api';

export interface Emblem {
  /** The plate's picture, and smaller things around it. */
  icon: Component;
  beside?: Component[];
  /** The family of colours: a name from theme.css. */
  tone: 'moss' | 'clay' | 'sea' | 'plum' | 'brass';
  /** What its scores count, one and several. */
  counts: [string, string];
}

/** What a game adds to its pages of the encyclopedia. */
export interface Album {
  /** The picture of an entry. */
  picture: Component<{ entry: EncyclopediaEntry }>;
  /** Facts to choose entries by. */
  filters: string[];
  /** The facts that name the branches of its tree, from the trunk; without them there is no tree. */
  branches?: [string, string];
}

const boards = import.meta.glob<{ default: BoardModule }>('../boards/*/index.ts');
const emblems = import.meta.glob<{ default: Emblem }>('../boards/*/emblem.ts', { eager: true });

const albums = import.meta.glob<{ default: Album }>('../boards/*/album.ts');

export async function loadAlbum(game: string): Promise<Album | null> {
  const load = albums[`../boards/${game}/album.ts`];
  return load ? (await load()).default : null;
}

export function hasBoard(game: string): boolean {
  return `../boards/${game}/index.ts` in boards;
}

export async function loadBoard(game: string): Promise<BoardModule | null> {
  const load = boards[`../boards/${game}/index.ts`];
  return load ? (await load()).default : null;
}

/** `12 bad reviews`; a game that does not say what it counts has points. */
export function scoreText(game: string, score: number): string {
  const [one, several] = emblemOf(game)?.counts ?? ['point', 'points'];
  return `${Number.isInteger(score) ? score : score.toFixed(1)} ${score === 1 ? one : several}`;
}

export function emblemOf(game: string): Emblem | null {
  return emblems[`../boards/${game}/emblem.ts`]?.default ?? null;
}
