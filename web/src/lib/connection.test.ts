import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ClientMessage, MatchInfo, ServerMessage } from './api';
import { Connection } from './connection.svelte';
import { update } from './testing';

class FakeSocket {
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: ClientMessage[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor() {
    FakeSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }
  close(code = 1006) {
    this.readyState = 3;
    this.onclose?.({ code });
  }
  open() {
    this.readyState = 1;
    this.onopen?.();
  }
  say(message: ServerMessage) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  of(type: string) {
    return this.sent.filter((message) => message.type === type);
  }
}
const latest = () => FakeSocket.all.at(-1)!;
const match = { id: 'm', status: 'playing', seats: [] } as unknown as MatchInfo;
const welcome = (version: number): ServerMessage => ({
  type: 'welcome',
  seat: 0,
  match,
  chat: [],
  log: ['before'],
  update: update(version),
});

const lineTo = (realtime: boolean) =>
  new Connection({
    match: 'm',
    token: 'm.secret',
    realtime,
    tabletop: true,
    stepMs: () => 0,
    open: () => new FakeSocket() as unknown as WebSocket,
  });

let line: Connection;
beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  line = lineTo(false);
});
afterEach(() => {
  line.close();
  vi.useRealTimers();
});

describe('the line to the table', () => {
  it('says hello and is welcomed', () => {
    latest().open();
    expect(latest().sent[0]).toEqual({
      type: 'hello',
      token: 'm.secret',
      frames: false,
      tabletop: true,
      differences: true,
    });
    latest().say(welcome(3));
    expect([line.state, line.seat, line.reel.update?.version, line.isLive]).toEqual(['open', 0, 3, true]);
    expect(line.reel.log.map((one) => one.words)).toEqual(['before']);
  });

  it('rebuilds views that come as differences, and fetches them anew when they have gone wrong', () => {
    latest().open();
    latest().say(welcome(3));
    latest().say(update(4, { view: null, change: ['moved'] }));
    expect(line.reel.view).toBe('moved');
    latest().say(update(5, { view: null, change: ['moved again'], check: 1 }));
    expect([line.reel.view, line.state]).toEqual(['moved', 'lost']);
    vi.advanceTimersByTime(1000);
    latest().open();
    latest().say(welcome(5));
    expect(line.reel.view).toBe('rest 5');
  });

  it('sends a move with the decision it answers, and only once', () => {
    latest().open();
    latest().say(welcome(3));
    line.play('a');
    line.play('b');
    expect(latest().of('move')).toMatchObject([{ move: 'a', decision: 3 }]);
    expect(line.isSending).toBe(true);
  });

  it('sends unacknowledged moves again with the same key after a break', () => {
    latest().open();
    latest().say(welcome(3));
    line.play('a');
    const [before] = latest().of('move');
    latest().close();
    expect(line.state).toBe('lost');
    vi.advanceTimersByTime(1000);
    expect(FakeSocket.all).toHaveLength(2);
    latest().open();
    expect(latest().of('move')).toHaveLength(0);
    latest().say(welcome(3));
    expect(latest().of('move')).toEqual([before]);
    latest().say({ type: 'accepted', key: (before as { key: string }).key });
    expect(line.isSending).toBe(false);
    latest().close();
    vi.advanceTimersByTime(1000);
    latest().open();
    latest().say(welcome(4));
    expect(latest().of('move')).toHaveLength(0);
  });

  it('does not come back with a token that holds no seat any more', () => {
    latest().open();
    latest().say(welcome(3));
    latest().say({ type: 'gone', reason: 'Your seat was freed.' });
    latest().close(4410);
    vi.advanceTimersByTime(60_000);
    expect([line.state, line.reason, FakeSocket.all.length]).toEqual(['closed', 'Your seat was freed.', 1]);
  });

  it('takes an update that its move brought for the answer', () => {
    latest().open();
    latest().say(welcome(3));
    line.play('a');
    const { key } = latest().of('move')[0] as { key: string };
    latest().say(update(4, { accepted: key }));
    expect(line.isSending).toBe(false);
    latest().close();
    vi.advanceTimersByTime(1000);
    latest().open();
    latest().say(welcome(4));
    expect(latest().of('move')).toHaveLength(0);
  });

  it('retries ever more slowly', () => {
    for (let times = 0; times < 5; times++) {
      latest().close();
      vi.advanceTimersByTime(12000);
    }
    expect(FakeSocket.all).toHaveLength(6);
    latest().close();
    vi.advanceTimersByTime(3000);
    expect(FakeSocket.all).toHaveLength(6);
    globalThis.dispatchEvent(new Event('online'));
    expect(FakeSocket.all).toHaveLength(7);
  });

  it('gives up a line that is silent', () => {
    latest().open();
    latest().say(welcome(1));
    vi.advanceTimersByTime(40000);
    expect(FakeSocket.all.length).toBeGreaterThan(1);
  });

  it('keeps a line on which nothing was heard because the page itself was busy', () => {
    latest().open();
    latest().say(welcome(1));
    vi.setSystemTime(Date.now() + 60000);
    vi.advanceTimersByTime(13000);
    expect(FakeSocket.all).toHaveLength(1);
  });

  it('shows a refusal and the present state with it', () => {
    latest().open();
    latest().say(welcome(3));
    line.play('a');
    const key = (latest().of('move')[0] as { key: string }).key;
    latest().say({ type: 'refused', key, reason: 'Too late.', code: 'stale', update: update(5) });
    expect([line.refusal?.reason, line.isSending, line.reel.update?.version]).toEqual(['Too late.', false, 5]);
    line.play('b');
    expect(latest().of('move')).toHaveLength(2);
  });

  it('forgets a hint when something else is asked', () => {
    latest().open();
    latest().say(welcome(3));
    line.askHint();
    const key = (latest().of('ask_hint')[0] as { key: string }).key;
    latest().say({
      type: 'hint',
      key,
      move: 'a',
      label: 'A',
      why: 'Because.',
      moves: ['a'],
      whole: 'a',
      words: 'A',
      value: '',
      next_best: '',
      elements: [],
    });
    expect([line.hint?.why, line.hintAsked]).toEqual(['Because.', false]);
    latest().say(update(4));
    expect(line.hint).toBeNull();
  });

  it.each([true, false])('knows the time of the game and echoes pongs in real time only (%s)', (realtime) => {
    line.close();
    line = lineTo(realtime);
    latest().open();
    latest().say(welcome(3));
    const ping = latest().of('ping')[0] as { sent: number };
    latest().say({ type: 'pong', sent: ping.sent, at_ms: 5000, stamp: 7, lag_ms: null });
    expect(latest().of('echo')).toEqual(realtime ? [{ type: 'echo', stamp: 7 }] : []);
    vi.advanceTimersByTime(1000);
    expect(line.now()).toBeGreaterThanOrEqual(5900);
    expect(line.now()).toBeLessThan(6200);
  });
});
