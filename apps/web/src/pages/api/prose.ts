import { paths } from '@sheetwire/contract/paths';
import { element } from './element.ts';

/** Where a link leads within the page, or undefined where it leads nowhere that the portal serves. */
export type Following = (href: string) => string | undefined;

/** Paragraphs, lists, tables, links, `code` and **strong** words: the part of Markdown that descriptions use. */
export function prose(text: string, follow: Following = withinReference): HTMLElement[] {
  return text.split(/\n\n+/).map((block) => {
    if (block.startsWith('| ')) return table(block, follow);
    if (block.startsWith('- ')) return list(block, follow);
    return element('p', {}, ...inline(block, follow));
  });
}

/** The words of a line, with their code, their stress and their links; what leads nowhere here is its words alone. */
export function inline(text: string, follow: Following = withinReference): (Node | string)[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\][]+\]\([^()\s]+\))/).map((part) => {
    if (part.startsWith('`')) return element('code', {}, part.slice(1, -1));
    if (part.startsWith('**')) return element('strong', {}, ...inline(part.slice(2, -2), follow));
    const [, words, href = ''] = /^\[([^\][]+)\]\(([^()\s]+)\)$/.exec(part.replace(/\s+/g, ' ')) ?? [];
    if (words === undefined) return part;
    const target = follow(href);
    return target === undefined ? words : element('a', { href: target }, words);
  });
}

function withinReference(href: string): string | undefined {
  return href.startsWith(`${paths.reference}#`) ? href.slice(paths.reference.length) : undefined;
}

function list(block: string, follow: Following): HTMLElement {
  const items = block.split(/^- /m).slice(1);
  return element('ul', {}, ...items.map((item) => element('li', {}, ...inline(item.trim(), follow))));
}

function table(block: string, follow: Following): HTMLElement {
  const [head = [], , ...rows] = block.split('\n').map(cellsOf);
  return grid(
    head,
    rows.map((row) => row.map((cell) => inline(cell, follow))),
  );
}

function cellsOf(line: string): string[] {
  return line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
}

/** A table that becomes a list of its rows where there is no room. */
export function grid(head: readonly string[], rows: readonly (readonly (readonly (Node | string)[])[])[]): HTMLElement {
  const titles = head.map((title) => element('th', { scope: 'col' }, title));
  const lines = rows.map((row) =>
    element(
      'tr',
      {},
      ...row.map((cell, n) => element(n === 0 ? 'th' : 'td', n === 0 ? { scope: 'row' } : {}, ...cell)),
    ),
  );
  return element('table', {}, element('thead', {}, element('tr', {}, ...titles)), element('tbody', {}, ...lines));
}
