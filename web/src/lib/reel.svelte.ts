/**
 * What is shown of a table, one event after the other. Updates come from the server as fast as they happen; the reel
 * shows the table right after each event for a while, and comes to rest on the newest update.
 */
import type { EventMessage, Frame, Update } from './api';

const REMEMBERED = 400;
/** With more events waiting than this, each is shown for a shorter time. */
const PATIENCE = 8;
/** The share of its time that an announcement takes. */
const BRIEFLY = 0.45;

export interface LogLine {
  number: number;
  words: string;
}

type Step = { frame: Frame } | { rest: Update };

export class Reel {
  /** The table at rest: the last update that was shown to its end. */
  update = $state.raw<Update | null>(null);
  view = $state.raw<unknown>(null);
  event = $state.raw<EventMessage | null>(null);
  log = $state.raw<LogLine[]>([]);
  /** Are events still being shown? */
  isRunning = $state(false);
  /** While events are shown: do they leave this seat what it was asked at rest? Then it may go on deciding. */
  isStillAsked = $state(false);

  /** Kinds of events that only announce what comes: they are shown for a shorter time. */
  brief: readonly string[] = [];

  #waiting: Step[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lines = 0;

  /**
   * @param stepMs how long an event is shown; asked anew for each, 0 shows everything at once
   * @param realtime the newest view is always shown at once, and events only beside it
   */
  constructor(
    readonly stepMs: () => number,
    readonly realtime = false,
  ) {}

  /** The newest update, shown or not. */
  get newest(): Update | null {
    for (let at = this.#waiting.length - 1; at >= 0; at--) {
      const step = this.#waiting[at]!;
      if ('rest' in step) return step.rest;
    }
    return this.update;
  }

  /** An update with what led to it. */
  take(update: Update): void {
    const newest = this.newest;
    if (newest && update.version < newest.version) return;
    if (this.realtime) return this.#takeLive(update);
    // What looks as the table does at rest comes without a view of its own.
    for (const frame of update.frames)
      this.#waiting.push({ frame: frame.at_rest ? { ...frame, view: update.view } : frame });
    this.#waiting.push({ rest: update });
    if (this.isRunning) this.#seeWhatIsAsked();
    else this.#next();
  }

  /** A table met for the first time, or again after an absence: nothing is shown step by step. */
  jump(update: Update): void {
    this.#clear();
    this.#rest(update);
  }

  /** Everything that happened before, in words. */
  begin(log: string[]): void {
    this.#lines = 0;
    this.log = [];
    this.#say(log);
  }

  /** Show what is waiting at once. */
  skip(): void {
    clearTimeout(this.#timer);
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#say(waiting.flatMap((step) => ('frame' in step ? [step.frame.event.words] : [])));
    const last = waiting.findLast((step) => 'rest' in step);
    if (last && 'rest' in last) this.#rest(last.rest);
    this.event = null;
    this.isRunning = false;
  }

  stop(): void {
    this.#clear();
  }

  #next = (): void => {
    for (;;) {
      const step = this.#waiting.shift();
      if (!step) {
        this.isRunning = false;
        return;
      }
      if ('rest' in step) {
        this.#rest(step.rest);
        continue;
      }
      this.#say([step.frame.event.words]);
      const shown = this.#timeFor(step.frame);
      if (shown === 0) continue;
      this.isRunning = true;
      this.#seeWhatIsAsked();
      if (step.frame.view !== null) this.view = step.frame.view;
      this.event = step.frame.event;
      this.#timer = setTimeout(this.#next, shown);
      return;
    }
  };

  #timeFor(frame: Frame): number {
    const full = this.stepMs();
    if (full === 0 || globalThis.document?.hidden) return 0;
    const hurry = Math.max(1, this.#waiting.length / PATIENCE);
    // What changes nothing on the table is told by the log alone.
    if (frame.view === null) return 0;
    return (full / hurry) * (this.brief.includes(frame.event.kind) ? BRIEFLY : 1);
  }

  #takeLive(update: Update): void {
    this.#say(update.frames.map((frame) => frame.event.words));
    this.update = update;
    this.view = update.view;
    const last = update.frames.at(-1);
    if (!last) return;
    this.event = last.event;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.event = null), Math.max(this.stepMs(), 1));
  }

  #rest(update: Update): void {
    this.update = update;
    this.view = update.view;
    this.event = null;
    this.#seeWhatIsAsked();
  }

  #seeWhatIsAsked(): void {
    const { moves = [], decision } = this.update ?? {};
    this.isStillAsked = this.#waiting.every(
      (step) => 'frame' in step || (step.rest.decision === decision && step.rest.moves.length === moves.length),
    );
  }

  #say(words: string[]): void {
    const lines = words.filter(Boolean).map((one) => ({ number: ++this.#lines, words: one }));
    if (lines.length) this.log = [...this.log, ...lines].slice(-REMEMBERED);
  }

  #clear(): void {
    clearTimeout(this.#timer);
    this.#waiting = [];
    this.isRunning = false;
    this.event = null;
  }
}
