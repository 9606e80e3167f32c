import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Frame } from './api';
import { Reel } from './reel.svelte';
import { update } from './testing';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const frame = (words: string, view: unknown = words): Frame => ({
  event: { kind: 'k', words, facts: {} },
  view,
  change: null,
  at_rest: false,
});

describe('the reel', () => {
  it('shows the events one by one and then rests', () => {
    const reel = new Reel(() => 100);
    reel.take(update(1, { frames: [frame('one'), frame('two')] }));
    expect([reel.view, reel.event?.words, reel.isRunning, reel.update]).toEqual(['one', 'one', true, null]);
    vi.advanceTimersByTime(100);
    expect([reel.view, reel.event?.words]).toEqual(['two', 'two']);
    vi.advanceTimersByTime(100);
    expect([reel.view, reel.event, reel.isRunning, reel.update?.version]).toEqual(['rest 1', null, false, 1]);
    expect(reel.log.map((line) => line.words)).toEqual(['one', 'two']);
  });

  it('shows the table at rest where a frame leaves its view out because it looks the same', () => {
    const reel = new Reel(() => 100);
    reel.take(update(1, { frames: [frame('one'), { ...frame('two', null), at_rest: true }] }));
    vi.advanceTimersByTime(100);
    expect([reel.view, reel.event?.words, reel.isRunning]).toEqual(['rest 1', 'two', true]);
    vi.advanceTimersByTime(100);
    expect([reel.view, reel.isRunning]).toEqual(['rest 1', false]);
  });

  it('shows an announcement for a shorter time', () => {
    const reel = new Reel(() => 100);
    reel.brief = ['k'];
    reel.take(update(1, { frames: [frame('one'), frame('two')] }));
    vi.advanceTimersByTime(45);
    expect(reel.view).toBe('two');
    vi.advanceTimersByTime(45);
    expect(reel.isRunning).toBe(false);
  });

  it('queues what comes meanwhile', () => {
    const reel = new Reel(() => 100);
    reel.take(update(1, { frames: [frame('one')] }));
    reel.take(update(2, { frames: [frame('two')] }));
    expect(reel.newest?.version).toBe(2);
    vi.advanceTimersByTime(100);
    expect([reel.view, reel.update?.version]).toEqual(['two', 1]);
    vi.advanceTimersByTime(100);
    expect([reel.view, reel.update?.version]).toEqual(['rest 2', 2]);
  });

  it('can be skipped, and loses no words', () => {
    const reel = new Reel(() => 100);
    reel.take(update(1, { frames: [frame('one'), frame('two'), frame('three')] }));
    reel.skip();
    expect([reel.view, reel.event, reel.isRunning]).toEqual(['rest 1', null, false]);
    expect(reel.log.map((line) => line.words)).toEqual(['one', 'two', 'three']);
    vi.advanceTimersByTime(1000);
    expect(reel.log).toHaveLength(3);
  });

  it('shows everything at once when no time is to be taken', () => {
    const reel = new Reel(() => 0);
    reel.take(update(1, { frames: [frame('one'), frame('two')] }));
    expect([reel.view, reel.isRunning, reel.log.length]).toEqual(['rest 1', false, 2]);
  });

  it('does not wait for an event that changed nothing: the log tells it', () => {
    const reel = new Reel(() => 100);
    reel.jump(update(1));
    reel.take(update(2, { frames: [frame('said', null), frame('done')] }));
    expect([reel.view, reel.event?.words]).toEqual(['done', 'done']);
    expect(reel.log.map((line) => line.words)).toEqual(['said', 'done']);
    vi.advanceTimersByTime(100);
    expect(reel.view).toBe('rest 2');
  });

  it('takes nothing away from a seat that is still asked the same', () => {
    const reel = new Reel(() => 100);
    reel.jump(update(1, { decision: 4 }));
    reel.take(update(2, { decision: 4, frames: [frame('another has chosen')] }));
    expect([reel.isRunning, reel.isStillAsked]).toEqual([true, true]);
    reel.take(update(3, { decision: 4, moves: [], frames: [frame('all is revealed')] }));
    expect(reel.isStillAsked).toBe(false);
    vi.advanceTimersByTime(200);
    expect([reel.isRunning, reel.isStillAsked]).toEqual([false, true]);
  });

  it('ignores what is older than what it has', () => {
    const reel = new Reel(() => 0);
    reel.take(update(5));
    reel.take(update(4));
    expect(reel.update?.version).toBe(5);
  });

  it('shows the newest view at once in real time', () => {
    const reel = new Reel(() => 100, true);
    reel.take(update(1, { frames: [frame('one'), frame('two')] }));
    expect([reel.view, reel.event?.words, reel.isRunning, reel.update?.moves.length]).toEqual([
      'rest 1',
      'two',
      false,
      1,
    ]);
    vi.advanceTimersByTime(100);
    expect(reel.event).toBeNull();
  });
});
