/** What the workshop's pages ask of the server. */
import { json, type Wire } from '../lib/api';

export type Workshop = Wire['Workshop'];
export type WorkshopGame = Wire['WorkshopGame'];
export type WorkshopRun = Wire['WorkshopRun'];
export type WorkshopWish = Wire['WorkshopWish'];
export type CardSheet = Wire['CardSheet'];
export type CardProblem = Wire['CardProblem'];
export type CheckedCards = Wire['CheckedCards'];

const one = encodeURIComponent;
const post = <T>(path: string) => json<T>(path, { method: 'POST' });

export const calls = {
  workshop: () => json<Workshop>('/workshop'),
  game: (game: string) => json<WorkshopGame>(`/workshop/games/${one(game)}`),
  check: (game: string, wish: Wire['CardsWish'], signal?: AbortSignal) =>
    json<CheckedCards>(`/workshop/games/${one(game)}/cards`, { body: wish, signal }),
  begin: (wish: WorkshopWish) => json<WorkshopRun>('/workshop/runs', { body: wish }),
  run: (id: string) => json<WorkshopRun>(`/workshop/runs/${one(id)}`),
  stop: (id: string) => post<WorkshopRun>(`/workshop/runs/${one(id)}/stop`),
  goOn: (id: string) => post<WorkshopRun>(`/workshop/runs/${one(id)}/go-on`),
  report: (id: string) => post<WorkshopRun>(`/workshop/runs/${one(id)}/report`),
  remove: (id: string) => post<unknown>(`/workshop/runs/${one(id)}/delete`),
};

export type ReportName = WorkshopRun['reports'][number];

/** Where a report is; in the light that the reader has chosen. */
export function reportAddress(id: string, page: ReportName, theme: string): string {
  const light = theme === 'auto' ? '' : `?theme=${theme}`;
  return `/api/workshop/runs/${one(id)}/pages/${page}${light}`;
}
