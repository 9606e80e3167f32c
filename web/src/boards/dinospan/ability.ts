/** An ability as a row of signs, read from the notation of the card table; words for ears come from the server. */

export type Token =
  | { sign: string; note?: string }
  | { number: number | string }
  | { mark: '→' | ':' | '?' | '+' | 'or' | '×' | '/' | '≤' | '▸' | '✕' };

export interface Signs {
  /** Ways to choose from, each a row of signs. */
  branches: Token[][];
  /** What everybody else gets instead; null if there is no such effect. */
  others: Token[] | null;
}

const number = (text: string | undefined): Token => ({ number: text === 'inf' ? '∞' : Number(text) });
const mark = (text: '→' | ':' | '?' | '+' | '×' | '/' | '≤' | '▸' | '✕'): Token => ({ mark: text });

export function signsOf(ability: string): Signs {
  const [primary = '', ecosystem] = ability.split(' / all ');
  return {
    branches: primary.split(' | ').map((branch) => {
      const steps = branch.split(' + ').map(step);
      return steps.flatMap((tokens, at) => (at ? [mark('+'), ...tokens] : tokens));
    }),
    others: ecosystem ? reward(ecosystem) : null,
  };
}

/** `gain P 2`, `card HF 1`, `egg 1`, `up 1`. */
function reward(text: string): Token[] {
  const [verb, ...rest] = text.split(' ');
  if (verb === 'gain') return [number(rest[1]), { sign: `res:${rest[0]}` }];
  if (verb === 'card') return [number(rest[1]), { sign: `card:${rest[0]}` }];
  if (verb === 'egg') return [number(rest[0]), { sign: 'egg' }];
  return [number(rest[0]), { sign: 'up' }];
}

/** `[order=The row=G]` as the signs of what a card must be. */
function filter(text: string): Token[] {
  return [...text.matchAll(/(\w+)=([\w-]+)/g)].map(([, key, value]) => ({ sign: `${key}:${value}` }));
}

function step(text: string): Token[] {
  const [verb = '', first, second] = text.split(' ');
  const bracket = text.slice(text.indexOf('['), text.lastIndexOf(']') + 1);
  const [before = '', after = ''] = text.split(/ : | -> /);
  if (verb === 'look') return [number(first), { sign: 'footprint' }, mark('▸'), number(second), { sign: 'card' }];
  if (verb === 'churn')
    return [mark('✕'), number(first), { sign: 'hype' }, mark('▸'), number(second), { sign: 'card:H' }];
  if (verb === 'dig') return [number(first), { sign: 'archive' }, mark('▸'), number(second), { sign: 'card' }];
  if (verb === 'flip') return [number(first), { sign: 'footprint' }, ...filter(bracket), mark(':'), ...reward(after)];
  if (verb === 'cull') return [mark('✕'), { sign: 'hype' }, ...filter(bracket), mark(':'), ...reward(after)];
  if (verb === 'if') return [...condition(before, first ?? ''), mark('?'), ...reward(after)];
  if (verb === 'swap') return swap(before, after);
  const [plain = '', per] = text.split(' per ');
  if (!per) return reward(plain);
  const most = / max (\d+)/.exec(per)?.[1];
  return [...reward(plain), mark('/'), ...filter(bracket), ...(most ? [mark('≤'), number(most)] : [])];
}

function condition(text: string, where: string): Token[] {
  const least = / >= (\d+)/.exec(text)?.[1];
  const place: Token = { sign: where === 'arch' ? 'archive' : where === 'mine' ? 'atlas' : 'hype' };
  return [place, ...(least ? [number(least)] : []), ...filter(text)];
}

/** `swap 1 card[order=The]` and `gain M 3 x 1`. */
function swap(price: string, rest: string): Token[] {
  const [, many, item = ''] = price.split(' ');
  const [prize = '', times] = rest.split(' x ');
  const paid: Token[] = item.startsWith('card') ? [{ sign: 'card' }, ...filter(price)] : [{ sign: `res:${item}` }];
  const often: Token[] = times === '1' ? [] : [mark('×'), number(times)];
  return [number(many), ...paid, mark('→'), ...reward(prize), ...often];
}
