/** What each quality says about three cards, in the words of the server; for calls that this page has only sent. */
import { CLADE_WORDS, COLOUR_WORDS, ENVIRONMENT_WORDS, read } from './cards';
import type { Comparison } from './view';

const NUMBER_WORDS = { 1: 'one', 2: 'two', 3: 'three' };

export function compare(names: string[]): Comparison[] {
  const cards = names.map(read);
  const lines: [string, string[]][] = [
    ['clade', cards.map((card) => CLADE_WORDS[card.clade])],
    ['environment', cards.map((card) => ENVIRONMENT_WORDS[card.environment])],
    ['number', cards.map((card) => NUMBER_WORDS[card.number])],
    ['colour', cards.map((card) => COLOUR_WORDS[card.colour])],
  ];
  return lines.map(([quality, types]) => {
    const kinds = new Set(types).size;
    return { quality, types, verdict: kinds === 1 ? 'all same' : kinds === 3 ? 'all different' : 'two of a kind' };
  });
}

/** `water, land, air`, `mammal`, or `blue, blue, red`. */
export function typesOf(line: Comparison): string {
  return line.verdict === 'all same' ? (line.types[0] ?? '') : line.types.join(', ');
}
