import { noteHtml } from '@sheetwire/sheet/notes/note-html';
import { expect, test } from 'vitest';
import { cleanCell } from './clean-page.ts';

test.each([
  [0, 0],
  [0, 9],
  [9, 0],
  [9, 9],
])('the mark of a note passes as it is written, wherever its cell lies (%d, %d)', (row, column) => {
  const html = noteHtml('Ann: a < b & "c"\nsecond line', { row, column, rows: 10, columns: 10 });
  expect(cleanCell(`${html}12`).html).toBe(`${html}12`);
});
