import { describe, expect, it } from 'vitest';
import { MACHINES } from './machines';
import { SIGNS } from './signs';
import { knownSupply, missingText, SUPPLIES } from './supplies';

describe('supplies', () => {
  it('have six dinos and ten stacks that there are', () => {
    for (const { dinos, stacks } of SUPPLIES) {
      expect(new Set(dinos).size).toBe(6);
      expect(new Set(stacks).size).toBe(10);
      expect(dinos.every((one) => one in MACHINES)).toBe(true);
      expect(stacks.every((one) => one in SIGNS)).toBe(true);
    }
  });

  it('are known in any order', () => {
    const siege = SUPPLIES[2]!;
    expect(knownSupply([...siege.dinos].reverse(), siege.stacks)).toBe(siege);
    expect(knownSupply(siege.dinos.slice(1), siege.stacks)).toBeUndefined();
  });

  it('say what is missing', () => {
    expect(missingText(6, 6, 'dinos')).toBeNull();
    expect(missingText(4, 6, 'dinos')).toBe('Too few: choose 2 more, the game has 6 dinos.');
    expect(missingText(7, 6, 'dinos')).toBe('1 too many: the game has 6 dinos. Take 1 out.');
    expect(missingText(0, 6, 'dinos')).toMatch(/Starter Setup/);
  });
});
