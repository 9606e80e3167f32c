/**
 * Views that come as what has changed since the one before: the later view rebuilt, and its fingerprint. What a
 * difference is stands beside `change` of an update in the API.
 */
import type { Update } from './api';

type Fields = Record<string, unknown>;
type Splice = [start: number, gone: number, put: unknown[]];
export type Change = [unknown] | { [name: string]: Change };

/** The later view. What has not changed is the same object as before. */
export function applied(old: unknown, change: Change): unknown {
  if (Array.isArray(change)) return change[0];
  if (Array.isArray(old)) return inList(old, change);
  if (typeof old !== 'object' || old === null) throw new Error('there is nothing that could have changed');
  const found: Fields = { ...old };
  for (const [name, one] of Object.entries(change)) found[name] = applied(found[name], one);
  return found;
}

function inList(old: unknown[], change: { [place: string]: Change }): unknown[] {
  if ('' in change) {
    const [start, gone, put] = change[''] as unknown as Splice;
    return old.toSpliced(start, gone, ...put);
  }
  const found = [...old];
  for (const [place, one] of Object.entries(change)) found[Number(place)] = applied(found[Number(place)], one);
  return found;
}

/** The update with whole views; null if it does not fit what was seen before it. */
export function rebuilt(update: Update, seen: unknown): Update | null {
  if (update.change === null) return update;
  let shown = seen;
  try {
    const frames = update.frames.map((frame) =>
      frame.change === null ? frame : { ...frame, view: (shown = applied(shown, frame.change as Change)) },
    );
    const view = applied(shown, update.change as Change);
    return update.check !== null && update.check !== fingerprint(view) ? null : { ...update, frames, view };
  } catch {
    return null;
  }
}

/** A number that two views share only if they are the same, as good as. */
export function fingerprint(value: unknown): number {
  let sum = -1;
  for (const byte of new TextEncoder().encode(spelt(value))) sum = TABLE[(sum ^ byte) & 255]! ^ (sum >>> 8);
  return ~sum >>> 0;
}

/** CRC-32, as everywhere. */
const TABLE = Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

/** One text in every language: numbers in thousandths, names in their order. */
function spelt(value: unknown): string {
  if (value === null || value === undefined) return '~';
  if (typeof value === 'boolean') return value ? '+' : '-';
  if (typeof value === 'number') return String(Math.floor(value * 1000 + 0.5));
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return `[${value.map((item) => `${spelt(item)},`).join('')}]`;
  const fields = value as Fields;
  const names = Object.keys(fields).sort();
  return `{${names.map((name) => `${name}:${spelt(fields[name])},`).join('')}}`;
}
