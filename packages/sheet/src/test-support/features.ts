import { unzipSync } from 'fflate';
import { cellAddress } from '../address.ts';
import type { Workbook } from '../model.ts';
import type { RenderedPage } from '../publish-pages.ts';

/** How often the parts of a workbook hold each thing that lies over its cells or in them, by the words of `notShown`. */
export function featuresOf(bytes: Uint8Array): Map<string, number> {
  const parts = unzipSync(bytes, { filter: ({ name }) => /\.(?:xml|vml)$/.test(name) });
  const found = new Map<string, number>();
  for (const [name, part] of Object.entries(parts)) {
    const text = Buffer.from(part).toString('utf8');
    for (const [what, where, sign] of signs) {
      const count = where.test(name) ? [...text.matchAll(sign)].length : 0;
      if (count > 0) found.set(what, (found.get(what) ?? 0) + count);
    }
  }
  const rules = 'conditional formatting rules';
  if (found.has(rules)) found.set(rules, (found.get(rules) ?? 0) - (found.get(tie) ?? 0));
  found.delete(tie);
  return found;
}

/** What ties a rule to the extension that completes it: the two are one. */
const tie = 'ties';

const inDrawings = /^xl\/drawings\/drawing\d*\.xml$/;
const inSheets = /^xl\/worksheets\/[^/]+\.xml$/;

const signs: readonly (readonly [what: string, where: RegExp, sign: RegExp])[] = [
  ['sparklines', inSheets, /<(?:\w+:)?sparkline>/g],
  ['pictures', inDrawings, /<(?:\w+:)?pic[ >]/g],
  ['charts', inDrawings, /graphicData uri="[^"]*chart/g],
  ['text boxes', inDrawings, /txBox="1"/g],
  ['notes', /^xl\/comments\d*\.xml$/, /<(?:\w+:)?comment /g],
  ['form controls', /^xl\/ctrlProps\/[^/]+\.xml$/, /<(?:\w+:)?formControlPr /g],
  ['form controls', /\.vml$/, /ObjectType="Button"/g],
  ['conditional formatting rules', inSheets, /<(?:\w+:)?cfRule /g],
  [tie, inSheets, /<x14:id(?: [^>]*)?>/g],
  ['links', inSheets, /<(?:\w+:)?hyperlink /g],
  ['headers and footers', inSheets, /<(?:\w+:)?(?:odd|even|first)(?:Header|Footer)>[^<]/g],
  ['page breaks', inSheets, /<(?:\w+:)?brk /g],
  ['print titles', /^xl\/workbook\.xml$/, /"_xlnm\.Print_Titles"/g],
  ['input messages', inSheets, /<(?:\w+:)?dataValidation (?=[^>]* prompt(?:Title)?="[^"])(?![^>]*type="list")/g],
  ['validation lists', inSheets, /<(?:\w+:)?dataValidation [^>]*type="list"/g],
];

/** How many sheets repeat rows on paper, how many rules of a workbook are judged, and how many of its links are followed or stand on cells that show nothing. */
export function heldIn({ sheets }: Workbook, pages: readonly RenderedPage[]): Map<string, number> {
  const rules = sheets.reduce((sum, { rules: own = [] }) => sum + own.length, 0);
  const links = sheets.flatMap((sheet) => {
    const html = pages.find(({ name }) => name === sheet.name)?.html ?? '';
    return sheet.links.filter(({ range }) => {
      const name = cellAddress(range.top, range.left);
      const inner = new RegExp(`data-cell="${name}"[^>]*>(.*?)</t[dh]>`, 's').exec(html)?.[1] ?? '';
      return inner === '' || inner.includes('<a href=');
    });
  });
  const titles = sheets.filter(({ paper }) => paper?.titles).length;
  return new Map([
    ['print titles', titles],
    ['conditional formatting rules', rules],
    ['links', links.length],
  ]);
}

/** How often the pages of a report show each of them. */
export function shownIn(html: string): Map<string, number> {
  return new Map(drawn.map(([what, sign]) => [what, [...html.matchAll(sign)].length]));
}

const drawn: readonly (readonly [what: string, sign: RegExp])[] = [
  ['sparklines', / sparkline, \d+ points?/g],
  ['pictures', /<img src="\/linkedfiles\//g],
  ['charts', /<div data-drawing="[^"]*"[^>]*>(?:<div[^>]*>)?<svg/g],
  ['text boxes', /<div data-drawing="[^"]*"[^>]*>(?:<a [^>]*>)?<div style="box-sizing/g],
  ['notes', /<summary data-note="/g],
  ['validation lists', /<select data-control="/g],
];
