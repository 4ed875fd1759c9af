import type { OfficeLook, OfficeSheet } from './office-book.ts';

/** What the HTML of LibreOffice says of a cell: there its conditional formatting rules have been applied. */
export type PageLook = Pick<OfficeLook, 'fill' | 'color' | 'isBold' | 'isItalic' | 'isUnderlined' | 'isStruck'>;

/** The cells of each visible sheet that has rules by `row,column`, as the HTML of a workbook shows them. */
export function pageLooks(html: string, sheets: readonly OfficeSheet[]): Map<string, PageLook>[] {
  const tables = [...html.matchAll(/<table[^>]*>(.*?)<\/table>/gis)].map(([, body = '']) => body);
  if (tables.length !== sheets.length) return sheets.map(() => new Map());
  return sheets.map((sheet, n) => (sheet.hasRules ? tableLooks(tables[n] ?? '', sheet) : new Map()));
}

function tableLooks(body: string, { rows, columns }: OfficeSheet): Map<string, PageLook> {
  const found = new Map<string, PageLook>();
  const taken = new Set<string>();
  for (const [y, [, cells = '']] of [...body.matchAll(/<tr[^>]*>(.*?)<\/tr>/gis)].entries()) {
    let x = 0;
    for (const [, attributes = '', inner = ''] of cells.matchAll(/<td([^>]*)>(.*?)<\/td>/gis)) {
      while (taken.has(`${y},${x}`)) x++;
      const [wide, high] = [spanOf(attributes, 'colspan'), spanOf(attributes, 'rowspan')];
      for (let down = 0; down < high; down++) {
        for (let right = 0; right < wide; right++) taken.add(`${y + down},${x + right}`);
      }
      found.set(`${rows[y]},${columns[x]}`, lookOf(attributes, inner));
      x += wide;
    }
  }
  return found;
}

function spanOf(attributes: string, name: string): number {
  return Number(new RegExp(`${name}="?(\\d+)`, 'i').exec(attributes)?.[1] ?? 1);
}

function lookOf(attributes: string, inner: string): PageLook {
  const has = (tag: string) => new RegExp(`<${tag}>`, 'i').test(inner);
  return {
    fill: colorIn(attributes, 'bgcolor'),
    color: colorIn(/<font[^>]*>/i.exec(inner)?.[0] ?? '', 'color'),
    isBold: has('b'),
    isItalic: has('i'),
    isUnderlined: has('u'),
    isStruck: has('s') || has('strike'),
  };
}

function colorIn(attributes: string, name: string): string | null {
  return new RegExp(`${name}="?(#[0-9a-f]{6})`, 'i').exec(attributes)?.[1]?.toLowerCase() ?? null;
}
