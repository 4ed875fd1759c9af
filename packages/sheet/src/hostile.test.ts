import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readWorkbook, renderPages } from './publish-pages.ts';
import { renderFile } from './render-file.ts';
import { buildXlsx, cellsXml, formatStyles } from './test-support/xlsx-builder.ts';
import { WorkbookError } from './workbook-error.ts';

/** The sentence that a file is refused with, read in a worker as the command does. */
async function refusalOf(bytes: Uint8Array): Promise<string> {
  const answer = await renderFile({ bytes, name: 'book.xlsx' }).catch((error: unknown) => error);
  expect(answer).toBeInstanceOf(WorkbookError);
  return answer instanceof WorkbookError ? answer.message : '';
}

function bookWithRows(xml: string): Uint8Array {
  return buildXlsx({ sheets: [{ body: xml }] });
}

describe('hostile workbooks', () => {
  test('a file cut short, a file of noise and an empty file are refused with what to do', async () => {
    const whole = bookWithRows(cellsXml([['x', 1]]));
    expect(await refusalOf(whole.slice(0, whole.length - 40))).toContain('save it again');
    expect(await refusalOf(whole.slice(0, 300))).toContain('save it again');
    expect(await refusalOf(Uint8Array.from({ length: 4096 }, (_, n) => (n * 7919) % 251))).toContain(
      'save it as .xlsx',
    );
    expect(await refusalOf(new Uint8Array())).toContain('save it as .xlsx');
    expect(await refusalOf(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0))).toContain('password');
  });

  test('a zip that holds no workbook says so', async () => {
    expect(await refusalOf(zipSync({ 'hello.txt': strToU8('hi') }))).toContain('contains no workbook');
    expect(await refusalOf(zipSync({ 'content.xml': strToU8('<x/>') }))).toContain('OpenDocument');
    expect(await refusalOf(zipSync({ 'xl/workbook.bin': strToU8('x') }))).toContain('.xlsb');
  });

  test('damaged bytes within a part are refused', async () => {
    const book = bookWithRows(cellsXml(Array.from({ length: 200 }, (_, n) => [n, `text ${n * 7}`])));
    const at = Buffer.from(book).indexOf('worksheets/sheet1.xml') + 60;
    for (let n = 0; n < 40; n++) book[at + n] = 0xff ^ (book[at + n] ?? 0);
    expect(await refusalOf(book)).toMatch(/save it again/);
  });

  test('declared dimensions are not trusted', async () => {
    const book = await readWorkbook(bookWithRows(`<dimension ref="A1:XFD1048576"/>${cellsXml([['only']])}`));
    const [page] = renderPages(book).pages;
    expect(page?.html.match(/<td/g)).toHaveLength(1);
  });

  test('two cells at far corners end in a sentence that names a way out', async () => {
    const far =
      '<sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row></sheetData>';
    const book = await readWorkbook(bookWithRows(far));
    expect(() => renderPages(book)).toThrow(/set a print area, or publish a range/);
    expect(renderPages(book, { range: 'A1:B2' }).pages[0]?.html.match(/<td/g)).toHaveLength(4);
  });

  test('50,000 merges are laid out', async () => {
    const merges = (count: number) => {
      const list = Array.from({ length: count }, (_, n) => `<mergeCell ref="A${n + 1}:B${n + 1}"/>`);
      return `<sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="${count}"><c r="A${count}"><v>2</v></c></row></sheetData><mergeCells>${list.join('')}</mergeCells>`;
    };
    const [page] = renderPages(await readWorkbook(bookWithRows(merges(50_000)))).pages;
    expect(page?.html.match(/colspan="2"/g)).toHaveLength(50_000);
  });

  test('merges over merges keep the first and say so', async () => {
    const body = `${cellsXml([
      [1, 2, 3],
      [4, 5, 6],
    ])}<mergeCells><mergeCell ref="A1:B2"/><mergeCell ref="B1:C2"/></mergeCells>`;
    const report = renderPages(await readWorkbook(bookWithRows(body)));
    expect(report.pages[0]?.html.match(/colspan/g)).toHaveLength(1);
    expect(report.warnings.join()).toContain('Overlapping');
  });

  test('huge merges laid over each other stay within bounds', async () => {
    const list = Array.from(
      { length: 50_000 },
      (_, n) => `<mergeCell ref="${n % 2 ? 'B' : 'A'}${(n % 400) + 1}:Z${1000 - (n % 50)}"/>`,
    );
    const rows = Array.from({ length: 1000 }, () => [1, ...Array.from({ length: 25 }, () => undefined)]);
    const report = renderPages(
      await readWorkbook(bookWithRows(`${cellsXml(rows)}<mergeCells>${list.join('')}</mergeCells>`)),
    );
    expect(report.pages).toHaveLength(1);
  });

  test('names that JavaScript objects know are plain names', async () => {
    const book = buildXlsx({
      sheets: [
        { name: '__proto__', body: cellsXml([['x']]) },
        { name: 'constructor', body: cellsXml([['y']]) },
      ],
    });
    const report = renderPages(await readWorkbook(book));
    expect(report.pages.map((page) => page.name)).toEqual(['__proto__', 'constructor']);
  });

  test('a workbook with any bytes changed is read or refused, and nothing else', async () => {
    const source = buildXlsx({
      sheets: [
        {
          body: cellsXml([
            ['a', 1, [2, 1]],
            [true, 'b'],
          ]),
        },
      ],
      styles: formatStyles(['0.00;[Red]-0.00']),
    });
    const change = fc.tuple(fc.nat({ max: source.length - 1 }), fc.nat({ max: 255 }));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
        const bytes = source.slice();
        for (const [at, value] of changes) bytes[at] = value;
        const answer = await readWorkbook(bytes).then(renderPages, (error: unknown) => error);
        if (answer instanceof Error) expect(answer).toBeInstanceOf(WorkbookError);
      }),
      { numRuns: 400 },
    );
  });

  test('a part with any characters changed is read or refused, and nothing else', async () => {
    const body = `<cols><col min="1" max="2" width="9"/></cols>${cellsXml([
      ['a', 1],
      [true, 'b'],
    ])}<mergeCells><mergeCell ref="A1:B1"/></mergeCells>`;
    const piece = fc.constantFrom(
      '<',
      '>',
      '/',
      '"',
      '&',
      '-1',
      '1e99',
      '99999999',
      '\u0000',
      '<c/>',
      '<row>',
      ' r="B9"',
      ' s="9"',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat({ max: body.length }), piece), { minLength: 1, maxLength: 4 }),
        async (changes) => {
          let changed = body;
          for (const [at, text] of changes) changed = changed.slice(0, at) + text + changed.slice(at + 1);
          const answer = await readWorkbook(bookWithRows(changed)).then(
            (book) =>
              Promise.resolve()
                .then(() => renderPages(book))
                .catch((error: unknown) => error),
            (error: unknown) => error,
          );
          if (answer instanceof Error) expect(answer).toBeInstanceOf(WorkbookError);
        },
      ),
      { numRuns: 400 },
    );
  });

  test('text cannot become mark-up', async () => {
    const book = await readWorkbook(bookWithRows(cellsXml([['<script>alert(1)</script>', '"><img src=x onerror=1>']])));
    const html = renderPages(book).pages[0]?.html ?? '';
    expect(html).not.toContain('<script');
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;script&gt;');
  });
});
