/** Boards and emblems, found by their folder's name. Nothing here knows a game. */
import type { Album, BoardModule, Emblem, SetUpPart } from './contract';

const boards = import.meta.glob<{ default: BoardModule }>('./*/index.ts');
const emblems = import.meta.glob<{ default: Emblem }>('./*/emblem.ts', { eager: true });
const albums = import.meta.glob<{ default: Album }>('./*/album.ts');
const setUps = import.meta.glob<{ default: SetUpPart }>('./*/setup.ts');

export async function loadSetUp(game: string): Promise<SetUpPart | null> {
  const load = setUps[`./${game}/setup.ts`];
  return load ? (await load()).default : null;
}

export async function loadAlbum(game: string): Promise<Album | null> {
  const load = albums[`./${game}/album.ts`];
  return load ? (await load()).default : null;
}

export function hasBoard(game: string): boolean {
  return `./${game}/index.ts` in boards;
}

export async function loadBoard(game: string): Promise<BoardModule | null> {
  const load = boards[`./${game}/index.ts`];
  return load ? (await load()).default : null;
}

/** `12 bad reviews`; a game that does not say what it counts has points. */
export function scoreText(game: string, score: number): string {
  const [one, several] = emblemOf(game)?.counts ?? ['point', 'points'];
  return `${Number.isInteger(score) ? score : score.toFixed(1)} ${score === 1 ? one : several}`;
}

export function emblemOf(game: string): Emblem | null {
  return emblems[`./${game}/emblem.ts`]?.default ?? null;
}
