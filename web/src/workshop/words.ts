/** What the workshop says about its runs. */
import { leftText } from '../lib/words';
import type { WorkshopRun } from './calls';

const whole = (number: number) => number.toLocaleString('en');

/** How a run stands, in a few words. */
export function statusText(run: WorkshopRun): string {
  switch (run.status) {
    case 'playing':
      return `being played: ${whole(run.done)} of ${whole(run.total)} games`;
    case 'reporting':
      return 'the report is being written';
    case 'stopped':
      return `stopped after ${whole(run.done)} of ${whole(run.total)} games`;
    case 'finished':
      return `${whole(run.total)} games`;
  }
}

/** How fast it goes and how long it takes; nothing while that is not known. */
export function paceText(run: WorkshopRun): string {
  if (run.rate === null || run.seconds_left === null) return '';
  const rate = run.rate >= 10 ? whole(Math.round(run.rate)) : run.rate.toFixed(1);
  return `${rate} games a second · about ${leftText(1000 * Math.max(1, run.seconds_left))} left`;
}
