import { expect, test } from 'vitest';
import { buildXlsx, cellsXml } from '../test-support/xlsx-builder.ts';
import { LiveBook } from './live-book.ts';

test('x', async () => {
  const bytes = buildXlsx({ sheets: [{ name: 'Prices', body: cellsXml([[['Bid', 0]], [[42, 0]]]) }] });
  const book = await LiveBook.read({ bytes, name: 'x.xlsx', selection: {}, records: [] });
  const next = book.with([{ name: 'prices', cells: [['A2', 43]] }]);
  const text = new TextDecoder().decode(next?.book.render({ topic: 'A/B/C', metadata: {} }).body.body);
  expect(text).toContain('>43<');
});
