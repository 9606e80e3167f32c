/** Making a match and sitting down at it. */
import { api, type GameInfo, type MatchInfo, type NewMatch, type SeatWish } from './api';
import { hasName } from './naming.svelte';
import { takePlace } from './places';
import { tellOf } from './reminders';
import { router } from './router.svelte';
import { settings } from './settings.svelte';
import { newKey } from './words';

/** A good table for a first game: two, or three where everybody chooses at once in peace. */
export function usualPlayers(game: GameInfo): number {
  const wanted = game.simultaneous && !game.realtime ? 3 : 2;
  return Math.min(game.most_players, Math.max(game.fewest_players, wanted));
}

/** Are there bots of several strengths, so that the one picked last is remembered? */
export function hasLevels(game: GameInfo): boolean {
  return game.most_players > 1 && game.bots.length > 2;
}

/** Is it asked before the first game? In a race, where nothing can be thought over; elsewhere one just sits down. */
export function asksFirst(game: GameInfo): boolean {
  return hasLevels(game) && game.realtime;
}

/** The bot that was picked before, else the game's usual one. */
export function usualBot(game: GameInfo): string {
  const picked = settings.opponents[game.name];
  return game.bots.find((bot) => bot.name === picked)?.name ?? game.usual_bot;
}

export function usualSeats(game: GameInfo, players: number): SeatWish[] {
  const others = Array.from({ length: players - 1 }, (): SeatWish => ({ kind: 'bot', level: usualBot(game) }));
  return [{ kind: 'me' }, ...others];
}

/** The record of a finished game, as a file. */
export async function saveRecord(match: MatchInfo, token: string | null): Promise<void> {
  saveFile(`${match.game}-${match.id}.record`, await api.record(match.id, token));
}

export function saveFile(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Go on from a step of a finished game, with bots in the other seats. */
export function tryFrom(match: MatchInfo, game: GameInfo, seat: number, step: number): Promise<void> {
  const seats = match.seats.map((_, at): SeatWish =>
    at === seat ? { kind: 'me' } : { kind: 'bot', level: usualBot(game) },
  );
  const { options } = match;
  return openMatch({
    game: match.game,
    seats,
    options,
    try_from: { match: match.id, step },
  });
}

/** Makes the match and goes there; not if somebody who was asked for a name turned away. */
export async function openMatch(wish: Omit<NewMatch, 'key' | 'name'>): Promise<void> {
  if (!(await hasName())) return;
  const seated = await api.open({ ...wish, name: settings.playerName, key: newKey() });
  takePlace(seated.match.id, { token: seated.token, seat: seated.seat, game: seated.match.game });
  tellOf(seated.token);
  router.go(`/match/${seated.match.id}`);
}

/** Sit down against bots at once. */
export function playNow(game: GameInfo): Promise<void> {
  return openMatch({ game: game.name, seats: usualSeats(game, usualPlayers(game)) });
}
