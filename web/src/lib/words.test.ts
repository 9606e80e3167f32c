import { describe, expect, it } from 'vitest';
import { withNames } from './words';

const names = ['Ada', 'Ben'];
const read = (text: string) => withNames(text, names, undefined, 0);

describe('the words of the log', () => {
  it('call seats by their names', () => {
    expect(withNames('P1 pays $5 to P2.', names)).toBe('Ada pays $5 to Ben.');
  });
  it('call the reader you', () => {
    expect(read('P1 pays $5 to P2.')).toBe('You pay $5 to Ben.');
    expect(read('P2 pays $5 to P1.')).toBe('Ben pays $5 to you.');
    expect(read('P1 has chosen.')).toBe('You have chosen.');
    expect(read('P1 chose Shark (10) on b1.')).toBe('You chose Shark (10) on b1.');
    expect(read('P1 discards 2 cards. P1 publishes.')).toBe('You discard 2 cards. You publish.');
    expect(read("It is P1's turn.")).toBe('It is your turn.');
    expect(read('The Shark goes to P1 as an extra card.')).toBe('The Shark goes to you as an extra card.');
    expect(read('P1 passes.')).toBe('You pass.');
    expect(read('P1 carries on.')).toBe('You carry on.');
  });
});
