/** What is chosen before it is sent: a row to analyze, or a card with its way onto the Atlas. */
import type { Evolution, HandCard, Option, Row } from './view';

export interface Draft {
  row: Row | null;
  card: string;
  /** `new`, or the space of the Parent. */
  method: string;
  overlay: 'low' | 'high' | null;
  egg: 'red' | 'gold';
}

export const EMPTY: Draft = { row: null, card: '', method: '', overlay: null, egg: 'red' };

/** How far a publication has gone at the server: which part is asked next; nothing if it is not about that. */
export type Stage = 'action' | 'card' | 'method' | 'overlay' | 'egg' | '';

export function stageOf(options: Option[]): Stage {
  const kinds = new Set(options.map((one) => one.kind));
  if (kinds.has('analyze')) return 'action';
  if (kinds.has('card')) return 'card';
  if (kinds.has('new') || kinds.has('evolve')) return 'method';
  if (kinds.has('low')) return 'overlay';
  return kinds.has('egg') ? 'egg' : '';
}

/** The ways of a card onto the Atlas: spaces, each with its method. */
export function waysOf(card: HandCard | undefined): { place: string; method: string }[] {
  if (!card) return [];
  const fresh = card.new_genus ? [{ place: card.new_genus, method: 'new' }] : [];
  return [...fresh, ...card.parents.map((place) => ({ place, method: place }))];
}

export function evolutionOf(card: HandCard | undefined, method: string): Evolution | undefined {
  return card?.evolutions.find((one) => one.place === method);
}

/** The parts of the choice that the server does not know yet; null while something is still to be chosen. */
export function moveOf(
  stage: Stage,
  draft: Draft,
  evolution: Evolution | undefined,
  /** Is the Parent the card's only way? Then it is taken by itself. */
  alone = false,
): string | null {
  if (stage === 'action' && draft.row) return `analyze:${draft.row}`;
  if (!draft.card || (!draft.method && stage !== 'overlay' && stage !== 'egg')) return null;
  const evolves = draft.method !== 'new';
  if (evolves && !draft.overlay && stage !== 'egg') return null;
  const colours = evolution && evolution.red > 0 && evolution.gold > 0;
  const parts: [Stage[], string | false | undefined][] = [
    [['action'], 'publish'],
    [['action', 'card'], `card:${draft.card}`],
    [['action', 'card', 'method'], evolves ? !alone && `evolve:${draft.method}` : 'new'],
    [['action', 'card', 'method', 'overlay'], evolves && draft.overlay!],
    [['action', 'card', 'method', 'overlay', 'egg'], evolves && colours && `egg:${draft.egg}`],
  ];
  return parts
    .filter(([stages]) => stages.includes(stage))
    .map(([, part]) => part)
    .filter(Boolean)
    .join(' ');
}
