/** The log as it is read: lines that tell only that somebody is ready become one. */
import type { LogLine } from '../lib/reel.svelte';
import { listed } from '../lib/words';

/** `P2 has chosen.` tells nothing but that P2 is ready. */
const READY = /^(P\d+) has (chosen\.|decided\b.*)$/;

export function folded(log: LogLine[]): LogLine[] {
  const lines: LogLine[] = [];
  let who: string[] = [];
  let what = '';
  for (const line of log) {
    const [, seat, done] = READY.exec(line.words) ?? [];
    if (!seat || !done) {
      who = [];
      lines.push(line);
    } else if (who.length && what === done) {
      if (!who.includes(seat)) who = [...who, seat].sort();
      const words = who.length > 1 ? `${listed(who)} have ${done}` : line.words;
      lines[lines.length - 1] = { number: line.number, words };
    } else {
      [who, what] = [[seat], done];
      lines.push(line);
    }
  }
  return lines;
}
