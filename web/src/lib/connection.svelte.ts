/**
 * A seat's line to the table. It says hello, keeps what was not yet acknowledged and sends it again after a break,
 * retries ever more slowly, and knows the time of the game.
 */
import type { ChatLine, ClientMessage, Hint, MatchInfo, ServerMessage, Update } from './api';
import { rebuilt } from './differences';
import { Reel } from './reel.svelte';
import { newKey } from './words';

export type LineState = 'connecting' | 'open' | 'lost' | 'closed';
type Keyed = Extract<ClientMessage, { key: string }>;
/** A request without its key. */
type Wish = Keyed extends infer One ? (One extends Keyed ? Omit<One, 'key'> : never) : never;

const FIRST_RETRY_MS = 400;
const LONGEST_RETRY_MS = 8000;
/** How often the line is tried; in real time the way is measured by it, too. */
const REAL_TIME_PING_MS = 8000;
const PING_MS = 12000;
/** The server's word for a token that holds no seat any more: nobody comes back with it. */
const NO_SEAT = 4410;
/** So many tries may stay unanswered. They are counted, and not seconds: a page that was busy itself has heard nothing. */
const MOST_UNANSWERED = 2;

export interface ConnectionWish {
  match: string;
  token: string | null;
  realtime: boolean;
  tabletop: boolean;
  stepMs: () => number;
  /** For tests. */
  open?: (address: string) => WebSocket;
}

export class Connection {
  state = $state<LineState>('connecting');
  /** Why the line was closed for good. */
  reason = $state('');
  match = $state.raw<MatchInfo | null>(null);
  seat = $state<number | null>(null);
  chat = $state.raw<ChatLine[]>([]);
  hint = $state.raw<Hint | null>(null);
  hintAsked = $state(false);
  /** Why the last request was refused, for the player. */
  refusal = $state.raw<{ reason: string; number: number } | null>(null);
  /** Is a move on its way? */
  isSending = $state(false);
  readonly reel: Reel;

  #socket: WebSocket | null = null;
  #unacknowledged = new Map<string, Keyed>();
  #moveFor = new Map<string, number | null>();
  #attempts = 0;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #pingTimer: ReturnType<typeof setInterval> | undefined;
  #unanswered = 0;
  #welcomed = false;
  #ahead: number | null = null;
  #bestLag = Infinity;
  #refusals = 0;
  /** The view that was sent last: the next one may come as a difference from it. */
  #told: unknown = null;

  constructor(readonly wish: ConnectionWish) {
    this.reel = new Reel(wish.stepMs, wish.realtime);
    this.#connect();
    globalThis.addEventListener?.('online', this.#retryNow);
    globalThis.document?.addEventListener('visibilitychange', this.#seen);
  }

  /** May moves be sent now? */
  get isLive(): boolean {
    return this.state === 'open' && this.seat !== null;
  }

  /** The time of the game in milliseconds. */
  now = (): number => {
    const update = this.reel.update;
    if (!update) return 0;
    if (update.result !== null || this.#ahead === null) return update.at_ms;
    return Math.max(0, performance.now() + this.#ahead);
  };

  play(move: string): void {
    const update = this.reel.newest;
    if (!update) return;
    const decision = this.wish.realtime ? null : update.decision;
    if (decision !== null && [...this.#moveFor.values()].includes(decision)) return;
    this.hint = null;
    this.refusal = null;
    const key = this.ask({ type: 'move', move, ...(decision === null ? {} : { decision }) });
    this.#moveFor.set(key, decision);
    this.isSending = true;
  }

  askHint(): void {
    this.hintAsked = true;
    this.hint = null;
    this.ask({ type: 'ask_hint' });
  }

  /** Send a request, now or as soon as the line is there again; its key. */
  ask(wish: Wish): string {
    const message = { ...wish, key: newKey() } as Keyed;
    this.#unacknowledged.set(message.key, message);
    this.#say(message);
    return message.key;
  }

  close(): void {
    this.state = 'closed';
    clearTimeout(this.#retryTimer);
    clearInterval(this.#pingTimer);
    globalThis.removeEventListener?.('online', this.#retryNow);
    globalThis.document?.removeEventListener('visibilitychange', this.#seen);
    this.reel.stop();
    this.#socket?.close();
    this.#socket = null;
  }

  #connect(): void {
    const { match, token, tabletop } = this.wish;
    const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/matches/${encodeURIComponent(match)}/socket`;
    const socket = this.wish.open ? this.wish.open(address) : new WebSocket(address);
    this.#socket = socket;
    this.#welcomed = false;
    this.#unanswered = 0;
    socket.onopen = () => {
      this.#send(socket, {
        type: 'hello',
        ...(token ? { token } : {}),
        frames: !tabletop,
        tabletop,
        differences: true,
      });
    };
    socket.onmessage = (event) => {
      if (socket !== this.#socket) return;
      this.#unanswered = 0;
      this.#hear(JSON.parse(String(event.data)) as ServerMessage);
    };
    socket.onclose = (event) => {
      if (socket !== this.#socket) return;
      if (event.code === NO_SEAT) this.close();
      else this.#lost();
    };
    clearInterval(this.#pingTimer);
    this.#pingTimer = setInterval(() => this.#ping(), this.wish.realtime ? REAL_TIME_PING_MS : PING_MS);
  }

  #lost(): void {
    clearInterval(this.#pingTimer);
    this.#socket = null;
    if (this.state === 'closed') return;
    this.state = 'lost';
    const wait = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#attempts);
    this.#attempts += 1;
    this.#retryTimer = setTimeout(() => this.#connect(), wait * (0.8 + 0.4 * Math.random()));
  }

  #retryNow = (): void => {
    if (this.state !== 'lost' || this.#socket) return;
    clearTimeout(this.#retryTimer);
    this.#connect();
  };

  #seen = (): void => {
    if (!document.hidden) this.#retryNow();
  };

  #ping(): void {
    const socket = this.#socket;
    if (!socket) return;
    this.#unanswered += 1;
    if (this.#unanswered > MOST_UNANSWERED) {
      // A line that says nothing is a line that is gone, whatever the browser believes.
      socket.onclose = null;
      socket.close();
      this.#lost();
      return;
    }
    if (this.#welcomed) this.#measure(socket);
  }

  #measure(socket: WebSocket): void {
    this.#send(socket, { type: 'ping', sent: performance.now() });
  }

  #hear(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        return this.#welcome(message);
      case 'update':
        return this.#update(message);
      case 'match':
        this.match = message.match;
        return;
      case 'chat':
        if (!this.chat.some((line) => line.number === message.number)) this.chat = [...this.chat, message];
        return;
      case 'accepted':
        this.#settle(message.key);
        return;
      case 'refused':
        return this.#refused(message);
      case 'hint':
        this.#settle(message.key);
        this.hint = message;
        this.hintAsked = false;
        return;
      case 'pong':
        // The server measures the way by this echo; so it goes out first.
        if (this.#socket && this.wish.realtime) this.#send(this.#socket, { type: 'echo', stamp: message.stamp });
        return this.#pong(message.sent, message.at_ms);
      case 'gone':
        this.reason = message.reason;
    }
  }

  #welcome(message: Extract<ServerMessage, { type: 'welcome' }>): void {
    this.#welcomed = true;
    this.#attempts = 0;
    this.state = 'open';
    this.reason = '';
    this.seat = message.seat;
    this.match = message.match;
    this.chat = message.chat;
    if (message.update) {
      this.#told = message.update.view;
      const shown = this.reel.newest;
      if (!shown || shown.version !== message.update.version || !this.reel.isRunning) {
        this.reel.begin(message.log);
        this.reel.jump(message.update);
      }
      this.#setTime(message.update.at_ms);
    }
    // What was not acknowledged before the break is sent again with its key, so that it counts once.
    for (const request of this.#unacknowledged.values()) this.#say(request);
    if (this.#socket) this.#measure(this.#socket);
  }

  #update(news: Update): void {
    const update = rebuilt(news, this.#told);
    if (!update) return this.#socket?.close(); // it comes back with the whole table
    this.#told = update.view;
    const before = this.reel.newest;
    if (update.accepted) this.#settle(update.accepted);
    if (this.#ahead === null || Math.abs(update.at_ms - performance.now() - this.#ahead) > 400)
      this.#setTime(update.at_ms);
    if (before && before.decision !== update.decision) this.hint = null;
    if (update.log) this.reel.begin(update.log);
    this.reel.take(update);
  }

  #refused(message: Extract<ServerMessage, { type: 'refused' }>): void {
    if (message.key) this.#settle(message.key);
    this.hintAsked = false;
    if (message.update) {
      this.#told = message.update.view;
      this.reel.jump(message.update);
    }
    if (!this.#welcomed && message.code === 'forbidden') {
      this.reason = message.reason;
      this.close();
    }
    this.refusal = { reason: message.reason, number: ++this.#refusals };
  }

  #settle(key: string): void {
    this.#unacknowledged.delete(key);
    if (this.#moveFor.delete(key)) this.isSending = this.#moveFor.size > 0;
  }

  #pong(sent: number, atMs: number): void {
    const now = performance.now();
    const lag = now - sent;
    // The shortest way there and back tells the time best; an old best one is worth less and less.
    this.#bestLag += 5;
    if (lag > this.#bestLag) return;
    this.#bestLag = lag;
    this.#ahead = atMs + lag / 2 - now;
  }

  #setTime(atMs: number): void {
    this.#bestLag = Infinity;
    this.#ahead = atMs - performance.now();
  }

  #say(message: Keyed): void {
    if (this.#socket && this.#welcomed) this.#send(this.#socket, message);
  }

  #send(socket: WebSocket, message: ClientMessage): void {
    if (socket.readyState === 1) socket.send(JSON.stringify(message));
  }
}
