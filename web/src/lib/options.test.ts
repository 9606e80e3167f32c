import { describe, expect, it } from 'vitest';
import type { OptionInfo } from './api';
import { defaultsFor, givenOptions, isRelevant, isSame, namesIn, problemOf, valueText } from './options';

function option(over: Partial<OptionInfo>): OptionInfo {
  return {
    name: 'one',
    for_designers: false,
    help: '',
    kind: 'number',
    defaults: { '2': 3, '3': 4 },
    values: 'a whole number from 1 to 9',
    choices: {},
    low: 1,
    high: 9,
    word: null,
    keys: [],
    count: null,
    needs: {},
    ...over,
  };
}

describe('options', () => {
  it('have defaults by the number of players', () => {
    expect(defaultsFor([option({})], 3)).toEqual({ one: 4 });
  });

  it('are sent only where they differ', () => {
    const all = [option({}), option({ name: 'two' })];
    expect(givenOptions(all, { one: 3, two: 5 }, 2)).toEqual({ two: 5 });
    expect(givenOptions(all, { one: 3 }, 3)).toEqual({ one: 3 });
  });

  it('are left out when they have nothing to say', () => {
    const setup = option({ name: 'setup', kind: 'choice', defaults: { '2': 'starter' } });
    const dinos = option({
      name: 'dinos',
      kind: 'several',
      count: 2,
      needs: { setup: 'chosen' },
      defaults: { '2': '' },
    });
    expect(isRelevant(dinos, { setup: 'starter' })).toBe(false);
    expect(givenOptions([setup, dinos], { dinos: 'a,b' }, 2)).toEqual({});
    expect(givenOptions([setup, dinos], { setup: 'chosen', dinos: 'a,b' }, 2)).toEqual({
      setup: 'chosen',
      dinos: 'a,b',
    });
  });

  it('say what is wrong with a value', () => {
    expect(problemOf(option({}), 10, 2)).toMatch(/whole number/);
    expect(problemOf(option({}), '', 2)).not.toBeNull();
    expect(problemOf(option({ kind: 'number_or', word: 'auto' }), 'auto', 2)).toBeNull();
    expect(problemOf(option({ kind: 'per_seat' }), [1, 2], 2)).toBeNull();
    expect(problemOf(option({ kind: 'per_seat' }), [1, 2], 3)).not.toBeNull();
    expect(problemOf(option({ kind: 'several', count: 2 }), 'a', 2)).toMatch(/Choose 2/);
    expect(problemOf(option({ kind: 'several', count: 2 }), '', 2)).toBeNull();
  });

  it('compare and read', () => {
    expect(isSame({ M: 'P' }, { M: 'P' })).toBe(true);
    expect(isSame([1, 2], [1, 3])).toBe(false);
    expect(namesIn('a,b')).toEqual(['a', 'b']);
    expect(valueText({ M: 'P', S: true })).toBe('M: P, S: yes');
  });
});
