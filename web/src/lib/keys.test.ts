import { describe, expect, it } from 'vitest';
import { isTyping } from './keys';

/** Press a key in the first place that fits `at`. */
function typing(page: string, at: string, more: KeyboardEventInit = {}): boolean {
  document.body.innerHTML = page;
  let is = false;
  const heard = (press: KeyboardEvent) => (is = isTyping(press));
  document.addEventListener('keydown', heard, { once: true });
  document.querySelector(at)!.dispatchEvent(new KeyboardEvent('keydown', { key: 'h', bubbles: true, ...more }));
  return is;
}

describe('a key', () => {
  it('is for the table wherever nothing is written', () => {
    expect(typing('<button>Hint</button>', 'button')).toBe(false);
    expect(typing('<input type="radio">', 'input')).toBe(false);
  });
  it('is for the field it is pressed in, or for the browser', () => {
    expect(typing('<input>', 'input')).toBe(true);
    expect(typing('<textarea></textarea>', 'textarea')).toBe(true);
    expect(typing('<button>Hint</button>', 'button', { ctrlKey: true })).toBe(true);
  });
  it('is for a dialog as long as that is open', () => {
    expect(typing('<dialog open><button>Close</button></dialog>', 'button')).toBe(true);
    expect(typing('<dialog><button>Close</button></dialog>', 'button')).toBe(false);
  });
});
