import { describe, expect, test } from 'vitest';
import { renderFile, renderPublishBody } from './render-file.ts';
import { buildXlsx, cellsXml } from './test-support/xlsx-builder.ts';
import { WorkbookError } from './workbook-error.ts';

const book = (rows: number) =>
  buildXlsx({ sheets: [{ body: cellsXml(Array.from({ length: rows }, (_, n) => [n, `text ${n}`])) }] });

describe('a file is read and rendered in a thread', () => {
  test('a workbook, delimited text and HTML become pages by the ending of their names', async () => {
    const text = (content: string) => new TextEncoder().encode(content);
    const pageOf = async (bytes: Uint8Array, name: string) => (await renderFile({ bytes, name })).pages[0];
    expect((await pageOf(book(1), 'a.xlsx'))?.html).toContain('>text 0</td>');
    expect(await pageOf(text('a;b\n1;2'), 'desk.csv')).toMatchObject({ name: 'desk' });
    expect((await pageOf(text('a\tb'), 'desk.tsv'))?.html.match(/<td/g)).toHaveLength(2);
    expect(await pageOf(text('<p>hi</p>'), 'desk.html')).toEqual({ name: 'desk', html: '<p>hi</p>', styles: [] });
  });

  test('a selection reaches the thread, and what it names wrongly is told', async () => {
    const some = await renderFile({ bytes: book(3), name: 'a.xlsx', selection: { range: 'A1:A2' } });
    expect(some.pages[0]?.html.match(/<td/g)).toHaveLength(2);
    const none = renderFile({ bytes: book(3), name: 'a.xlsx', selection: { sheets: ['Other'] } });
    await expect(none).rejects.toThrow('Unknown sheet Other');
  });

  test('METADATA says when TODAY and NOW were taken, where something asked for them', async () => {
    const at = new Date(2026, 10, 23, 14, 5).getTime();
    const bodyOf = async (formula: string) => {
      const bytes = buildXlsx({
        sheets: [{ body: `<sheetData><row r="1"><c><f>${formula}</f></c></row></sheetData>` }],
      });
      const head = { topic: 'A/B/C', metadata: { Desk: 'Rates' } };
      const { body } = await renderPublishBody({ bytes, name: 'a.xlsx', at }, head);
      return JSON.parse(new TextDecoder().decode(body));
    };
    const asking = await bodyOf('TEXT(NOW(),&quot;hh:mm&quot;)');
    expect(asking.metadata).toEqual({ Desk: 'Rates', 'Calculated at': expect.stringMatching(/^2026-11-23 14:05 UTC/) });
    expect(asking.pages[0].html).toContain('>14:05</td>');
    expect((await bodyOf('1+1')).metadata).toEqual({ Desk: 'Rates' });
  });

  test('a file that is published moves to the thread and comes back', async () => {
    const bytes = new Uint8Array(book(1));
    const whole = Buffer.from(bytes);
    const { file } = await renderPublishBody({ bytes, name: 'a.xlsx' }, { topic: 'A/B/C', metadata: {} });
    expect([bytes.length, whole.equals(file)]).toEqual([0, true]);
  });

  test('bytes that lie among others stay where they are', async () => {
    const source = book(1);
    const shared = new Uint8Array(source.length + 8);
    shared.set(source, 4);
    await renderFile({ bytes: shared.subarray(4, 4 + source.length), name: 'a.xlsx' });
    expect(shared[4]).toBe(source[0]);
    expect(shared.length).toBe(source.length + 8);
  });

  test('a thread that runs out of its time is ended with a sentence', async () => {
    const late = renderFile({ bytes: book(1), name: 'a.xlsx' }, { timeMs: 0 });
    await expect(late).rejects.toThrow(WorkbookError);
    await expect(late).rejects.toThrow('took too long to read');
  });

  test('a thread that runs out of its memory is ended with a sentence', async () => {
    const large = renderFile({ bytes: book(40_000), name: 'a.xlsx' }, { heapMiB: 16 });
    await expect(large).rejects.toThrow(WorkbookError);
    await expect(large).rejects.toThrow('needs too much memory');
  });
});
