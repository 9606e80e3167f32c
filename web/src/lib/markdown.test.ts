import { describe, expect, it } from 'vitest';
import { numbersIn, render } from './markdown';

const RULES = `# The game: the rules

See DS-02 and DS-99.

## Setup

- **DS-01** Shuffle; DS-R1 says how.
- **DS-02** Deal.

| a | b |
|---|---|
| 1 | 2 |
`;

describe('render', () => {
  it('gives every numbered rule an anchor and links to those that exist', () => {
    const { html } = render(RULES);
    expect(html).toContain('<strong id="ds-01" class="rule-number">DS-01</strong>');
    expect(html).toContain('See <a href="#ds-02">DS-02</a> and DS-99.');
  });

  it('lists the headings with their anchors', () => {
    expect(render(RULES).headings).toEqual([
      { id: 'the-game-the-rules', text: 'The game: the rules', level: 1 },
      { id: 'setup', text: 'Setup', level: 2 },
    ]);
  });

  it('links to numbers of a page shown beside it, and shares no anchor with it', () => {
    const rulings = '# Rulings\n\n## Setup\n\n- **DS-R1** By hand.\n';
    const known = new Set([...numbersIn(RULES), ...numbersIn(rulings)]);
    const used = new Set<string>();
    expect(render(RULES, known, used).html).toContain('<a href="#ds-r1">DS-R1</a>');
    expect(render(rulings, known, used).headings.map((heading) => heading.id)).toEqual(['rulings', 'setup-2']);
  });

  it('lets no HTML and no script through', () => {
    const { html } = render('<img src=x onerror=alert(1)> [x](javascript:alert(1)) ![p](http://a/b.png) <b>bold</b>');
    const box = document.createElement('div');
    box.innerHTML = html;
    expect(box.querySelectorAll('img, script, b')).toHaveLength(0);
    expect([...box.querySelectorAll('a')].map((link) => link.getAttribute('href'))).not.toContain(
      'javascript:alert(1)',
    );
  });

  it('wraps tables so that they scroll by themselves', () => {
    expect(render(RULES).html).toMatch(/<div class="table-wrap"[^>]*><table>[\s\S]*<\/table><\/div>/);
  });
});
