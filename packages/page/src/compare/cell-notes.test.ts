import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anySheetPlan, sheetHtml } from '../page-builders.ts';
import { withNotes as notesOf } from './cell-notes.ts';
import { compareReports } from './compare-reports.ts';

const limits = { listed: 5000, cells: 500_000 };

function merged(older: string, newer: string): string {
  const side = (html: string) => ({ pageNames: ['Prices'], pages: [html], styles: [[]] });
  return compareReports(side(older), side(newer), limits)?.[0]?.html ?? '';
}

const withNotes = (html: string) => notesOf(html, 6);
const widths = (...all: number[]) => all.map((width) => `<col style="width:${width}px">`).join('');
const sheet = (cols: string, mid: string, note = 'Open') =>
  `<table data-freeze="1,0"><colgroup>${cols}</colgroup><tbody><tr><th data-cell="A1">Name</th><th data-cell="B1">Mid</th><th data-cell="C1">Note</th></tr>` +
  `<tr style="height:30px"><td data-cell="A2">USD 2Y</td><td data-cell="B2" data-num="">${mid}</td><td data-cell="C2">${note}</td></tr>` +
  '<tr><td data-cell="A3">USD 5Y</td><td data-cell="B3" data-num="">7</td><td data-cell="C3">Same</td></tr></tbody></table>';
const notesIn = (html: string) => [...html.matchAll(/ data-old="([^"]*)"/g)].map(([, note]) => note);

test('a changed number has its old value and the difference under it, and its row the room for them', () => {
  const cols = widths(100, 140, 60);
  const html = withNotes(merged(sheet(cols, '3.6095'), sheet(cols, '3.6120')));
  expect(notesIn(html)).toEqual(['← 3.6095\u2002+0.0025']);
  expect(html).toContain('<tr data-noted="" style="height:42px"><td data-cell="A2">');
  expect(html).toContain(`<colgroup>${cols}</colgroup>`);
  expect(html.split('height:')).toHaveLength(2);
});

test("a number's column grows by what its notes lack, a text's never does", () => {
  const html = withNotes(
    merged(sheet(widths(100, 60, 60), '3.6095', 'Closed on Friday'), sheet(widths(100, 60, 60), '3.6120')),
  );
  expect(notesIn(html)).toEqual(['← 3.6095\u2002+0.0025']);
  expect(html).toContain(`<colgroup>${widths(100, 120, 60)}</colgroup>`);
  expect(notesIn(withNotes(merged(sheet(widths(100, 60, 90), '1', 'Shut'), sheet(widths(100, 60, 90), '1'))))).toEqual([
    '← Shut',
  ]);
});

test('columns of one tag grow each by itself', () => {
  const cols = '<col style="width:60px" span="3">';
  const html = withNotes(merged(sheet(cols, '3.6095'), sheet(cols, '3.6120')));
  expect(html).toContain(`<colgroup>${widths(60, 120, 60)}</colgroup>`);
});

test('a long number has its old value alone, a longer one nothing', () => {
  const cols = widths(100, 120, 80);
  const long = withNotes(merged(sheet(cols, '1,234,567,890.1234'), sheet(cols, '1,334,567,890.1234')));
  expect(notesIn(long)).toEqual(['← 1,234,567,890.1234']);
  const longer = `${'1'.repeat(30)}.5`;
  expect(notesIn(withNotes(merged(sheet(cols, longer), sheet(cols, '1'))))).toEqual([]);
});

test('a hidden column stays hidden, and where the browser lays the columns out there is room', () => {
  const hidden = widths(100, 0, 80);
  expect(notesIn(withNotes(merged(sheet(hidden, '1'), sheet(hidden, '2'))))).toEqual([]);
  expect(notesIn(withNotes(merged(sheet('', '1', 'Shut'), sheet('', '2'))))).toEqual(['← 1\u2002+1', '← Shut']);
});

test('notes change nothing else of a page', () => {
  fc.assert(
    fc.property(anySheetPlan.map(sheetHtml), anySheetPlan.map(sheetHtml), (older, newer) => {
      const html = merged(older, newer);
      const plain = (text: string) =>
        text.replaceAll(/ data-(?:old|noted)="[^"]*"|(?: style="|;)?(?:height|width):\d+px[";]?|<col[^>]*>/g, '');
      expect(plain(withNotes(html))).toBe(plain(html));
    }),
    { numRuns: 40 },
  );
});
