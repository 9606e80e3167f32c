import { describe, expect, it } from 'vitest';
import { endedWith } from './course';

describe('the course of a game', () => {
  const mark = (wounds: number) => [{ hp: 0, trophies: 0, wounds }];

  it('ends with what stands in the end', () => {
    expect(endedWith({ 1: mark(3), 2: mark(3) }, mark(11))).toEqual({ 1: mark(3), 2: mark(11) });
    expect(endedWith({}, mark(11))).toEqual({});
  });
});
