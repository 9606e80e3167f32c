/** What the evening's host says, and the museum's own signs. */
import { FACE_DOWN, type Target } from './moves';
import { printed, type View } from './view';

/** What is to be done now, in one sentence. */
export function taskOf(view: View, targets: Target[], picked: string | null): string {
  if (view.result) return view.result.why;
  if (!targets.length) return 'The guests are looking each other over.';
  if (view.step === 'swap') return 'Compsognathus scurries under the table: swap two neighbours, or let everybody sit.';
  if (view.step === 'date') return 'New neighbours at once: pick the date that takes place.';
  if (picked === FACE_DOWN) return 'A blind date: choose an end, and see who it is.';
  if (picked) return placing(view, targets, picked);
  return 'Everybody is seated. End the round, or call in a guest on call.';
}

/** How the evening would end now, as long as nothing else is to be said. */
export function noteOf(view: View): string {
  const count = view.bad_reviews === 1 ? '1 bad review' : `${view.bad_reviews} bad reviews`;
  return `Round ${view.round}${view.final ? ', the last one' : ''}. If the evening ended now: ${count}.`;
}

function placing(view: View, targets: Target[], picked: string): string {
  const name = printed(view, picked).species;
  const kinds = targets.filter((target) => target.card === picked).map((target) => target.spot.kind);
  if (kinds.includes('gap')) return `${name} drops in: pick a gap between two neighbours.`;
  if (kinds.includes('seat')) return `${name} gatecrashes: pick whom to eat, and whose seat to take.`;
  if (kinds.length === 1) {
    const end = targets.find((target) => target.card === picked)?.spot;
    return `${name} takes the ${end?.kind === 'end' ? end.side : ''} end, the one that is left.`;
  }
  return `${name} is at the door: left end or right end?`;
}

const SIGNS = [
  'Please do not eat the other visitors.',
  'Flash photography frightens the Gallimimus.',
  'The museum is not liable for trampled bouquets.',
  'Coats, claws and clubs are to be left at the cloakroom.',
  'Speed dating is a figure of speech. No stampedes.',
  'This gallery closes at the end of the Cretaceous.',
  'Love is a matter of strata.',
  'Single since the Jurassic? You are among friends.',
];

export function signOf(round: number): string {
  return SIGNS[round % SIGNS.length]!;
}
