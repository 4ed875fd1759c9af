import { attribute, scanPage, type WireRow, type WireSection, type WireTable } from './table-scan.ts';
import { ADDED_ATTRIBUTES, wireStyle } from './tag-writer.ts';

/** The wire form of rendered HTML: undoes toRowGrid exactly, whatever deltas came in between. */
export function toWire(html: string): string {
  const out: string[] = [];
  for (const part of scanPage(html)) {
    if (part.kind === 'text' || !part.table) out.push(part.html);
    else if (isRendered(part.table)) writeWireTable(part.table, out);
    else
      out.push(
        part.html.replace(/ data-n="\d+"/, '').replaceAll(/ (?:data-[tdr]|data-since|aria-description)="[^"]*"/g, ''),
      );
  }
  return out.join('');
}

function isRendered(table: WireTable): boolean {
  return /^t(?: |$)/.test(attribute(table.attributes, 'class') ?? '');
}

const ATTRIBUTE = / ([^ ="]+)="([^"]*)"/g;

/** The attributes of a rendered tag as the publisher's page has them. */
export function wireAttributes(rendered: string): string {
  const keep = new Set((attribute(rendered, 'data-keep') ?? '').split(' '));
  let text = '';
  for (const [whole, name = '', value = ''] of rendered.matchAll(ATTRIBUTE)) {
    if (ADDED_ATTRIBUTES.has(name) && !keep.has(name)) continue;
    if (name !== 'style') {
      text += whole;
      continue;
    }
    const style = wireStyle(value);
    if (style !== undefined) text += ` style="${style}"`;
  }
  return text;
}

/** Rendered rows as the publisher's page has them. */
export function wireRow(row: WireRow): string {
  const cells = row.cells.filter((cell) => !cell.attributes.includes(' data-fill="'));
  const inner = cells.map(
    (cell) => `${cell.before}<${cell.tag}${wireAttributes(cell.attributes)}>${cell.inner}</${cell.tag}>`,
  );
  return `${row.before}<tr${wireAttributes(row.attributes)}>${inner.join('')}${row.after}</tr>`;
}

/** Which wire section a rendered block stands for; `counts` = how many of a head's rows belong to it and to those after. */
interface Source {
  readonly name: string;
  readonly kind: string;
  readonly counts: readonly number[];
}

function sourceOf(section: WireSection): Source {
  const [kind = section.kind, index = '', ...counts] = (attribute(section.attributes, 'data-w') ?? '').split(' ');
  return { name: `${kind} ${index}`, kind: kind || section.kind, counts: counts.map(Number) };
}

function writeWireTable(table: WireTable, out: string[]): void {
  out.push(`<table${wireAttributes(table.attributes)}>`, table.head);
  let open: Source | undefined;
  const lent: WireRow[][] = [];
  for (const section of table.sections) {
    const source = sourceOf(section);
    if (open?.name !== source.name) {
      if (open) out.push(`</${open.kind}>`);
      out.push(section.before, `<${source.kind}${wireAttributes(section.attributes)}>`);
      out.push(...(lent.shift() ?? []).map(wireRow));
      open = source;
    }
    const own = source.counts[0] ?? section.rows.length;
    out.push(...section.rows.slice(0, own).map(wireRow), section.after);
    lent.push(...rowsLent(section, source, own));
  }
  if (open) out.push(`</${open.kind}>`);
  out.push(table.after, '</table>');
}

/** The rows of a frozen head that belong to the sections behind it. */
function rowsLent(section: WireSection, source: Source, own: number): WireRow[][] {
  let from = own;
  return source.counts.slice(1).map((count) => {
    from += count;
    return section.rows.slice(from - count, from);
  });
}
