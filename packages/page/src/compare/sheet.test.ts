import { expect, test } from 'vitest';
import { cellText } from './cell-text.ts';
import { readSheets, type Sheet } from './sheet.ts';

function only(html: string): Sheet {
  const [part] = readSheets(html);
  if (part?.kind !== 'table') throw new Error('There is no table');
  return part.sheet;
}

test.each([
  ['3.61', '3.61'],
  ['P&amp;L &lt;day&gt; &quot;net&quot;', 'P&L <day> "net"'],
  ['<b>Bold</b> and<br>new <i>line</i>', 'Bold and new line'],
  ['  spread \n over  lines ', 'spread over lines'],
  ['1\u00a0234', '1 234'],
  ['<select data-control="S"><option>Buy</option><option selected="">Sell</option></select>', 'Sell'],
  ['<select data-control="S"><option>Buy</option><option>Sell</option></select>', 'Buy'],
  ['<input type="checkbox" data-control="C" checked="">', 'TRUE'],
  ['<input type="checkbox" data-control="C">', 'FALSE'],
  ['<input type="date" data-control="D" value="2026-11-20">', '2026-11-20'],
  ['<textarea data-control="T">As &amp; when</textarea>', 'As & when'],
  ['<svg><path d="M0 0"></path></svg>', ''],
])('%s says %s', (html, text) => {
  expect(cellText(html)).toBe(text);
});

test('a cell under a row span stands in its own column', () => {
  const { rows, columns } = only(
    '<table><tbody><tr><td rowspan="2">a</td><td colspan="2">b</td></tr><tr><td>c</td><td>d</td></tr></tbody></table>',
  );
  expect(rows.map((row) => row.map(({ column, value }) => [column, value]))).toEqual([
    [
      [0, 'a'],
      [1, 'b'],
    ],
    [
      [1, 'c'],
      [2, 'd'],
    ],
  ]);
  expect(columns).toBe(3);
});

test('the columns are named by the fullest frozen row, by a head, or by a first row of words', () => {
  const body = '<tr><td data-num="">1</td><td data-num="">2</td></tr>';
  const names = '<tr><td>Name</td><td>Mid</td></tr>';
  const title = '<tr><td colspan="2">As of 14:32</td></tr>';
  expect(only(`<table data-freeze="2,0"><tbody>${title}${names}${body}</tbody></table>`).headRow).toBe(1);
  expect(only(`<table><thead>${names}</thead><tbody>${body}</tbody></table>`).headRow).toBe(0);
  expect(only(`<table><tbody>${names}${body}</tbody></table>`).headRow).toBe(0);
  expect(only(`<table><tbody>${body}${body}</tbody></table>`).headRow).toBe(-1);
});

test('a table within a table is text', () => {
  const parts = readSheets(
    '<table><tbody><tr><td><table><tbody><tr><td>1</td></tr></tbody></table></td></tr></tbody></table>',
  );
  expect(parts.map(({ kind }) => kind)).toEqual(['text']);
});
