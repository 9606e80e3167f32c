/** Made-up messages for tests. */
import type { Update } from './api';

export function update(version: number, over: Partial<Update> = {}): Update {
  return {
    type: 'update',
    version,
    decision: version,
    view: `rest ${version}`,
    tabletop: null,
    moves: [{ text: 'a', label: 'A', elements: [] }],
    frames: [],
    to_move: [0],
    can_undo: false,
    turns_back: 0,
    undo: null,
    clocks: [],
    at_ms: 0,
    result: null,
    log: null,
    accepted: null,
    passes: null,
    change: null,
    check: null,
    ...over,
  };
}
