import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Cell, Workbook } from '../../model.ts';
import { readWorkbook, renderPages } from '../../publish-pages.ts';
import { shownText } from '../../render/cell-content.ts';
import { buildOds, odsCell, odsRow, odsTable } from '../../test-support/ods-builder.ts';
import { daysOfDuration, serialOfDate } from './cell-values.ts';

/** What the cells of the first sheet show, row by row. */
function texts(book: Workbook, sheet = 0): string[][] {
  return (book.sheets[sheet]?.rows ?? []).map(({ cells }) => cells.map((cell) => textOf(book, cell)));
}

function textOf({ styles, has1904Dates }: Workbook, cell: Cell): string {
  const look = styles[cell.style] ?? expect.unreachable();
  return shownText(cell, look, has1904Dates).text;
}

const read = (source: Parameters<typeof buildOds>[0]) => readWorkbook(buildOds(source));

/** A cell of a number style: the styles, and the cell. */
async function formatted(style: string, attributes: string, text = 'as saved'): Promise<string | undefined> {
  const automatic = `${style}<style:style style:name="ce1" style:family="table-cell" style:data-style-name="N1"/>`;
  const cell = `<table:table-cell table:style-name="ce1" ${attributes}><text:p>${text}</text:p></table:table-cell>`;
  return texts(await read({ automatic, body: odsTable(odsRow(cell)) }))[0]?.[0];
}

const float = (value: number) => `office:value-type="float" office:value="${value}"`;
const numberStyle = (inner: string, kind = 'number', more = '') =>
  `<number:${kind}-style style:name="N1" ${more}>${inner}</number:${kind}-style>`;
const twoPlaces = '<number:number number:decimal-places="2" number:min-integer-digits="1" number:grouping="true"/>';

describe('values', () => {
  test.each([
    ['1900-01-01', 1],
    ['1900-01-31', 31],
    ['1900-02-28', 59],
    ['1900-03-01', 61],
    ['2026-11-23', 46349],
    ['2026-11-23T18:00:00', 46349.75],
    ['9999-12-31', 2958465],
  ])('the date %s is the day that Excel counts', (date, serial) => {
    expect(serialOfDate(date, false)).toEqual({ serial, isShown: false });
  });

  test('dates of the 1904 system, and before 1900, are what they are', () => {
    expect(serialOfDate('1904-01-02', true)).toEqual({ serial: 1, isShown: false });
    expect(serialOfDate('1899-12-31', false)?.isShown).toBe(true);
    expect(serialOfDate('tomorrow', false)).toBeUndefined();
  });

  test.each([
    ['PT36H00M00S', 1.5],
    ['-PT01H30M00S', -0.0625],
    ['P1DT12H', 1.5],
    ['PT00H00M00.5S', 0.5 / 86_400],
    ['', undefined],
  ])('the length of time %s is a part of days', (text, days) => {
    expect(daysOfDuration(text)).toBe(days);
  });

  test('January and February of 1900 are shown on their own day', async () => {
    const style = numberStyle(
      '<number:year number:style="long"/><number:text>-</number:text><number:month number:style="long"/><number:text>-</number:text><number:day number:style="long"/>',
      'date',
    );
    for (const date of ['1900-01-01', '1900-02-28', '1900-03-01', '2026-11-23']) {
      expect(await formatted(style, `office:value-type="date" office:date-value="${date}"`)).toBe(date);
    }
    expect(await formatted(style, 'office:value-type="date" office:date-value="1899-05-06"', '6 May 99')).toBe(
      '6 May 99',
    );
  });

  test('a text under a format of texts is formatted once', async () => {
    const style = numberStyle(
      '<number:text>&lt;</number:text><number:text-content/><number:text>&gt;</number:text>',
      'text',
    );
    expect(await formatted(style, 'office:value-type="string" office:string-value="x"', '&lt;x&gt;')).toBe('<x>');
  });

  test('booleans, errors, percentages, texts and formulas without a result', async () => {
    const cell = (attributes: string, text: string) =>
      `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;
    const row = [
      cell('office:value-type="boolean" office:boolean-value="true"', 'TRUE'),
      cell(
        'table:formula="of:=1/0" office:value-type="string" office:string-value="" calcext:value-type="error"',
        '#DIV/0!',
      ),
      cell('table:formula="of:=TRUE()" office:value-type="float" office:value="1"', 'TRUE'),
      cell('table:formula="of:=TRUE()" office:value-type="float" office:value="1"', 'WAHR'),
      cell('office:value-type="float" office:value="0.1"', '0,1'),
      '<table:table-cell table:formula="of:=A1"/>',
    ].join('');
    const book = await read({ body: odsTable(odsRow(row)) });
    expect(texts(book)).toEqual([['TRUE', '#DIV/0!', 'TRUE', 'WAHR', '0.1', '']]);
    expect(renderPages(book).lacksResults).toBe(true);
  });
});

describe('number styles', () => {
  const currency = '<number:currency-symbol number:language="de" number:country="DE">€</number:currency-symbol>';
  const base = `<number:text>-</number:text>${twoPlaces}<style:map style:condition="value()&gt;=0" style:apply-style-name="N1P0"/>`;
  test.each([
    ['grouping and places', numberStyle(twoPlaces), 1234.5, '1,234.50'],
    [
      'a currency behind',
      numberStyle(`${twoPlaces}<number:text> </number:text>${currency}`, 'currency'),
      9.5,
      '9.50 €',
    ],
    ['a language', numberStyle(twoPlaces, 'number', 'number:language="de" number:country="DE"'), 1234.5, '1.234,50'],
    [
      'percent',
      numberStyle(
        '<number:number number:decimal-places="1" number:min-integer-digits="1"/><number:text>%</number:text>',
        'percentage',
      ),
      0.125,
      '12.5%',
    ],
    [
      'places that may be left out',
      numberStyle(
        '<number:number number:decimal-places="4" number:min-decimal-places="1" number:min-integer-digits="1"/>',
      ),
      2.25,
      '2.25',
    ],
    [
      'thousands',
      numberStyle(
        '<number:number number:decimal-places="0" number:min-integer-digits="1" number:display-factor="1000"/><number:text>k</number:text>',
      ),
      12_345,
      '12k',
    ],
    [
      'a fraction',
      numberStyle(
        '<number:fraction number:min-integer-digits="0" number:min-numerator-digits="1" number:min-denominator-digits="1"/>',
      ),
      1.5,
      '1 1/2',
    ],
    [
      'an exponent',
      numberStyle(
        '<number:scientific-number number:decimal-places="2" number:min-integer-digits="1" number:min-exponent-digits="2"/>',
      ),
      12_345,
      '1.23E+04',
    ],
    [
      'negative numbers by a condition',
      `${numberStyle(twoPlaces).replace('"N1"', '"N1P0"')}${numberStyle(base)}`,
      -1234.5,
      '-1,234.50',
    ],
    [
      'positive numbers by a condition',
      `${numberStyle(twoPlaces).replace('"N1"', '"N1P0"')}${numberStyle(base)}`,
      1234.5,
      '1,234.50',
    ],
    [
      'text between digits',
      numberStyle(
        '<number:number number:decimal-places="0" number:min-integer-digits="6"><number:embedded-text number:position="3">-</number:embedded-text></number:number>',
      ),
      123_456,
      '123-456',
    ],
    [
      'a language that we do not write',
      numberStyle(twoPlaces, 'number', 'number:language="mn" number:country="MN"'),
      1,
      'as saved',
    ],
    ['an element that no code has', numberStyle('<number:quarter/>', 'date'), 1, 'as saved'],
  ])('%s', async (_, style, value, shown) => {
    expect((await formatted(style, float(value)))?.trim()).toBe(shown);
  });

  test('lengths of time go on beyond a day, and a lone minute is no month', async () => {
    const parts = '<number:hours/><number:text>:</number:text><number:minutes number:style="long"/>';
    const time = 'office:value-type="time" office:time-value="PT36H05M00S"';
    expect(await formatted(numberStyle(parts, 'time', 'number:truncate-on-overflow="false"'), time)).toBe('36:05');
    expect(await formatted(numberStyle(parts, 'time'), time)).toBe('12:05');
    expect(await formatted(numberStyle('<number:minutes/>', 'time'), time, '5')).toBe('5');
  });
});

describe('the sheet', () => {
  test('repeats, merges, hidden rows and columns, hidden sheets and print ranges', async () => {
    const automatic =
      '<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>';
    const rows = [
      '<table:table-column table:number-columns-repeated="2"/><table:table-column table:visibility="collapse"/>',
      odsRow(
        odsCell('a', 'table:number-columns-spanned="2" table:number-rows-spanned="2"') +
          '<table:covered-table-cell><text:p>under</text:p></table:covered-table-cell>' +
          odsCell('hidden column'),
      ),
      odsRow(odsCell(7, 'table:number-columns-repeated="2"'), 'table:number-rows-repeated="2"'),
      `<table:table-row-group table:display="false">${odsRow(odsCell('grouped'))}</table:table-row-group>`,
      odsRow(odsCell('filtered'), 'table:visibility="filter"'),
      odsRow('<table:table-cell table:number-columns-repeated="16384"/>', 'table:number-rows-repeated="1048570"'),
    ].join('');
    const body = odsTable(rows) + odsTable(odsRow(odsCell('secret')), 'Other', 'table:style-name="ta2"');
    const book = await read({ automatic, body });
    const report = renderPages(book);
    const html = report.pages.map((page) => page.html).join('');
    expect(report.pages.map(({ name }) => name)).toEqual(['Sheet1']);
    expect(html).toContain('colspan="2" rowspan="2"');
    expect(html).not.toMatch(/secret|under|hidden column|filtered/);
    expect(html).toContain('<tr data-level="1" hidden=""><td data-cell="A4">grouped');
    expect(book.sheets[0]?.rows.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
    const printed = await read({
      body: odsTable(odsRow(odsCell(1) + odsCell(2)), 'It is', `table:print-ranges="$'It is'.$B$1:.$B$1"`),
    });
    expect(renderPages(printed).pages[0]?.html).not.toContain('>1<');
  });

  test('looks: fonts, fills, borders, alignment, the look of a column, widths and frozen panes', async () => {
    const automatic = [
      '<style:style style:name="co1" style:family="table-column"><style:table-column-properties style:column-width="1in"/></style:style>',
      '<style:style style:name="ce1" style:family="table-cell" style:parent-style-name="Warm">',
      '<style:table-cell-properties fo:border="0.51pt solid #808080" fo:border-top="2.49pt double #0000ff" style:text-align-source="fix" fo:wrap-option="wrap"/>',
      '<style:paragraph-properties fo:text-align="end"/><style:text-properties fo:font-weight="bold" fo:color="#112233"/></style:style>',
    ].join('');
    const common =
      '<style:style style:name="Warm" style:family="table-cell"><style:table-cell-properties fo:background-color="#FFEEDD"/></style:style>';
    const entry = (name: string, value: string) =>
      `<config:config-item config:name="${name}">${value}</config:config-item>`;
    const settings = `<config:config-item-map-named config:name="Tables"><config:config-item-map-entry config:name="Sheet1">${entry('VerticalSplitMode', '2')}${entry('VerticalSplitPosition', '1')}${entry('ShowGrid', 'false')}</config:config-item-map-entry></config:config-item-map-named>`;
    const columns = '<table:table-column table:style-name="co1" table:default-cell-style-name="ce1"/>';
    const book = await read({ automatic, common, settings, body: odsTable(columns + odsRow(odsCell('a'))) });
    const [sheet] = book.sheets;
    expect(sheet?.freeze).toEqual({ row: 1, column: 0 });
    expect(sheet?.hasGridlines).toBe(false);
    const { pages } = renderPages(book);
    expect(pages[0]?.html).toContain('<col style="width:96px">');
    const css = pages[0]?.styles.join() ?? '';
    for (const part of ['#ffeedd', 'font-weight:700', '#112233', 'text-align:right', 'double'])
      expect(css).toContain(part);
  });

  test('texts keep their paragraphs, spaces, runs and links; what stands over cells is named', async () => {
    const automatic =
      '<style:style style:name="T1" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>';
    const rich =
      '<text:p>a  <text:span text:style-name="T1">b<text:s text:c="2"/>c</text:span>\n d</text:p><text:p>e</text:p>';
    const row = [
      `<table:table-cell office:value-type="string">${rich}</table:table-cell>`,
      `<table:table-cell office:value-type="string"><office:annotation><text:p>a note</text:p></office:annotation><text:p><text:a xlink:href="https://example.com/x">there</text:a></text:p></table:table-cell>`,
      `<table:table-cell office:value-type="string"><text:p><text:a xlink:href="#Sheet1.A1">top</text:a></text:p></table:table-cell>`,
    ].join('');
    const shapes = '<table:shapes><draw:frame><draw:object/><draw:image/></draw:frame></table:shapes>';
    const book = await read({ automatic, body: odsTable(shapes + odsRow(row)) });
    const cells = book.sheets[0]?.rows[0]?.cells ?? [];
    expect(cells.map(({ value }) => value)).toEqual(['a b  c d\ne', 'there', 'top']);
    expect(cells[0]?.runs?.map(({ text, font }) => [text, font?.isBold])).toEqual([
      ['a ', undefined],
      ['b  c', true],
      [' d\ne', undefined],
    ]);
    expect(book.sheets[0]?.links.map(({ target }) => target)).toEqual(['https://example.com/x', "#'Sheet1'!A1"]);
    expect(book.notShown?.map(({ what, count }) => [what, count])).toEqual([
      ['charts', 1],
      ['notes', 1],
    ]);
  });

  test('tracked changes, copies of other documents and tables in cells are not content', async () => {
    const inner = odsTable(odsRow(odsCell('inner')), 'Inner', 'table:is-sub-table="true"');
    const cell = `<table:table-cell office:value-type="string">${inner}<text:p>outer</text:p></table:table-cell>`;
    const body = [
      `<table:tracked-changes><table:cell-content-change><table:table-cell><text:p>old</text:p></table:table-cell></table:cell-content-change></table:tracked-changes>`,
      odsTable(odsRow(cell)),
      odsTable(odsRow(odsCell('copy')), "'file:///home/x.ods'#Sheet1"),
      '<table:named-expressions><table:named-range table:name="Total" table:cell-range-address="$Sheet1.$A$1:.$A$2"/></table:named-expressions>',
    ].join('');
    const book = await read({ body });
    expect(book.sheets.map(({ name }) => name)).toEqual(['Sheet1']);
    expect(texts(book)).toEqual([['outer']]);
    expect(book.names).toEqual([{ name: 'Total', sheet: undefined, refers: "'Sheet1'!$A$1:$A$2" }]);
  });
});

const data = join(import.meta.dirname, '../../../../../../shared/data/xlsx');
const files = globSync('*/*.ods', { cwd: data });

/** The text of each cell by an own look at the document: cells of one paragraph, in their order. */
function savedTexts(content: string): string[] {
  const cells = content.matchAll(
    /<table:table-cell ([^>]*office:value-type="(?:float|date|time|percentage|currency)"[^>]*)><text:p>([^<]*)<\/text:p>/g,
  );
  return [...cells].flatMap(([, attributes = '', text = '']) => {
    const repeats = Number(/columns-repeated="(\d+)"/.exec(attributes)?.[1] ?? 1);
    return Array.from({ length: repeats }, () => text.trim());
  });
}

test('lists and messages of validations are named once for their sheet', async () => {
  const validation = (name: string, condition: string, inner = '') =>
    `<table:content-validation table:name="${name}" table:condition="of:${condition}" table:display-list="unsorted">${inner}</table:content-validation>`;
  const help = '<table:help-message table:title="T" table:display="true"><text:p>Choose</text:p></table:help-message>';
  const list = 'cell-content-is-in-list(&quot;a&quot;;&quot;b&quot;)';
  const validations = `<table:content-validations>${validation('v1', list, help)}${validation('v2', 'cell-content-is-decimal-number()')}</table:content-validations>`;
  const cell = (name: string) => odsCell(1, `table:content-validation-name="${name}"`);
  const body = validations + odsTable(odsRow(cell('v1') + cell('v1') + cell('v2')));
  const { notShown } = await read({ body });
  expect(notShown?.map(({ sheet, what, count }) => [sheet, what, count])).toEqual([
    ['Sheet1', 'validation lists', 1],
    ['Sheet1', 'input messages', 1],
  ]);
});

test('an object in a frame is one thing, its picture none of its own', async () => {
  const frame = (inner: string) => `<draw:frame>${inner}</draw:frame>`;
  const shapes = `<table:shapes>${frame('<draw:object/><draw:image/>')}${frame('<draw:object-ole/><draw:image/>')}${frame('<draw:image/>')}</table:shapes>`;
  const { notShown } = await read({ body: odsTable(shapes + odsRow(odsCell(1))) });
  expect(notShown?.map(({ what, count }) => [what, count])).toEqual([
    ['charts', 1],
    ['embedded objects', 1],
    ['pictures', 1],
  ]);
});

describe.runIf(files.length > 0)('sample documents', () => {
  test.each(files)('%s shows each figure as the program that saved it did', async (file) => {
    const bytes = readFileSync(join(data, file));
    const book = await readWorkbook(bytes);
    const shown = book.sheets.flatMap((_, n) =>
      texts(book, n)
        .flat()
        .map((text) => text.trim()),
    );
    const saved = savedTexts(await contentOf(bytes));
    const counts = new Map<string, number>();
    for (const text of shown) counts.set(text, (counts.get(text) ?? 0) + 1);
    const lost = saved.filter((text) => {
      const left = counts.get(text) ?? 0;
      counts.set(text, left - 1);
      return left <= 0;
    });
    expect(lost).toEqual([]);
  });
});

async function contentOf(bytes: Uint8Array): Promise<string> {
  const { unzipSync, strFromU8 } = await import('fflate');
  return strFromU8(unzipSync(bytes)['content.xml'] ?? new Uint8Array())
    .replaceAll('&apos;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&');
}
