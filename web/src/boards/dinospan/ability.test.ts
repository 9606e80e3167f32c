import { expect, test } from 'vitest';
import { signsOf, type Token } from './ability';

const told = (tokens: Token[]) =>
  tokens
    .map((token) => ('sign' in token ? token.sign : 'number' in token ? String(token.number) : token.mark))
    .join(' ');
const read = (ability: string) => {
  const { branches, others } = signsOf(ability);
  return branches.map(told).join(' | ') + (others ? ` / ${told(others)}` : '');
};

test.each([
  ['gain P 1 per [order=Orn row=L] max 3', '1 res:P / order:Orn row:L ≤ 3'],
  ['gain P 1 + egg 1 | card HF 1', '1 res:P + 1 egg | 1 card:HF'],
  ['look 3 2', '3 footprint ▸ 2 card'],
  ['churn 2 1 + gain M 1', '✕ 2 hype ▸ 1 card:H + 1 res:M'],
  ['dig 3 1', '3 archive ▸ 1 card'],
  ['flip 1 [hemi=L] : egg 1 + gain M 1', '1 footprint hemi:L : 1 egg + 1 res:M'],
  ['cull [size=S] : gain M 1 / all gain M 1', '✕ hype size:S : 1 res:M / 1 res:M'],
  ['if hype [order=Orn]+[order=The]+[order=Sau] : egg 1', 'hype order:Orn order:The order:Sau ? 1 egg'],
  ['if hype [tag=Display] >= 2 : egg 2', 'hype 2 tag:Display ? 2 egg'],
  ['if mine [fam=Ceratopsia] >= 2 : egg 2', 'atlas 2 fam:Ceratopsia ? 2 egg'],
  ['if arch [hemi=G] : egg 2', 'archive hemi:G ? 2 egg'],
  ['swap 1 card[order=Sau] -> egg 1 x inf', '1 card order:Sau → 1 egg × ∞'],
  ['swap 3 T -> up 1 x 2 / all gain T 1', '3 res:T → 1 up × 2 / 1 res:T'],
])('%s', (ability, signs) => {
  expect(read(ability)).toBe(signs);
});
