import { unzipSync } from 'fflate';

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
  return found;
}

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
  ['validation lists', inSheets, /<(?:\w+:)?dataValidation [^>]*type="list"/g],
];

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
