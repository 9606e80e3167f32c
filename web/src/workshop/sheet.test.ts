import { describe, expect, it } from 'vitest';
import type { CardSheet, CheckedCards } from './calls';
import { beside, Sheet, type Check } from './sheet.svelte';

const OWN: CardSheet = {
  key: 'name',
  called: 'name',
  columns: ['name', 'price'].map((name) => ({ name, means: '', takes: [] })),
  rows: [
    ['Frog', '2'],
    ['Fish', '3'],
    ['Shark', '5'],
  ],
};

/** A server that wants prices below 10. */
const check: Check = async ({ rows, text }) => {
  const found = rows ?? text!.split('\n').map((line) => line.split(','));
  return {
    rows: found,
    text: 'file',
    notes: [],
    changes: [],
    problems: found.flatMap((row, at) =>
      Number(row[1]) > 9 ? [{ row: at, column: 'price', message: 'too dear', text: `line ${at + 2}: too dear` }] : [],
    ),
  } satisfies CheckedCards;
};

const settled = (sheet: Sheet) => expect.poll(() => sheet.isChecked).toBe(true);

describe('a card table in the making', () => {
  it('knows what was changed, and undoes it by the cell and by the step', async () => {
    const sheet = new Sheet(OWN, check);
    expect([sheet.others, sheet.canUndo, sheet.isNumber(0), sheet.isNumber(1)]).toEqual([0, false, false, true]);
    sheet.set(1, 1, '4');
    sheet.set(2, 1, '4');
    expect(sheet.others).toBe(2);
    sheet.restore(1, 1);
    expect([sheet.others, sheet.rows[1]!.cells]).toEqual([1, ['Fish', '3']]);
    sheet.undo();
    sheet.undo();
    expect(sheet.cells).toEqual([
      ['Frog', '2'],
      ['Fish', '4'],
      ['Shark', '5'],
    ]);
    sheet.reset();
    expect(sheet.others).toBe(0);
    await settled(sheet);
  });

  it('shows what the server finds at its cell', async () => {
    const sheet = new Sheet(OWN, check);
    sheet.set(2, 1, '12');
    expect(sheet.isChecked).toBe(false);
    await settled(sheet);
    expect([sheet.problemAt(2, 1), sheet.problemAt(2, 0), sheet.hasProblem(2)]).toEqual(['too dear', '', true]);
  });

  it('takes a file, finds its cards again, and names those that are lacking', async () => {
    const sheet = new Sheet(OWN, check);
    await sheet.load('Shark,5\nToad,2');
    expect(sheet.rows.map((row) => row.own?.[0] ?? null)).toEqual(['Shark', 'Fish']);
    expect(sheet.lacking).toEqual([['Frog', '2']]);
    sheet.bringBack();
    expect(sheet.lacking).toEqual([]);
    sheet.takeOut(1);
    expect(sheet.cells).toEqual([
      ['Shark', '5'],
      ['Frog', '2'],
    ]);
    await settled(sheet);
  });

  it('keeps the table when a file cannot be laid out', async () => {
    const sheet = new Sheet(OWN, async () => Promise.reject(new Error('no such cards')));
    await expect(sheet.load('?')).rejects.toThrow('no such cards');
    expect([sheet.others, sheet.canUndo]).toEqual([0, false]);
  });
});

it('a card with another key stands beside the one whose place it has', () => {
  const [first, second] = beside(
    [
      ['Toad', '2'],
      ['Fish', '3'],
    ],
    OWN.rows,
    0,
  );
  expect([first!.own, second!.own]).toEqual([OWN.rows[0], OWN.rows[1]]);
  expect(
    beside(
      [
        ['Fish', '3'],
        ['Fish', '3'],
      ],
      OWN.rows,
      0,
    )[1]!.own,
  ).toBe(null);
});
