/**
 * The course of a game, round by round, as this browser saw it: HP in play, trophies and Wounds of every seat. It is kept
 * for the session, so that a page that was loaded anew still has it; what was not seen can be had from the replay.
 */
import { api } from '../../lib/api';
import { placeAt } from '../../lib/places';
import { dinosOf, type View } from './view';

export interface Mark {
  hp: number;
  trophies: number;
  wounds: number;
}
/** By round, then by seat. */
export type Course = Record<number, Mark[]>;

const key = (match: string) => `mesozoic.course.${match}`;

export function courseOf(match: string): Course {
  try {
    return JSON.parse(sessionStorage.getItem(key(match)) ?? '{}') as Course;
  } catch {
    return {};
  }
}

function keep(match: string, course: Course): void {
  try {
    sessionStorage.setItem(key(match), JSON.stringify(course));
  } catch {
    // A browser that keeps nothing draws nothing.
  }
}

export function marksOf(view: View): Mark[] {
  return view.seats.map((seat) => ({
    hp: dinosOf(seat).reduce((sum, dino) => sum + dino.left, 0),
    trophies: seat.trophies.length,
    wounds: seat.wounds,
  }));
}

/** The state of a round is the last that was seen of it. */
export function remember(match: string, view: View): void {
  keep(match, { ...courseOf(match), [view.round]: marksOf(view) });
}

/** The last round ends with the game: what stands then may never have been asked about, and so not been seen. */
export function endedWith(course: Course, end: Mark[]): Course {
  const rounds = Object.keys(course).map(Number);
  return rounds.length ? { ...course, [Math.max(...rounds)]: end } : course;
}

const CHUNK = 40;

/** The whole course from the replay, which takes a moment. */
export async function readCourse(match: string): Promise<Course> {
  const course: Course = {};
  for (let from = 0, total = 1; from < total; from += CHUNK) {
    const part = await api.replay(match, 'spectator', from, CHUNK, false, placeAt(match)?.token ?? null);
    total = part.total;
    for (const step of part.steps) course[(step.view as View).round] = marksOf(step.view as View);
  }
  keep(match, course);
  return course;
}
