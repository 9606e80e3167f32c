/** The form of a game's options, made from their declarations. The server checks; this only helps to say it. */
import type { OptionInfo } from './api';

export type Values = Record<string, unknown>;

/** What each option is when nobody says anything. */
export function defaultsFor(options: OptionInfo[], players: number): Values {
  return Object.fromEntries(options.map((option) => [option.name, option.defaults[String(players)]]));
}

export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const left = Object.entries(one);
  const right = other as Record<string, unknown>;
  return left.length === Object.keys(right).length && left.every(([key, value]) => isSame(value, right[key]));
}

/** Has the option something to say beside the others' values? */
export function isRelevant(option: OptionInfo, values: Values): boolean {
  return Object.entries(option.needs).every(([name, wanted]) =>
    Array.isArray(wanted) ? wanted.some((one) => isSame(one, values[name])) : isSame(wanted, values[name]),
  );
}

/** Only what differs from the defaults and is relevant is sent, so that the game's own defaults stay in force. */
export function givenOptions(options: OptionInfo[], changed: Values, players: number): Values {
  const defaults = defaultsFor(options, players);
  const all = { ...defaults, ...changed };
  return Object.fromEntries(
    options
      .filter((option) => option.name in changed && isRelevant(option, all))
      .filter((option) => !isSame(changed[option.name], defaults[option.name]))
      .map((option) => [option.name, changed[option.name]]),
  );
}

/** Why a value cannot be sent yet; null if it can. Only for what a form can get wrong. */
export function problemOf(option: OptionInfo, value: unknown, players: number): string | null {
  const inBounds = (one: unknown) =>
    typeof one === 'number' &&
    Number.isInteger(one) &&
    (option.low === null || one >= option.low) &&
    (option.high === null || one <= option.high);
  switch (option.kind) {
    case 'number':
      return inBounds(value) ? null : `Give ${option.values}.`;
    case 'number_or':
      return value === option.word || inBounds(value) ? null : `Give ${option.values}.`;
    case 'per_seat':
      if (Array.isArray(value))
        return value.length === players && value.every(inBounds) ? null : `Give ${option.values}.`;
      return inBounds(value) ? null : `Give ${option.values}.`;
    case 'several': {
      const count = namesIn(value).length;
      return count === 0 || count === option.count ? null : `Choose ${option.count}, or none; now ${count}.`;
    }
    default:
      return null;
  }
}

/** The names of a `several` option, which is a list or `a,b,c`. */
export function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value as string[];
  return typeof value === 'string' && value ? value.split(',') : [];
}

/** A choice for reading: one that is called by a card's id, `K01`, by what it means. */
export function choiceText(option: OptionInfo, value: unknown): string {
  const means = option.choices[String(value)];
  return means && /^[A-Z]+\d+$/.test(String(value)) ? means : valueText(value);
}

/** An option's value for reading. */
export function valueText(value: unknown): string {
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  if (value && typeof value === 'object')
    return Object.entries(value)
      .map(([key, one]) => `${key}: ${valueText(one)}`)
      .join(', ');
  return value === '' ? 'none' : String(value).replaceAll('_', ' ');
}
