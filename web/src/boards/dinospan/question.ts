/** What is asked, in one sentence, and what the choice so far would do. */
import { capital } from '../../lib/words';
import type { Ask } from '../contract';
import type { Draft, Stage } from './choosing';
import { placeWords, plural, ROW_NAMES, type CardView, type HandCard, type Option, type View } from './view';

type Asked = Pick<Ask, 'question' | 'note'>;

const COSTS = ['Plant', 'Tree', 'Mammal', 'card'];

function costWords(card: CardView): string {
  return card.costs.flatMap((number, at) => (number ? [plural(number, COSTS[at]!)] : [])).join(', ') || 'nothing';
}

/** While a publication or an Analyze is being chosen. */
export function publishQuestion(
  view: View,
  stage: Stage,
  draft: Draft,
  chosen: HandCard | undefined,
  ways: number,
): Asked {
  const own = view.seats[view.seat ?? -1];
  if (draft.row)
    return {
      question: `Analyze ${ROW_NAMES[draft.row]}?`,
      note: 'Every ability is mandatory. Hype is refilled each time the marker moves on.',
    };
  if (!chosen)
    return stage === 'action'
      ? {
          question: own?.hand?.some((one) => one.can_publish) ? 'Publish a card, or analyze a row.' : 'Analyze a row.',
          note: own?.hand?.length
            ? `${plural(own.markers, 'Action Marker')} left this round. Pick a card or an arrow to see what it would do.`
            : `${plural(own?.markers ?? 0, 'Action Marker')} left this round. Pick an arrow to see what it would do.`,
        }
      : { question: 'Choose the card to publish.', note: 'Green cards can be published now.' };
  const { genus } = chosen.card;
  if (draft.method === 'new' && chosen.left) {
    const [plants, trees, mammals, hand] = chosen.left;
    return {
      question: `Publish ${genus} on ${placeWords(chosen.new_genus)}?`,
      note: `Costs ${costWords(chosen.card)}: you keep ${plural(plants, 'Plant')}, ${plural(trees, 'Tree')}, ${plural(mammals, 'Mammal')} and ${plural(hand, 'card')}.`,
    };
  }
  if (!draft.method && ways > 1)
    return {
      question: `Where shall ${genus} go?`,
      note: 'A new space costs its price; on a relative it costs an egg.',
    };
  if (stage === 'egg') return { question: 'Which egg pays for the Evolution?', note: 'Red counts 1 point, gold 3.' };
  return {
    question: draft.overlay ? `Evolve ${genus} ${draft.overlay.toUpperCase()}?` : `Lay ${genus} LOW or HIGH?`,
    note: 'LOW keeps the points and Trait below, HIGH keeps the ability below.',
  };
}

/** Everything else that may be asked. */
export function abilityQuestion(view: View, options: Option[], cards: Map<string, CardView>): Asked {
  const asked = taskQuestion(view, options, cards);
  return { ...asked, question: capital(asked.question) };
}

function taskQuestion(view: View, options: Option[], cards: Map<string, CardView>): Asked {
  const { task } = view;
  const card = cards.get(task?.card ?? '');
  const of = card ? `${card.genus}: ` : '';
  const number = task?.number ?? 0;
  const left = number > 1 ? `${number} to come.` : '';
  const has = (kind: string) => options.some((one) => one.kind === kind);
  if (has('research'))
    return { question: 'Keep one Research card.', note: 'It stays secret until the end and scores at most 8 points.' };
  if (has('keep')) return { question: 'Keep one Triassic card.', note: 'The rest is passed to the left.' };
  if (has('laurasia') || has('gondwana'))
    return {
      question: 'Your Triassic cards: one into each row.',
      note: 'Free of cost. The ability of each works at once.',
    };
  switch (task?.kind) {
    case 'pay':
      return {
        question: `${of}discard ${plural(number, 'card')} from your hand.`,
        note: 'It goes to the Archive, where all can see it.',
      };
    case 'order':
      return { question: 'Two abilities lie here: which goes first?', note: 'Both are activated.' };
    case 'branch':
      return {
        question: `${of}what shall it do?`,
        note: has('all') ? 'If you decline, every other player gains.' : 'One of these has to be done.',
      };
    case 'resource':
      return {
        question: `${of}which Bio-Resource?`,
        note: left || 'Press a tracker. 8 give 3 points at the end, 10 give 5.',
      };
    case 'source':
      return {
        question: `${of}take a card${has('footprint') ? (has('hype') ? ' from Hype, or draw' : ' from the Footprint') : ' from Hype'}.`,
        note: left || 'An empty Hype slot is filled only when the marker moves on.',
      };
    case 'lay':
      return { question: `${of}where shall the egg be laid?`, note: left || 'On any space with room, in either row.' };
    case 'upgrade':
      return { question: `${of}which red egg turns gold?`, note: left || 'Gold counts 3 points instead of 1.' };
    case 'take':
      return {
        question: `${of}take ${plural(number, 'card')}.`,
        note: view.revealed.length
          ? 'The rest goes on top of the Footprint or into the Archive.'
          : 'From the bottom of the Archive.',
      };
    case 'dispose':
      return {
        question: `${of}on top of the Footprint, or into the Archive?`,
        note: 'What is put on top later lies above.',
      };
    case 'churn':
      return { question: `${of}discard a Hype card.`, note: left || 'Then Hype is refilled, and you take one.' };
    case 'cull':
      return {
        question: `${of}discard matching Hype cards.`,
        note: task.must ? 'At least one; each brings the reward.' : 'As many as you like; each brings the reward.',
      };
    case 'swap':
      return { question: `${of}pay and get the reward?`, note: card?.text ?? '' };
    default:
      return { question: 'Your decision.' };
  }
}
