import { describe, expect, it } from 'vitest';
import { restOf, type Doings } from './rest';

const asked: Doings = {
  isLaid: true,
  isRunning: false,
  isOver: false,
  isOpen: true,
  isSending: false,
  isAsked: true,
};

describe('what a table is doing', () => {
  it('waits for you only when something can be picked', () => {
    expect(restOf(asked)).toBe('yours');
    expect(restOf({ ...asked, isLaid: false })).toBe('opening');
    expect(restOf({ ...asked, isOpen: false })).toBe('lost');
    expect(restOf({ ...asked, isSending: true, isAsked: false })).toBe('sending');
    expect(restOf({ ...asked, isRunning: true, isAsked: false })).toBe('showing');
    expect(restOf({ ...asked, isAsked: false })).toBe('theirs');
  });

  it('still waits for you while the doings of others are shown', () => {
    expect(restOf({ ...asked, isRunning: true })).toBe('yours');
  });

  it('is over when the end has been shown', () => {
    expect(restOf({ ...asked, isOver: true, isRunning: true })).toBe('showing');
    expect(restOf({ ...asked, isOver: true, isOpen: false })).toBe('over');
  });
});
