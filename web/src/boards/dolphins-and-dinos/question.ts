/** What is asked, in one sentence, and what the choice so far would do. */
import { capital } from '../../lib/words';
import type { Ask } from '../contract';
import { itemWords } from './exhibits';
import { findCard, hallWords, type Choice, type SeatView, type View } from './view';

export function questionOf(view: View, own: SeatView | null, choice: Choice): Pick<Ask, 'question' | 'note'> {
  if (view.phase === 'features') return featureQuestion(view, own);
  const chosen = itemWords(view.names, choice.item ?? '', choice.number);
  if (!choice.item)
    return {
      question: 'Pick a card on offer, or a corridor.',
      note: `You have $${own?.money ?? 0}. Numbers must rise to the right and upwards.`,
    };
  if (choice.item === 'R' && choice.number === null)
    return { question: 'Give the restaurant a number.', note: 'It brings half of its number in dollars.' };
  if (!choice.square) return { question: `Choose a lit square for ${chosen}.`, note: costOf(view, own, choice) };
  if (findCard(view, choice.item)?.covered === 0)
    return { question: `Too dear: a corridor on ${choice.square}. Seal it?`, note: costOf(view, own, choice) };
  return {
    question: `${capital(chosen)} on ${choice.square}: seal it when you are sure.`,
    note: [gainOf(view, choice), costOf(view, own, choice)].filter(Boolean).join(' '),
  };
}

function featureQuestion(view: View, own: SeatView | null): Pick<Ask, 'question' | 'note'> {
  const fee = view.marks[0]?.fee ? 'for $1' : 'for free';
  const item = itemWords(view.names, own?.lines.at(-1)?.item ?? '');
  const lowest = view.free_item
    ? `Free for ${itemWords(view.names, view.free_item)}, the lowest exhibit ${view.solo ? 'on offer' : 'of the round'}; $1 for every other.`
    : '';
  return { question: `Draw a feature on ${item} ${fee}? Now or never.`, note: lowest };
}

function gainOf(view: View, choice: Choice): string {
  const item = choice.item === 'R' ? `(${choice.number})` : choice.item;
  const placing = view.plan?.placings.find((one) => one.item === item && one.square === choice.square);
  if (!placing) return '';
  const points = `${placing.gain < 0 ? '−' : '+'}${Math.abs(placing.gain)} points`;
  const broken = placing.breaks.map(hallWords).join(' and the ');
  return broken ? `${points}, but it breaks the ${broken}.` : `${points}.`;
}

function costOf(view: View, own: SeatView | null, choice: Choice): string {
  const money = own?.money ?? 0;
  if (choice.item === 'C') return `Free: you keep $${money}. Halls skip a corridor.`;
  if (choice.item === 'R') {
    const income = view.plan?.numbers.find((one) => one.number === choice.number)?.income ?? 0;
    return `Brings $${income}: you will have $${money + income}.`;
  }
  const [alone = 0, shared] = findCard(view, choice.item)?.prices ?? [];
  if (alone > money) return `It costs $${alone} and you have $${money}: the square would become a corridor.`;
  const more = shared === undefined || shared === alone ? '' : `, $${shared} if one more picks it`;
  return `Costs $${alone}${more}: you keep $${money - alone}.`;
}
