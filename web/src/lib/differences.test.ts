import { describe, expect, it } from 'vitest';
import pairs from './differences.json';
import { applied, fingerprint, rebuilt, type Change } from './differences';
import { update } from './testing';

interface Known {
  before: unknown;
  change: Change;
  after: unknown;
  fingerprint: number;
}

describe('differences between views', () => {
  // The server's own tests make the same changes of the same pairs.
  const known = pairs as unknown as Known[];

  it.each(known)('are rebuilt as the server means them: $change', ({ before, change, after, fingerprint: sum }) => {
    const kept = structuredClone(before);
    expect(applied(before, change)).toEqual(after);
    expect(before).toEqual(kept);
    expect(fingerprint(after)).toBe(sum);
  });

  it('follow each other through the frames of an update', () => {
    const frame = { event: { kind: 'k', words: 'w', facts: {} }, view: null, at_rest: false };
    const told = update(2, {
      view: null,
      frames: [
        { ...frame, change: { a: [2] } },
        { ...frame, change: null },
      ],
      change: { b: [3] },
    });
    const found = rebuilt(told, { a: 1, b: 1 });
    expect(found?.frames.map((one) => one.view)).toEqual([{ a: 2, b: 1 }, null]);
    expect(found?.view).toEqual({ a: 2, b: 3 });
    expect(rebuilt({ ...told, check: 1 }, { a: 1, b: 1 })).toBeNull();
    expect(rebuilt({ ...told, change: { list: { '': [0, 0, [1]] } } as never }, null)).toBeNull();
  });
});
