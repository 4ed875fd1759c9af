import { element } from './element.ts';

/** Paragraphs, tables, `code` and **strong** words of a description: the part of Markdown that descriptions use. */
export function prose(text: string): HTMLElement[] {
  return text
    .split('\n\n')
    .map((block) => (block.startsWith('| ') ? table(block) : element('p', {}, ...inline(block))));
}

/** The words of a line, with their code and their stress. */
export function inline(text: string): (Node | string)[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (part.startsWith('`')) return element('code', {}, part.slice(1, -1));
    return part.startsWith('**') ? element('strong', {}, part.slice(2, -2)) : part;
  });
}

function table(block: string): HTMLElement {
  const [head = [], , ...rows] = block.split('\n').map(cellsOf);
  return grid(
    head,
    rows.map((row) => row.map((cell) => inline(cell))),
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
