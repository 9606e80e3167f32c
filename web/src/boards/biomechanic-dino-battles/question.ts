/** What is asked, in one sentence, and what the choice so far would do. */
import { capital, listed } from '../../lib/words';
import type { Ask } from '../contract';
import { cardMoves, type Legal, type Pick } from './moves';
import { costWords, nameOf, outcomeWords, printed, type View } from './view';

type Words = Pick_<Ask, 'question' | 'note' | 'tone'>;
type Pick_<T, K extends keyof T> = { [Key in K]: T[Key] };

export function questionOf(view: View, legal: Legal, pick: Pick | null, names: string[], me: number): Words {
  const calm = (question: string, note = ''): Words => ({ question, note, tone: 'calm' });
  const attack = view.attack;
  const reminders = view.reminders.join(' ');
  switch (view.decision) {
    case 'defence':
      return attack ? { ...defence(view, names), tone: 'bad' } : calm('You are attacked.');
    case 'payment':
      return calm(`Choose the cards that pay: ${view.choosing || 'your move'}.`, 'Press a card to pay another way.');
    case 'opponent':
      return calm(`${capital(view.choosing || 'Your attack')}: choose an opponent.`, 'Press a lit player or dino.');
    case 'promote':
      return calm('Your active dino is gone: choose the one that moves up.');
    case 'heal':
      return calm('Choose one of your hurt dinos to repair.');
    case 'purge':
      return calm(
        'Purge a card from your hand, or stop.',
        'A purged card leaves the game for good: Wounds are worth it.',
      );
    case 'switch':
      return calm(
        legal.has('stay')
          ? 'Swap your active dino with a benched one, or stay.'
          : 'Choose the benched dino that swaps in.',
      );
    case 'jam':
      return calm("Choose an opponent's dino: one of its cards is to be discarded.");
    case 'jam_position':
      return calm('Choose the card by its position; it is revealed and discarded.');
    case 'poison':
      return calm('Choose the opponent who takes the Poison.');
    case 'salvage':
      return calm(
        pick?.kind === 'salvage'
          ? `Choose the dino that gets the ${nameOf(view, pick.card)}.`
          : 'Attach a Combat card from your discard pile, or none.',
        'Everybody sees which card it is.',
      );
    case 'look':
      return calm("Choose the opponent's dino whose cards you look at.");
    case 'move_from':
      return calm('Choose the dino whose cards move.');
    case 'move_to':
      return calm('Choose where the cards go.');
    case 'cure':
      return calm('Purge a Poison: from your hand or from your discard pile?');
    case 'hit':
      return calm("Choose the opponent's dino that is hit.");
    case 'reaction':
      return calm(
        `${names[view.on_turn]} has ended the actions: play an item, or pass.`,
        'You are asked because you may hold an item.',
      );
    case 'declared':
      return calm(`${declared(view, names)} Play an item before the answer, or pass.`, 'The answer comes next.');
    case 'answered':
      return calm(
        `${names[attack?.target ?? 0]} has answered ${attack?.name ?? 'the attack'}: ${ANSWERS[attack?.answer ?? 'pass']}. An item, or pass?`,
        'The attack is carried out next.',
      );
    case 'announced':
      return calm(`${names[view.on_turn]} announces a text: play an item before it counts, or pass.`);
    case 'buy':
      return buying(view, pick, reminders);
    default:
      return acting(view, legal, pick, names, me, reminders);
  }
}

const ANSWERS: Record<string, string> = { pass: 'let it happen', evade: 'Evade', defend: 'Defend' };

function declared(view: View, names: string[]): string {
  const attack = view.attack;
  if (!attack) return '';
  const at = attack.target === view.seat ? 'you' : names[attack.target];
  return `${attack.by === view.seat ? 'You attack' : `${names[attack.by]} attacks`} ${at} with ${attack.name}.`;
}

function defence(view: View, names: string[]): Pick_<Ask, 'question' | 'note'> {
  const attack = view.attack!;
  const by = attack.attacker
    ? `${printed(view, attack.attacker).name} of ${names[attack.by]}`
    : `An item of ${names[attack.by]}`;
  const passing = attack.outcomes.find((one) => one.answer === 'pass');
  if (attack.direct)
    return {
      question: `${by} attacks you directly: ${attack.name}.`,
      note: 'You have no dino, so it can only be passed.',
    };
  return {
    question: `${by} attacks with ${attack.name}: how do you answer?`,
    note: passing ? `If you pass: ${outcomeWords(passing, attack.direct)}.` : '',
  };
}

function buying(view: View, pick: Pick | null, reminders: string): Words {
  if (pick?.kind === 'buy') {
    const [kind, what = ''] = pick.move.split(':');
    const offer = kind === 'dino' ? view.offering.find((one) => String(one.slot) === what) : undefined;
    const stack = view.stacks.find((one) => one.card === what);
    const cost = offer?.cost ?? stack?.cost ?? '';
    const full =
      offer && view.seats[view.seat ?? 0]?.active
        ? ' It goes to your bench.'
        : offer
          ? ' It becomes your active dino.'
          : '';
    return {
      question: `Buy ${offer?.name ?? stack?.name} for ${cost === '0' ? 'nothing' : costWords(cost)}?`,
      note: offer ? offer.text + full : stack?.text || 'It goes to your discard pile.',
    };
  }
  return {
    question: view.buys ? 'Buy a lit card or dino, or be done.' : 'Nothing left to buy: end your turn.',
    note: reminders,
  };
}

function acting(view: View, legal: Legal, pick: Pick | null, names: string[], me: number, reminders: string): Words {
  if (pick?.kind === 'attack') {
    const found = view.forecasts.filter((one) => one.move === pick.move);
    const lacks = view.seats[me]?.active?.attack_lacks[Number(pick.move.slice(-1)) - 1] ?? '';
    const dino = view.seats[me]?.active;
    const name = dino ? printed(view, dino.id).attacks[Number(pick.move.slice(-1)) - 1]?.name : '';
    if (!legal.has(pick.move))
      return {
        question: `${name} cannot be used now.`,
        note: lacks ? `The cards on your dino lack ${costWords(lacks)}.` : 'No Combat Move is left this turn.',
      };
    if (found.length > 1)
      return { question: `${name}: choose whom to attack.`, note: 'Each row says what each answer would do.' };
    const passing = found[0]?.outcomes.find((one) => one.answer === 'pass');
    return {
      question: `Attack ${names[found[0]?.target ?? 0]} with ${name}?`,
      note: passing && found[0] ? `If nothing stops it: ${outcomeWords(passing, found[0].direct)}.` : '',
    };
  }
  if (pick?.kind === 'retreat')
    return { question: 'Choose the benched dino that becomes active.', note: 'A retreat is your Combat Move.' };
  if (pick?.kind === 'card') {
    const found = cardMoves(legal, pick.card, pick.source);
    const ways = [
      found.strategy && 'play it',
      (found.powers[0] ?? found.powers[1]) && 'use one of its powers',
      found.attaches.length && 'press a lit dino to attach it face down',
    ].filter((one): one is string => Boolean(one));
    return { question: `${nameOf(view, pick.card)}: ${listed(ways).replace(' and ', ' or ')}.`, note: '' };
  }
  const open = [
    [...legal].some((one) => one.startsWith('strategy:')) && 'play a strategy',
    [...legal].some((one) => one.startsWith('attach:')) && 'attach a card',
    [...legal].some((one) => one.startsWith('attack:')) && 'attack',
    [...legal].some((one) => one.startsWith('retreat:')) && 'retreat',
    [...legal].some((one) => one.startsWith('assist:')) && 'use an Assist Power',
    [...legal].some((one) => one.startsWith('item:')) && 'play an item',
  ].filter((one): one is string => Boolean(one));
  return {
    question: open.length
      ? `Your turn: ${listed(open).replace(' and ', ' or ')}.`
      : 'Nothing to do before buying: go on.',
    note: reminders,
  };
}

/** What the button that ends a decision says. */
export const NEUTRAL_WORDS: Record<string, string> = {
  end: 'End actions, go buying',
  pass: 'Pass',
  stop: 'Purge no more',
  stay: 'Stay',
  none: 'Salvage nothing',
  done: 'Done: end the turn',
};
