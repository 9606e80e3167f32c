import { expect, it } from 'vitest';
import type { WorkshopRun } from './calls';
import { paceText, statusText } from './words';

const run = (over: Partial<WorkshopRun>): WorkshopRun => ({
  id: '0',
  title: '',
  game_title: '',
  made: '',
  status: 'playing',
  done: 1200,
  total: 4000,
  rate: null,
  seconds_left: null,
  trouble: '',
  changes: [],
  short: [],
  reports: [],
  wish: { game: 'clades', players: [2], bots: ['hunter'], games: 2000 },
  ...over,
});

it('says how a run stands', () => {
  expect(statusText(run({}))).toBe('being played: 1,200 of 4,000 games');
  expect(statusText(run({ status: 'stopped' }))).toBe('stopped after 1,200 of 4,000 games');
  expect(statusText(run({ status: 'finished' }))).toBe('4,000 games');
});

it('says how fast it goes once that is known', () => {
  expect(paceText(run({}))).toBe('');
  expect(paceText(run({ rate: 1.26, seconds_left: 130 }))).toBe('1.3 games a second · about 2 min left');
  expect(paceText(run({ rate: 2345.6, seconds_left: 0.2 }))).toBe('2,346 games a second · about 1 s left');
});
