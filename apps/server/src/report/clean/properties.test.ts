import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CellHeads } from './cell-heads.ts';
import { cleanCell, cleanPage } from './clean-page.ts';
import { cleanStyle } from './css/css.ts';
import { isSelfContained } from './self-contained.ts';
import { easyMarkup, hostileMarkup, hostileStyle, publicVectors } from './test-markup.ts';

const strings = publicVectors()
  .map(({ html }) => html)
  .filter((html) => !html.includes('\0'));
const markup = hostileMarkup(strings);

test('cleaning twice equals cleaning once on 10,000 mutated inputs', () => {
  fc.assert(
    fc.property(markup, (html) => {
      const once = cleanPage(html).html;
      expect(cleanPage(once).html).toBe(once);
    }),
    { numRuns: 10_000 },
  );
});

test('every public string is clean after one cleaning', () => {
  for (const html of strings) {
    const once = cleanPage(html).html;
    expect(cleanPage(once).html).toBe(once);
  }
});

test('a cleaned cell is the cell of the cleaned page', () => {
  fc.assert(
    fc.property(markup, (html) => {
      const { html: cell, hasTable } = cleanCell(html);
      // A cell with a table is never set alone: its page is cleaned whole, where its cells' names must be unique.
      fc.pre(!hasTable);
      const page = `<table><tbody><tr><td data-cell="A1">${cell}</td></tr></tbody></table>`;
      expect(cleanPage(page).html).toBe(page);
    }),
    { numRuns: 3000 },
  );
});

test('a self-contained cell changes nothing around it', () => {
  let met = 0;
  fc.assert(
    fc.property(easyMarkup, (html) => {
      if (!isSelfContained(html)) return;
      met++;
      const cleaned = cleanPage(`<p>a<b>b<table><tr><td><i>1</i><td>${html}</td><td>3</table>c`).html;
      const cell = cleanCell(html).html;
      expect(cleaned).toContain(`<td><i>1</i></td><td>${cell}</td><td>3</td></tr></tbody></table><b>c</b>`);
    }),
    { numRuns: 5000 },
  );
  expect(met).toBeGreaterThan(100);
});

const cellText = fc.string({
  unit: fc.constantFrom('1', '.', ' ', '\n', '\r', 'é', '\u0301', '&amp;', '&', '>', '"', '&nbsp;', '&frac12;'),
});

test('a cell is cleaned as it would be alone, whatever was learned from others', () => {
  const heads = new CellHeads();
  let known = 0;
  fc.assert(
    fc.property(markup, fc.array(cellText, { minLength: 2, maxLength: 4 }), (html, texts) => {
      const head = cleanCell(html, new CellHeads()).html;
      for (const text of texts) {
        const cell = head + text;
        if (heads.textAt(cell) !== undefined) known++;
        expect(cleanCell(cell, heads)).toEqual(cleanCell(cell, new CellHeads()));
      }
      // What is no whole element teaches nothing either.
      for (const text of texts) {
        const cell = html + text;
        expect(cleanCell(cell, heads)).toEqual(cleanCell(cell, new CellHeads()));
      }
    }),
    { numRuns: 3000 },
  );
  expect(known).toBeGreaterThan(500);
});

const TAG = /<\/?([a-zA-Z][a-zA-Z0-9]*)((?: [a-zA-Z-]+="[^"<>`]*")*)>/g;
const REFUSED_TAGS =
  /^(?:script|style|iframe|form|object|embed|template|math|foreignObject|use|image|animate|link|meta|base|title|xmp|plaintext)$/i;
const REFUSED_ATTRIBUTES =
  /^(?:on\w+|name|class|formaction|srcdoc|autofocus|popover\w*|command\w*|action|is|slot|nonce|xmlns|poster|background|srcset)$/i;
const ADDRESS = /^(?:https?:|mailto:|[/?#]|data:image\/)/i;

test('a cleaned page is plain tags and text: nothing that runs, loads, posts or takes a name', () => {
  fc.assert(
    fc.property(markup, (html) => {
      const page = cleanPage(html).html;
      for (const [, tag, attributes = ''] of page.matchAll(TAG)) {
        expect(tag).not.toMatch(REFUSED_TAGS);
        for (const [, name = '', value = ''] of attributes.matchAll(/ ([a-zA-Z-]+)="([^"]*)"/g)) {
          expect(name).not.toMatch(REFUSED_ATTRIBUTES);
          if (name === 'href' || name === 'src') expect(value).toMatch(ADDRESS);
        }
      }
      expect(page.replace(TAG, '')).not.toMatch(/[<>]/);
    }),
    { numRuns: 5000 },
  );
});

test('a style cleaned twice is the style cleaned once', () => {
  fc.assert(
    fc.property(hostileStyle, (text) => {
      const once = cleanStyle(text);
      expect(cleanStyle(once)).toBe(once);
      expect(once.replace(/"[^"]*"|'[^']*'/g, '')).not.toMatch(
        /url\(|\\|\/\*|!|(?<![\w-])--|[{}]|fixed(?![\w-])(?<=position:fixed)/,
      );
    }),
    { numRuns: 5000 },
  );
});
