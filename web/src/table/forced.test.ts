import { describe, expect, it } from 'vitest';
import type { MoveOption } from '../lib/api';
import { forcedMove, type Company } from './forced';

const only = { text: 'end round', label: 'End the round' } as MoveOption;
const bots: Company = {
  auto: true,
  realtime: false,
  seat: 0,
  seats: [
    { seat: 0, kind: 'person' },
    { seat: 1, kind: 'bot' },
  ],
};

describe('a decision without a choice', () => {
  it('is made by itself among bots', () => {
    expect(forcedMove([only], bots)).toBe(only);
  });
  it('waits for who does not want that, and where there is a choice', () => {
    expect(forcedMove([only], { ...bots, auto: false })).toBeNull();
    expect(forcedMove([only, only], bots)).toBeNull();
    expect(forcedMove([], bots)).toBeNull();
  });
  it('tells no other person anything by its timing', () => {
    expect(forcedMove([only], { ...bots, seats: [...bots.seats, { seat: 2, kind: 'person' }] })).toBeNull();
    expect(forcedMove([only], { ...bots, realtime: true })).toBeNull();
  });
});
