import { describe, expect, it } from 'vitest';
import type { MyMatch } from './api';
import { oldestFirst } from './turns';

const one = (id: string, since: string | null, mine = true, status = 'playing') =>
  ({ match: { id, status }, your_turn: mine, turn_since: since }) as MyMatch;

describe('your turn', () => {
  it('shows first what has waited longest', () => {
    const all = [
      one('b', '2026-11-16T10:00:00Z'),
      one('x', null, false),
      one('a', '2026-11-15T10:00:00Z'),
      one('over', '2026-11-01T10:00:00Z', true, 'over'),
    ];
    expect(oldestFirst(all).map((found) => found.match.id)).toEqual(['a', 'b']);
  });
});
