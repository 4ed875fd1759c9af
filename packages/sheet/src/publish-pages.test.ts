import { describe, expect, test } from 'vitest';
import type { PageSelection } from './page-selection.ts';
import { type RenderedPage, readWorkbook, renderPages } from './publish-pages.ts';
import { type BookSource, buildXlsx, cellsXml } from './test-support/xlsx-builder.ts';

async function report(source: BookSource, selection: PageSelection = {}) {
  return renderPages(await readWorkbook(buildXlsx(source)), selection);
}

async function pageOf(body: string, more: Partial<BookSource> = {}): Promise<RenderedPage> {
  const { pages } = await report({ sheets: [{ body }], ...more });
  return pages[0] ?? { name: '', html: '', styles: [] };
}

/** The open tag, the content and the style of a cell. */
function cellOf({ html, styles }: RenderedPage, name: string): { tag: string; html: string; css: string } {
  const [, tag = '', inner = ''] =
    new RegExp(`(<t[dh][^>]* data-cell="${name}"[^>]*>)(.*?)</t[dh]>`, 's').exec(html) ?? [];
  const number = / data-s="(\d+)"/.exec(tag)?.[1];
  return { tag, html: inner, css: number === undefined ? '' : (styles[Number(number)] ?? '') };
}

const fonts = (list: string) => `<fonts><font><sz val="11"/><name val="Calibri"/></font>${list}</fonts>`;
const fills = (list: string) =>
  `<fills><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${list}</fills>`;
const xfs = (list: string) => `<cellXfs><xf/>${list}</cellXfs>`;
const solid = (color: string) => `<fill><patternFill patternType="solid"><fgColor ${color}/></patternFill></fill>`;

describe('what is published', () => {
  test('a page without a title is named as the workbook spells it', async () => {
    const body = cellsXml([[1, 2]]);
    const source = {
      sheets: [
        { name: 'Contacts', body },
        { name: 'Notes', body },
      ],
      behind: '<definedNames><definedName name="Total">Notes!$A$1</definedName></definedNames>',
    };
    const named = async (...ranges: string[]) =>
      (await report(source, { pages: ranges.map((range) => ({ range })) })).pages.map(({ name }) => name);
    expect(await named('contacts', 'NOTES!A1:B1', 'TOTAL')).toEqual(['Contacts', 'Notes', 'Total']);
    expect(await named('notes!$a$1:b1', "'contacts'!A1", 'Notes!B1')).toEqual(['Notes A1-B1', 'Contacts', 'Notes B1']);
    const own = await report(source, { pages: [{ title: 'notes', range: 'Notes' }] });
    expect(own.pages.map(({ name }) => name)).toEqual(['notes']);
  });

  test('hidden rows, columns and sheets are never sent', async () => {
    const cols = '<cols><col min="2" max="2" width="9" hidden="1"/></cols>';
    const rows =
      '<sheetData><row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>222</v></c><c r="C1"><v>3</v></c></row><row r="2" hidden="1"><c r="A2"><v>444</v></c></row><row r="3"><c r="A3"><v>5</v></c></row></sheetData>';
    const { pages } = await report({
      sheets: [
        { body: cols + rows },
        { name: 'Secret', state: 'hidden', body: cellsXml([['hush']]) },
        { name: 'Deep', state: 'veryHidden', body: cellsXml([['hush']]) },
      ],
    });
    expect(pages.map((page) => page.name)).toEqual(['Sheet1']);
    expect([...(pages[0]?.html ?? '').matchAll(/data-cell="(\w+)"/g)].map(([, name]) => name)).toEqual([
      'A1',
      'C1',
      'A3',
      'C3',
    ]);
    expect(pages[0]?.html).not.toMatch(/222|444|hush/);
  });

  test('a hidden sheet is refused even by name, through a range and through a named range', async () => {
    const source: BookSource = {
      sheets: [{ body: cellsXml([[1]]) }, { name: 'Secret', state: 'hidden', body: cellsXml([['hush']]) }],
      behind: '<definedNames><definedName name="peek">Secret!$A$1</definedName></definedNames>',
    };
    for (const selection of [{ sheets: ['secret'] }, { range: 'Secret!A1' }, { range: 'peek' }, { range: 'Secret' }]) {
      await expect(report(source, selection)).rejects.toThrow('is hidden: unhide it');
    }
  });

  test('what lies under a merge is not sent', async () => {
    const page = await pageOf(
      `${cellsXml([
        ['top', 'under'],
        ['below', 'deep'],
      ])}<mergeCells><mergeCell ref="A1:B2"/></mergeCells>`,
    );
    expect(page.html).toContain('<td colspan="2" rowspan="2" data-cell="A1">top</td>');
    expect(page.html).not.toMatch(/under|below|deep/);
  });

  test('a merge shrinks by the hidden rows and columns in it', async () => {
    const cols = '<cols><col min="2" max="2" width="9" hidden="1"/></cols>';
    const page = await pageOf(
      `${cols}${cellsXml([['top'], [], [undefined, undefined, undefined, 'x']])}<mergeCells><mergeCell ref="A1:C2"/></mergeCells>`,
    );
    expect(page.html).toContain('colspan="2" rowspan="2" data-cell="A1"');
  });

  test('the print area wins over what is used, and an asked range over both', async () => {
    const source: BookSource = {
      sheets: [
        {
          body: cellsXml([
            [1, 2, 3],
            [4, 5, 6],
          ]),
        },
      ],
      behind:
        '<definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">Sheet1!$A$1:$B$1</definedName><definedName name="Corner">Sheet1!$C$2</definedName></definedNames>',
    };
    const cells = async (selection: PageSelection) =>
      [...((await report(source, selection)).pages[0]?.html ?? '').matchAll(/data-cell="(\w+)"/g)].map(
        ([, name]) => name,
      );
    expect(await cells({})).toEqual(['A1', 'B1']);
    expect(await cells({ range: 'Sheet1!$B$1:$C$2' })).toEqual(['B1', 'C1', 'B2', 'C2']);
    expect(await cells({ range: 'corner' })).toEqual(['C2']);
    expect(await cells({ range: 'A:A' })).toEqual(['A1', 'A2']);
    expect(await cells({ range: '2:2' })).toEqual(['A2', 'B2', 'C2']);
  });

  test('pages take their titles and ranges, and two equal titles are refused', async () => {
    const source: BookSource = { sheets: [{ body: cellsXml([[1, 2]]) }, { name: 'My Sheet', body: cellsXml([[3]]) }] };
    const pages = [
      { title: 'First', range: 'A1' },
      { title: 'Second', range: "'My Sheet'!A1" },
    ];
    expect((await report(source, { pages })).pages.map((page) => page.name)).toEqual(['First', 'Second']);
    await expect(
      report(source, { pages: [pages[0] ?? { title: '', range: '' }, { title: 'FIRST', range: 'B1' }] }),
    ).rejects.toThrow('Two pages are named');
    await expect(report(source, { range: 'Nowhere!A1' })).rejects.toThrow('Unknown sheet Nowhere');
    await expect(report(source, { range: 'nothing' })).rejects.toThrow('Unknown range nothing');
  });

  test('a table is a range by its name', async () => {
    const table =
      '<table displayName="Sales" name="Sales" ref="B1:B2" headerRowCount="1"><tableStyleInfo name="TableStyleMedium2" showRowStripes="1"/></table>';
    const source: BookSource = {
      sheets: [
        {
          body: cellsXml([
            [1, 'Head'],
            [2, 7],
          ]),
          relations: [['rId1', 'table', '../tables/table1.xml']],
        },
      ],
      parts: { 'xl/tables/table1.xml': table },
    };
    const page = (await report(source, { range: 'sales' })).pages[0] ?? { name: '', html: '', styles: [] };
    expect(cellOf(page, 'B1').css).toContain('background-color:#4f81bd;color:#ffffff;font-weight:700');
    expect(cellOf(page, 'B2').css).toContain('background-color:#d');
  });
});

describe('structure', () => {
  test('frozen panes become the head of the table', async () => {
    const view =
      '<sheetViews><sheetView><pane xSplit="1" ySplit="1" topLeftCell="B2" state="frozen"/></sheetView></sheetViews>';
    const page = await pageOf(
      view +
        cellsXml([
          ['Name', 'Value'],
          ['a', 1],
        ]),
    );
    expect(page.html).toContain(' data-freeze="1,1"');
    expect(page.html).toContain('<thead><tr><th scope="col" data-cell="A1" data-s="0">Name</th>');
    expect(page.html).toContain(
      '<tbody><tr><th scope="row" data-cell="A2">a</th><td data-cell="B2" data-num="">1</td></tr></tbody>',
    );
  });

  test.each([
    ['rows 1 to 5 with a hidden one among them', '', '3', 'ySplit="4"', '4,0', 'A5'],
    ['rows from 2 on, the first hidden', ' topLeftCell="A2"', '1', 'ySplit="2"', '2,0', 'A3'],
    ['columns A to C, B hidden', '', '', 'xSplit="2"', '0,2', ''],
    ['rows 1 and 2, hidden ones below them', '', '3', 'ySplit="2"', '2,0', 'A2'],
  ])('what is hidden is not counted among what is frozen: %s', async (...given) => {
    const [, view, hidden, split, freeze, last] = given;
    const pane = `<sheetViews><sheetView${view}><pane ${split} state="frozen"/></sheetView></sheetViews>`;
    const columns = hidden === '' ? '<cols><col min="2" max="2" width="9" hidden="1"/></cols>' : '';
    const cells = cellsXml(Array.from({ length: 7 }, (__, n) => [n, n, n, n]));
    const page = await pageOf(pane + columns + cells.replace(`<row r="${hidden}"`, `<row r="${hidden}" hidden="1"`));
    expect(page.html).toContain(` data-freeze="${freeze}"`);
    const head = /<thead>.*<\/thead>/.exec(page.html)?.[0] ?? '';
    expect([...head.matchAll(/data-cell="(A\d+)"/g)].at(-1)?.[1] ?? '').toBe(last);
  });

  test('a merge across the freeze line is cut at it', async () => {
    const view = '<sheetViews><sheetView><pane ySplit="1" state="frozen"/></sheetView></sheetViews>';
    const page = await pageOf(
      `${view}${cellsXml([
        ['x', 1],
        [undefined, 2],
      ])}<mergeCells><mergeCell ref="A1:A2"/></mergeCells>`,
    );
    expect(page.html).not.toContain('rowspan');
    expect(page.html.match(/>x</g)).toHaveLength(1);
  });

  test('widths follow the formula of the file form, heights its points', async () => {
    const cols = '<cols><col min="1" max="1" width="12.7109375" customWidth="1"/></cols>';
    const page = await pageOf(
      `<sheetFormatPr defaultRowHeight="15"/>${cols}<sheetData><row r="1" ht="30"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row></sheetData>`,
    );
    expect(page.html).toContain('<col style="width:89px"><col style="width:64px">');
    expect(page.html).toContain('<tr style="height:40px">');
  });

  test('a sheet from right to left and one without gridlines say so', async () => {
    const view = '<sheetViews><sheetView rightToLeft="1" showGridLines="0"/></sheetViews>';
    expect((await pageOf(view + cellsXml([['x']]))).html).toMatch(/^<table dir="rtl" border="0"/);
  });

  test('strict and prefixed files read alike', async () => {
    const plain = await pageOf(cellsXml([['x', 1]]));
    const strict = await pageOf(cellsXml([['x', 1]]), { isStrict: true });
    const sheet =
      '<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData><x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>x</x:t></x:is></x:c><x:c r="B1"><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>';
    const prefixed = await pageOf('', { parts: { 'xl/worksheets/sheet1.xml': sheet } });
    expect(strict.html).toBe(plain.html);
    expect(prefixed.html).toBe(plain.html);
  });

  test('shared, inline and formula texts, truth values and errors are shown', async () => {
    const row =
      '<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="str"><f>A1</f><v>made</v></c><c r="C1" t="b"><v>1</v></c><c r="D1" t="e"><v>#DIV/0!</v></c><c r="E1"><f>NOPE(1)</f></c></row></sheetData>';
    const { pages, warnings } = await report({
      sheets: [{ body: row }],
      texts: '<si><t>shared_x0041_ &amp; &lt;b&gt;</t></si>',
    });
    const page = pages[0] ?? { name: '', html: '', styles: [] };
    expect(cellOf(page, 'A1').html).toBe('sharedA &amp; &lt;b&gt;');
    expect(cellOf(page, 'B1').html).toBe('made');
    expect(cellOf(page, 'C1')).toMatchObject({ html: 'TRUE', css: 'text-align:center' });
    expect(cellOf(page, 'D1').html).toBe('#DIV/0!');
    expect(warnings.join()).toContain('1 formula on Sheet1 has no saved result');
  });

  test('links lead to the web, to mail, into the portal and to tabs, and nowhere else', async () => {
    const cells = cellsXml([['web', 'mail', 'report', 'tab', 'file', 'script']]);
    const links = ['rId1', 'rId2', 'rId3', '', 'rId5', 'rId6'].map((id, n) => {
      const to = id === '' ? `location="'My Sheet'!A1"` : `r:id="${id}"`;
      return `<hyperlink ref="${'ABCDEF'[n]}1" ${to}/>`;
    });
    const { pages, warnings } = await report({
      sheets: [
        {
          body: `${cells}<hyperlinks>${links.join('')}</hyperlinks>`,
          relations: [
            ['rId1', 'hyperlink', 'https://example.com/?a=1&b=2'],
            ['rId2', 'hyperlink', 'mailto:desk@example.com'],
            ['rId3', 'hyperlink', '/DEMO/DESK/DAILY'],
            ['rId5', 'hyperlink', 'file:///c:/secret.xlsx'],
            ['rId6', 'hyperlink', 'javascript:alert(1)'],
          ],
        },
        { name: 'My Sheet', body: cellsXml([[1]]) },
      ],
    });
    expect([...(pages[0]?.html ?? '').matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      'https://example.com/?a=1&amp;b=2',
      'mailto:desk@example.com',
      '/DEMO/DESK/DAILY',
      '#my-sheet',
    ]);
    expect(warnings.join()).toContain('2 links point outside the report');
  });
});

describe('look', () => {
  test('a filled cell always carries its ink, and the ink reads on it', async () => {
    const styles = `${fonts('<font><color rgb="FFFF0000"/></font>')}${fills(solid('rgb="FF102040"') + solid('theme="4" tint="0.8"'))}${xfs('<xf fillId="2"/><xf fillId="3"/><xf fillId="3" fontId="1"/>')}`;
    const page = await pageOf(
      cellsXml([
        [
          ['a', 1],
          ['b', 2],
          ['c', 3],
        ],
      ]),
      { styles },
    );
    expect(cellOf(page, 'A1').css).toBe('background-color:#102040;color:#ffffff');
    expect(cellOf(page, 'B1').css).toBe('background-color:#dce6f2;color:#000000');
    expect(cellOf(page, 'C1').css).toContain('color:#ff0000');
    expect(page.html).not.toContain('data-paper');
  });

  test('coloured ink without a fill lies on paper; black and the ink of a number format do not', async () => {
    const styles = `<numFmts><numFmt numFmtId="200" formatCode="0;[Red]-0"/></numFmts>${fonts('<font><color rgb="FF00AA00"/></font><font><color rgb="FF000000"/></font>')}${xfs('<xf fontId="1"/><xf fontId="2"/><xf numFmtId="200"/>')}`;
    expect((await pageOf(cellsXml([[['a', 1]]]), { styles })).html).toContain(' data-paper=""');
    const page = await pageOf(
      cellsXml([
        [
          ['a', 2],
          [-5, 3],
          [5, 3],
        ],
      ]),
      { styles },
    );
    expect(page.html).not.toContain('data-paper');
    expect(cellOf(page, 'B1')).toMatchObject({ tag: '<td data-cell="B1" data-num="" data-ink="red">', html: '-5' });
    expect(cellOf(page, 'C1').tag).not.toContain('data-ink');
  });

  test('where two cells meet the heavier line is drawn once, and a merge takes the lines of all its cells', async () => {
    const side = (name: string, style: string) => `<${name} style="${style}"><color rgb="FF112233"/></${name}>`;
    const styles = `<borders><border/><border>${side('right', 'thin')}</border><border>${side('left', 'thick')}</border><border>${side('bottom', 'double')}</border></borders>${xfs('<xf borderId="1"/><xf borderId="2"/><xf borderId="3"/>')}`;
    const page = await pageOf(
      `${cellsXml([
        [['a', 1], ['b', 2], 'c'],
        [['d', 0], ['e', 3], 'f'],
      ])}<mergeCells><mergeCell ref="A2:B2"/></mergeCells>`,
      { styles },
    );
    expect(cellOf(page, 'A1').css).toBe('border-inline-end:3px solid #112233');
    expect(cellOf(page, 'B1').css).toBe('');
    expect(cellOf(page, 'A2').css).toBe('border-block-end:3px double #112233');
  });

  test('fonts, alignment, wrap, indent and turns are kept', async () => {
    const styles = `${fonts('<font><b/><i/><u/><strike/><sz val="14"/><name val="Times New Roman"/></font>')}<cellXfs><xf/><xf fontId="1"/><xf><alignment horizontal="right" vertical="top" wrapText="1"/></xf><xf><alignment indent="2" horizontal="left"/></xf><xf><alignment textRotation="90"/></xf></cellXfs>`;
    const page = await pageOf(
      cellsXml([
        [
          ['a', 1],
          ['b\nc', 2],
          ['d', 3],
          ['e', 4],
        ],
      ]),
      { styles },
    );
    expect(cellOf(page, 'A1').css).toBe(
      'font-family:"Times New Roman","Liberation Serif",serif;font-size:14pt;font-weight:700;font-style:italic;text-decoration:underline line-through',
    );
    expect(cellOf(page, 'B1')).toMatchObject({
      html: 'b\nc',
      css: 'text-align:right;vertical-align:top;align-content:start;white-space:pre-wrap;overflow-wrap:anywhere',
    });
    expect(cellOf(page, 'C1').css).toBe('text-align:left;padding-left:22px');
    expect(cellOf(page, 'D1').html).toBe('<span style="display:inline-block;writing-mode:sideways-lr">e</span>');
  });

  test('runs of a text keep their own look', async () => {
    const texts =
      '<si><r><t xml:space="preserve">plain </t></r><r><rPr><b/><color rgb="FFFF0000"/></rPr><t>red</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>2</t></r></si>';
    const page = await pageOf('<sheetData><row><c t="s"><v>0</v></c></row></sheetData>', { texts });
    expect(cellOf(page, 'A1').html).toBe('plain <span style="font-weight:700;color:#ff0000">red</span><sup>2</sup>');
  });

  test('a number too wide for its column shows marks, General is rounded to fit', async () => {
    const cols = '<cols><col min="1" max="2" width="6" customWidth="1"/></cols>';
    const styles = `<numFmts><numFmt numFmtId="200" formatCode="#,##0.00"/></numFmts>${xfs('<xf numFmtId="200"/>')}`;
    const page = await pageOf(cols + cellsXml([[[123456789, 1], 1.23456789]]), { styles });
    expect(cellOf(page, 'A1').html).toMatch(/^#+$/);
    expect(cellOf(page, 'B1').html).toMatch(/^1\.23/);
    expect(cellOf(page, 'B1').html.length).toBeLessThan(7);
  });

  test('accounting formats put their sign at the other edge', async () => {
    const styles = `<numFmts><numFmt numFmtId="200" formatCode="_($* #,##0.00_)"/></numFmts>${xfs('<xf numFmtId="200"/>')}`;
    const page = await pageOf(cellsXml([[[12, 1]]]), { styles });
    expect(cellOf(page, 'A1').html).toBe('<span style="float:left"> $</span>12.00');
  });

  test('charts and rules that are not evaluated are told, not shown', async () => {
    const body = `${cellsXml([[1]])}<conditionalFormatting sqref="A1"><cfRule type="expression"><formula>NOPE()&gt;0</formula></cfRule></conditionalFormatting><drawing/>`;
    const { warnings } = await report({
      sheets: [
        {
          body,
          relations: [
            ['rId1', 'drawing', '../drawings/drawing1.xml'],
            ['rId2', 'comments', '../comments1.xml'],
          ],
        },
      ],
      parts: {
        'xl/drawings/drawing1.xml': '<x/>',
        'xl/drawings/_rels/drawing1.xml.rels':
          '<Relationships><Relationship Id="r" Type="x/chart" Target="../charts/chart1.xml"/></Relationships>',
      },
    });
    expect(warnings.sort()).toEqual([
      'The charts of Sheet1 are not shown.',
      'The conditional formatting rules of Sheet1 are not all shown (1 left out). The function NOPE is not evaluated.',
    ]);
  });
});
