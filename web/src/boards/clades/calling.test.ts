import { describe, expect, it } from 'vitest';
import { Calling, usable, whyNot } from './calling.svelte';
import type { Seat, View } from './view';

function seat(number: number, more: Partial<Seat> = {}): Seat {
  return {
    seat: number,
    name: `P${number + 1}`,
    pile: [],
    personal_count: 1,
    personal: null,
    owed: 0,
    on_break: false,
    locked: false,
    voted: false,
    scored: false,
    can_call: true,
    false_calls: 0,
    triples: 0,
    clade_triples: 0,
    extras: 0,
    penalties: 0,
    ...more,
  };
}

function table(me: Seat, other: Seat, more: Partial<View> = {}): View {
  const rows = [['MW1B', 'ML2B', 'MA3B'], ['SL2G'], []].map((row) => row.map((card) => ({ card, paid_by: null })));
  return { rows, seats: [me, other], hands_open: false, switch: false, last_triple: null, ...more } as View;
}

function sitDown(view: View) {
  const sent: string[] = [];
  const calling = new Calling();
  const me = view.seats[0]!;
  const pick = (...cards: string[]) =>
    cards.forEach((card) => calling.pick(card, view, me, (move) => sent.push(move), 100));
  return { calling, me, pick, sent };
}

describe('picking cards', () => {
  it('sends with the third card, in canonical order', () => {
    const { calling, pick, sent } = sitDown(table(seat(0, { personal: ['AL1R'] }), seat(1)));
    pick('MA3B', 'MW1B');
    expect(sent).toEqual([]);
    pick('ML2B');
    expect(sent).toEqual(['call(MW1B,ML2B,MA3B)']);
    expect(calling.picked).toEqual([]);
    expect(calling.sent).toHaveLength(3);
  });

  it('takes a card back when it is picked again', () => {
    const { calling, pick, sent } = sitDown(table(seat(0), seat(1)));
    pick('MA3B', 'MW1B', 'MA3B', 'ML2B');
    expect(calling.picked).toEqual(['MW1B', 'ML2B']);
    expect(sent).toEqual([]);
  });

  it('does not send while locked, and says why', () => {
    const { calling, pick, sent } = sitDown(table(seat(0, { locked: true, can_call: false, false_calls: 1 }), seat(1)));
    pick('MA3B', 'MW1B', 'ML2B');
    expect(sent).toEqual([]);
    expect(calling.note).toContain('Locked');
  });

  it("asks which card is given for another's open card", () => {
    const mine = seat(0, { personal: ['AL1R', 'AW1R'], personal_count: 2 });
    const view = table(mine, seat(1, { personal: ['SA1G'] }), { hands_open: true, switch: true });
    const { calling, pick, sent } = sitDown(view);
    pick('SA1G', 'MW1B', 'ML2B');
    expect(calling.asksGift).toBe(true);
    expect(sent).toEqual([]);
    pick('AW1R');
    expect(sent).toEqual(['call(MW1B,ML2B,SA1G,AW1R)']);
  });

  it('lets go of cards that are gone, and says who was faster', () => {
    const view = table(seat(0), seat(1));
    const { calling, me, pick } = sitDown(view);
    pick('MA3B', 'SL2G');
    const rows = view.rows.map((row) => row.filter((one) => one.card !== 'MA3B'));
    const last = { seat: 1, cards: ['MW1B', 'ML2B', 'MA3B'], at: 90, one_clade: true, check: [] };
    calling.look({ ...view, rows, last_triple: last }, me, ['Ada', 'Bo'], 100);
    expect(calling.picked).toEqual(['SL2G']);
    expect(calling.note).toContain('Bo');
  });

  it('says by how much a call came too late', () => {
    const view = table(seat(0), seat(1));
    const { calling, me, pick } = sitDown(view);
    pick('MA3B', 'SL2G', 'MW1B');
    const last = { seat: 1, cards: ['MW1B', 'ML2B', 'MA3B'], at: -100, one_clade: true, check: [] };
    calling.look({ ...view, last_triple: last }, me, ['Ada', 'Bo'], 150);
    expect(calling.note).toBe('Beaten by 0.2 s: Bo has it.');
    expect(calling.sent).toEqual([]);
  });
});

describe('what a seat may use', () => {
  it("holds others' cards only while hands are open", () => {
    const other = seat(1, { personal: ['SA1G'] });
    const mine = seat(0, { personal: ['AL1R'] });
    expect(usable(table(mine, other), mine).has('SA1G')).toBe(false);
    expect(usable(table(mine, other, { hands_open: true }), mine).has('SA1G')).toBe(true);
    expect(usable(table(mine, other), mine).has('AL1R')).toBe(true);
  });

  it('says what keeps a seat from calling', () => {
    const view = table(seat(0), seat(1));
    expect(whyNot(view, seat(0))).toBe('');
    expect(whyNot(view, seat(0, { can_call: false, on_break: true }))).toContain('break');
    expect(whyNot(view, seat(0, { can_call: false, scored: true }))).toContain('scored');
  });
});
