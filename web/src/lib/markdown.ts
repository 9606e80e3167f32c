/** Pages in Markdown as safe HTML, with an anchor at every heading and numbered rule. */
import MarkdownIt from 'markdown-it';

export interface Heading {
  id: string;
  text: string;
  level: number;
}

export interface Rendered {
  html: string;
  headings: Heading[];
}

/** `DS-19`, `CL-R3`, `R12`: the number of a rule or ruling. */
const NUMBER = /\b(?:[A-Z]{2,4}-)?R?\d{1,3}[a-z]?\b/;
const REFERENCE = /\b[A-Z]{2,4}-R?\d{1,3}[a-z]?\b/g;

export function slug(text: string): string {
  return (
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'part'
  );
}

/** Numbers of rules that the text defines: bold at the beginning of an item or paragraph, or in a heading. */
export function numbersIn(markdown: string): Set<string> {
  const found = new Set<string>();
  for (const line of markdown.split('\n')) {
    const bold = /^\s*(?:[-*]|\d+\.)?\s*\*\*([^*]+?)[.:]?\*\*/.exec(line)?.[1];
    const heading = /^#{1,6}\s+([^\s:.]+)/.exec(line)?.[1];
    for (const text of [bold, heading]) {
      const number = text && NUMBER.exec(text);
      if (number && number.index === 0 && /^[A-Z]{2,4}-/.test(number[0])) found.add(number[0]);
    }
  }
  return found;
}

/**
 * @param known numbers that a reference may point at, also on other pages shown beside this one
 * @param used anchors that are taken by those pages
 */
export function render(markdown: string, known = numbersIn(markdown), used = new Set<string>()): Rendered {
  const reader = new MarkdownIt({ html: false, linkify: false, typographer: false });
  const headings: Heading[] = [];
  const unique = (wanted: string): string => {
    let id = wanted;
    for (let more = 2; used.has(id); more++) id = `${wanted}-${more}`;
    used.add(id);
    return id;
  };
  const escape = reader.utils.escapeHtml;

  reader.core.ruler.push('anchors', (state) => {
    state.tokens.forEach((token, at) => {
      const inline = state.tokens[at + 1];
      if (token.type === 'heading_open' && inline) {
        const text = inline.content.replace(/[*_`]/g, '');
        const number = NUMBER.exec(text);
        const id = unique(number?.index === 0 && known.has(number[0]) ? slug(number[0]) : slug(text));
        token.attrSet('id', id);
        token.attrSet('tabindex', '-1');
        headings.push({ id, text, level: Number(token.tag.slice(1)) });
      }
    });
  });
  reader.renderer.rules['strong_open'] = (tokens, at) => {
    const number = tokens[at + 1]?.content.replace(/[.:]$/, '');
    if (at === firstWords(tokens) && number && known.has(number) && !used.has(slug(number)))
      return `<strong id="${unique(slug(number))}" class="rule-number">`;
    return '<strong>';
  };
  reader.renderer.rules['text'] = (tokens, at) => {
    const text = tokens[at]!.content;
    if (tokens[at - 1]?.type === 'strong_open' && known.has(text.replace(/[.:]$/, ''))) return escape(text);
    if (tokens.some((token, where) => where < at && token.type === 'link_open')) return escape(text);
    return escape(text).replace(REFERENCE, (number) =>
      known.has(number) ? `<a href="#${slug(number)}">${number}</a>` : number,
    );
  };
  reader.renderer.rules['table_open'] = () =>
    '<div class="table-wrap" tabindex="0" role="group" aria-label="Table"><table>';
  reader.renderer.rules['table_close'] = () => '</table></div>';
  // A corner that says nothing is no heading.
  reader.renderer.rules['th_open'] = (tokens, at) => (tokens[at + 1]?.content ? '<th scope="col">' : '<td>');
  reader.renderer.rules['th_close'] = (tokens, at) => (tokens[at - 1]?.content ? '</th>' : '</td>');
  reader.renderer.rules['image'] = () => '';
  const plainLink = reader.renderer.rules['link_open'];
  reader.renderer.rules['link_open'] = (tokens, at, options, env, self) => {
    const href = String(tokens[at]!.attrGet('href') ?? '');
    // Pages of the package are not pages of the site.
    if (!/^(https?:|#|\/)/.test(href)) tokens[at]!.attrSet('href', '#');
    return plainLink ? plainLink(tokens, at, options, env, self) : self.renderToken(tokens, at, options);
  };
  return { html: reader.render(markdown), headings };
}

/** Where an inline run begins to say something. */
function firstWords(tokens: { type: string; content: string }[]): number {
  return tokens.findIndex((token) => !(token.type === 'text' && token.content.trim() === ''));
}
