import { afterEach, expect, it, vi } from 'vitest';
import { api } from './api';

afterEach(() => vi.unstubAllGlobals());

it('asks for many matches in portions that the server takes, and loses none', async () => {
  const asked: string[][] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { tokens } = JSON.parse(body) as { tokens: string[] };
    asked.push(tokens);
    return new Response(JSON.stringify(tokens.map((token) => ({ match: { id: token } }))));
  });
  const tokens = Array.from({ length: 450 }, (_, at) => `m${at}.secret`);
  const found = await api.mine(tokens);
  expect(asked.map((portion) => portion.length)).toEqual([200, 200, 50]);
  expect(found.map((one) => one.match.id)).toEqual(tokens);
  expect(await api.mine([])).toEqual([]);
  expect(asked).toHaveLength(3);
});
