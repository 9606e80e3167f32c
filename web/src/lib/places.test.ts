import { beforeEach, describe, expect, it } from 'vitest';
import { movingInHash, movingPath, placeAt, takePlace, takePlaces, tokens } from './places';

const SECRET = 'a'.repeat(48);
const hashOf = (path: string) => path.slice(path.indexOf('#'));

describe('moving to another device', () => {
  beforeEach(() => localStorage.clear());

  it('takes every seat and the name along, after the hash', () => {
    const path = movingPath('Ada & Ben #1', [`one.${SECRET}`, `two.${SECRET}`]);
    expect(path.slice(0, path.indexOf('#'))).toBe('/mine/move');
    expect(movingInHash(hashOf(path))).toEqual({ name: 'Ada & Ben #1', tokens: [`one.${SECRET}`, `two.${SECRET}`] });
  });
  it('reads nothing from what is no key', () => {
    for (const hash of ['', '#', '#take=', '#take=<script>', '#seat=one.' + SECRET, `#take=${SECRET}`])
      expect(movingInHash(hash)).toBeNull();
  });
  it('keeps what the browser holds already', () => {
    takePlace('one', { token: `one.${'b'.repeat(48)}`, seat: 2, game: 'clades' });
    takePlaces([`one.${SECRET}`, `two.${SECRET}`]);
    expect(placeAt('one')).toMatchObject({ token: `one.${'b'.repeat(48)}`, seat: 2 });
    expect(placeAt('two')?.token).toBe(`two.${SECRET}`);
    expect(tokens()).toHaveLength(2);
  });
});

it('keeps old matches, however many there are', () => {
  localStorage.clear();
  takePlaces(Array.from({ length: 450 }, (_, at) => `m${at}.${SECRET}`));
  expect(tokens()).toHaveLength(450);
  expect(movingInHash(hashOf(movingPath('Ada', tokens())))?.tokens).toHaveLength(450);
});
