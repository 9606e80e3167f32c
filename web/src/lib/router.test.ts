import { describe, expect, it } from 'vitest';
import { route } from './router.svelte';

describe('route', () => {
  it('finds the pages', () => {
    expect(route('/')).toEqual({ page: 'lobby', params: {} });
    expect(route('/rules/carbon-dating')).toEqual({ page: 'rules', params: { game: 'carbon-dating' } });
    expect(route('/match/abc/replay')).toEqual({ page: 'replay', params: { id: 'abc' } });
  });

  it('takes a slash at the end and reads escaped places', () => {
    expect(route('/mine/').page).toBe('mine');
    expect(route('/match/a%20b').params).toEqual({ id: 'a b' });
  });

  it('says when there is no such page', () => {
    for (const path of ['/nowhere', '/match', '/match/a/b/c', '/match/%E0%A4%A']) expect(route(path).page).toBe('lost');
  });
});
