/** The messages of the table, by their names, and the calls over HTTP. Types are generated; nothing is written twice. */
import type { components } from './api.gen';

type Schemas = components['schemas'];

export type OptionInfo = Schemas['OptionInfo'];
export type BotInfo = Schemas['BotInfo'];
export type GameInfo = Schemas['GameInfo'];
export type Page = Schemas['Page'];
export type Rules = Schemas['Rules'];
export type SeatWish = Schemas['SeatWish'];
export type ClockWish = Schemas['ClockWish'];
export type NewMatch = Schemas['NewMatch'];
export type SeatInfo = Schemas['SeatInfo'];
export type MatchInfo = Schemas['MatchInfo'];
export type ClockInfo = Schemas['ClockInfo'];
export type Seated = Schemas['Seated'];
export type JoinMatch = Schemas['JoinMatch'];
export type ChangeSeat = Schemas['ChangeSeat'];
export type MyMatch = Schemas['MyMatch'];
export type MyData = Schemas['MyData'];
export type Reach = Schemas['Reach'];
export type RemindersInfo = Schemas['RemindersInfo'];
export type WebhookWish = Schemas['WebhookWish'];
export type TestOutcome = Schemas['TestOutcome'];
export type MoveOption = Schemas['MoveOption'];
export type EventMessage = Schemas['EventMessage'];
export type Frame = Schemas['Frame'];
export type SeatClock = Schemas['SeatClock'];
export type ResultMessage = Schemas['ResultMessage'];
export type Update = Schemas['Update'];
export type UndoQuestion = Schemas['UndoQuestion'];
export type Welcome = Schemas['Welcome'];
export type ChatLine = Schemas['ChatLine'];
export type Refused = Schemas['Refused'];
export type Hint = Schemas['Hint'];
export type Replay = Schemas['Replay'];
export type ReplayStep = Schemas['ReplayStep'];
export type ReplayRecord = Schemas['ReplayRecord'];
export type LessonBeat = Schemas['LessonBeat'];
export type LessonState = Schemas['LessonState'];
export type Problem = Schemas['Problem'];
export type Tabletop = Schemas['Tabletop'];
export type Zone = Schemas['Zone'];
export type CardFace = Schemas['CardFace'];
export type EncyclopediaEntry = Schemas['EncyclopediaEntry'];

export type ServerMessage =
  | Welcome
  | Update
  | Schemas['MatchChanged']
  | ChatLine
  | Schemas['Accepted']
  | Refused
  | Hint
  | Schemas['Pong']
  | Schemas['Gone'];
export type ClientMessage =
  | Schemas['Hello']
  | Schemas['Move']
  | Schemas['Undo']
  | Schemas['AnswerUndo']
  | Schemas['LetPass']
  | Schemas['Chat']
  | Schemas['AskHint']
  | Schemas['Ping']
  | Schemas['Echo']
  | Schemas['Start']
  | Schemas['HandOver']
  | Schemas['ComeBack']
  | Schemas['Rematch'];

/** All generated types, for boards: `Wire['CarbonDatingView']`. */
export type Wire = Schemas;
export type CarbonDatingView = Schemas['CarbonDatingView'];
export type CladesView = Schemas['CladesView'];
export type DolphinsAndDinosView = Schemas['DolphinsAndDinosView'];
export type DinospanView = Schemas['DinospanView'];
export type BiomechanicDinoBattlesView = Schemas['BiomechanicDinoBattlesView'];

/** The server said no, or was not there; `message` is a sentence for the player. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly code: string,
    readonly status: number,
  ) {
    super(message);
  }
}

export interface Call {
  method?: 'GET' | 'POST';
  body?: unknown;
  token?: string | null;
  signal?: AbortSignal;
}

async function ask(path: string, call: Call = {}): Promise<Response> {
  const headers: Record<string, string> = {};
  if (call.body !== undefined) headers['Content-Type'] = 'application/json';
  if (call.token) headers['Authorization'] = `Bearer ${call.token}`;
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method: call.method ?? (call.body === undefined ? 'GET' : 'POST'),
      headers,
      body: call.body === undefined ? undefined : JSON.stringify(call.body),
      signal: call.signal,
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Refusal('The server does not answer. Is it running?', 'unreachable', 0);
  }
  if (response.ok) return response;
  let problem: Partial<Problem> = {};
  try {
    problem = await response.json();
  } catch {
    // Not ours: a proxy's page, say.
  }
  throw new Refusal(
    problem.reason ?? `The server refused (${response.status}).`,
    problem.code ?? 'unknown',
    response.status,
  );
}

export async function json<T>(path: string, call: Call = {}): Promise<T> {
  return (await ask(path, call)).json();
}

const one = encodeURIComponent;
/** As many tokens as the server looks up at once. */
export const PORTION = 200;

async function inPortions<T>(path: string, tokens: string[]): Promise<T[]> {
  const found: T[] = [];
  for (let at = 0; at < tokens.length; at += PORTION)
    found.push(...(await json<T[]>(path, { body: { tokens: tokens.slice(at, at + PORTION) } })));
  return found;
}

let gamesAsked: Promise<GameInfo[]> | null = null;

export const api = {
  /** The games, asked once and kept: they do not change while the server runs. */
  games(): Promise<GameInfo[]> {
    gamesAsked ??= json<GameInfo[]>('/games').catch((error: unknown) => {
      gamesAsked = null;
      throw error;
    });
    return gamesAsked;
  },
  async game(game: string): Promise<GameInfo> {
    const found = (await api.games()).find((info) => info.name === game);
    if (!found) throw new Refusal(`There is no game called ${game}.`, 'unknown_game', 404);
    return found;
  },
  rules: (game: string) => json<Rules>(`/games/${one(game)}/rules`),
  encyclopedia: (game: string) => json<EncyclopediaEntry[]>(`/games/${one(game)}/encyclopedia`),
  lesson: (game: string, moves: string[], tabletop: boolean) =>
    json<LessonState>(`/games/${one(game)}/lesson`, { body: { moves, tabletop } }),
  lobby: () => json<MatchInfo[]>('/lobby'),
  reach: () => json<Reach>('/reach'),
  /** The matches of these tokens, asked for in portions that the server takes, one after the other. */
  mine: (tokens: string[]) => inPortions<MyMatch>('/mine', tokens),
  /** Everything that is stored about who holds these tokens. */
  myData: (tokens: string[]) => inPortions<MyData>('/mine/data', tokens),
  forget: (id: string, token: string) => ask(`/matches/${one(id)}/forget`, { method: 'POST', token }),
  open: (wish: NewMatch) => json<Seated>('/matches', { body: wish }),
  match: (id: string) => json<MatchInfo>(`/matches/${one(id)}`),
  join: (id: string, wish: JoinMatch) => json<Seated>(`/matches/${one(id)}/join`, { body: wish }),
  leave: (id: string, token: string) => ask(`/matches/${one(id)}/leave`, { method: 'POST', token }),
  start: (id: string, token: string) => ask(`/matches/${one(id)}/start`, { method: 'POST', token }),
  changeSeat: (id: string, seat: number, wish: ChangeSeat, token: string) =>
    ask(`/matches/${one(id)}/seats/${seat}`, { body: wish, token }),
  view: (id: string, token: string | null) => json<Update>(`/matches/${one(id)}/view`, { token }),
  record: async (id: string, token: string | null) => (await ask(`/matches/${one(id)}/record`, { token })).text(),
  replay: (id: string, eyes: string, start: number, count: number, tabletop: boolean, token: string | null) =>
    json<Replay>(`/matches/${one(id)}/replay?eyes=${one(eyes)}&start=${start}&count=${count}&tabletop=${tabletop}`, {
      token,
    }),
  replayRecord: (wish: ReplayRecord) => json<Replay>('/replay', { body: wish }),
};
