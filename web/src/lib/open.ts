/** Making a match and sitting down at it. */
import { api, type GameInfo, type MatchInfo, type NewMatch, type SeatWish } from './api';
import { takePlace } from './places';
import { router } from './router.svelte';
import { settings } from './settings.svelte';
import { newKey } from './words';

/** A good table for a first game: two, or three where everybody plays at once. */
export function usualPlayers(game: GameInfo): number {
  const wanted = game.simultaneous || game.realtime ? 3 : 2;
  return Math.min(game.most_players, Math.max(game.fewest_players, wanted));
}

/** Neither the weakest bot nor, where there are many, the strongest; in a race against the clock a beginner's match. */
export function usualBot(game: GameInfo): string | null {
  if (game.realtime) return game.bots[Math.floor(game.bots.length / 4)]?.name ?? null;
  return game.bots[Math.floor(game.bots.length / 2)]?.name ?? null;
}

export function usualSeats(game: GameInfo, players: number): SeatWish[] {
  const others = Array.from({ length: players - 1 }, (): SeatWish => ({ kind: 'bot', level: usualBot(game) }));
  return [{ kind: 'me' }, ...others];
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
    name: settings.playerName,
    try_from: { match: match.id, step },
  });
}

export async function openMatch(wish: Omit<NewMatch, 'key'>): Promise<void> {
  const seated = await api.open({ ...wish, key: newKey() });
  takePlace(seated.match.id, { token: seated.token, seat: seated.seat, game: seated.match.game });
  router.go(`/match/${seated.match.id}`);
}

/** Sit down against bots at once. */
export function playNow(game: GameInfo): Promise<void> {
  return openMatch({ game: game.name, seats: usualSeats(game, usualPlayers(game)), name: settings.playerName });
}
