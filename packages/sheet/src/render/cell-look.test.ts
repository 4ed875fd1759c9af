import { describe, expect, test } from 'vitest';
import { type RenderedPage, readWorkbook, renderPages } from '../publish-pages.ts';
import { buildXlsx, cellsXml } from '../test-support/xlsx-builder.ts';

const plainFont = '<font><sz val="11"/><name val="Calibri"/></font>';

interface Given {
  /** `xf` elements behind the plain one. */
  readonly xfs: string;
  readonly fonts?: string;
  readonly fills?: string;
  readonly borders?: string;
  readonly formats?: string;
  /** What stands before the cells. */
  readonly before?: string;
}

async function pageOf(cells: Parameters<typeof cellsXml>[0], given: Given): Promise<RenderedPage> {
  const { xfs, fonts = '', fills = '', borders = '', formats = '', before = '' } = given;
  const styles = [
    `<numFmts>${formats}</numFmts><fonts>${plainFont}${fonts}</fonts>`,
    `<fills><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${fills}</fills>`,
    `<borders><border/>${borders}</borders><cellXfs><xf/>${xfs}</cellXfs>`,
  ].join('');
  const book = await readWorkbook(buildXlsx({ sheets: [{ body: before + cellsXml(cells) }], styles }));
  return renderPages(book).pages[0] ?? { name: '', html: '', styles: [] };
}

function cellOf({ html, styles }: RenderedPage, name: string): { html: string; css: string } {
  const [, tag = '', inner = ''] =
    new RegExp(`(<t[dh][^>]* data-cell="${name}"[^>]*>)(.*?)</t[dh]>`, 's').exec(html) ?? [];
  const number = / data-s="(\d+)"/.exec(tag)?.[1];
  return { html: inner, css: number === undefined ? '' : (styles[Number(number)] ?? '') };
}

describe('the look of a cell', () => {
  test.each([
    ['singleAccounting', '1px solid', 'underline'],
    ['doubleAccounting', '3px double', 'underline double'],
  ])('a line of accounts (%s) is as wide as a text cell, and lower under a number', async (kind, border, line) => {
    const page = await pageOf(
      [
        [
          ['text', 1],
          [12, 1],
        ],
      ],
      {
        fonts: `<font><u val="${kind}"/><sz val="11"/><name val="Calibri"/></font>`,
        xfs: '<xf fontId="1"/>',
      },
    );
    expect(cellOf(page, 'A1')).toEqual({
      html: `<span style="display:block;border-bottom:${border}">text</span>`,
      css: '',
    });
    expect(cellOf(page, 'B1')).toEqual({ html: '12', css: `text-decoration:${line};text-underline-offset:.2em` });
  });

  test('a distributed text fills every line of its cell', async () => {
    const page = await pageOf([[['a b', 1]]], { xfs: '<xf><alignment horizontal="distributed"/></xf>' });
    expect(cellOf(page, 'A1').css).toBe(
      'text-align:justify;text-align-last:justify;white-space:pre-wrap;overflow-wrap:anywhere',
    );
  });

  test.each([
    ['justify', 'vertical-align:top;align-content:start'],
    ['distributed', 'vertical-align:middle;align-content:center'],
  ])('a line that is to fill its height (%s) stands as in a spreadsheet', async (vertical, css) => {
    const page = await pageOf([[['a', 1]]], { xfs: `<xf><alignment vertical="${vertical}"/></xf>` });
    expect(cellOf(page, 'A1').css).toBe(`${css};white-space:pre-wrap;overflow-wrap:anywhere`);
  });

  test.each([
    ['left="0.5" right="0.5" top="0.5" bottom="0.5"', '50% 50%'],
    ['', '0% 0%'],
    ['left="1" right="1"', '100% 0%'],
  ])('a gradient to all sides begins where it is said to (%s)', async (sides, heart) => {
    const stops = '<stop position="0"><color rgb="FFFFFFFF"/></stop><stop position="1"><color rgb="FFFF0000"/></stop>';
    const page = await pageOf([[['a', 1]]], {
      fills: `<fill><gradientFill type="path" ${sides}>${stops}</gradientFill></fill>`,
      xfs: '<xf fillId="2"/>',
    });
    expect(cellOf(page, 'A1').css).toContain(
      `background-image:radial-gradient(farthest-side at ${heart},#ffffff 0%,#ff0000 100%)`,
    );
  });

  test.each([
    ['[Magenta]0', '#ff00ff'],
    ['[Cyan]0.0', '#00ffff'],
    ['[Color10]General', '#008000'],
    ['[Color53]0', '#993300'],
    ['[Red]0', undefined],
    ['[Color1]0', undefined],
  ])('an ink of a number format that the schemes have no shade of is drawn as it is (%s)', async (code, color) => {
    const cells = [
      [
        [5, 1],
        [6, 1],
        [7, 2],
      ],
    ] as const;
    const page = await pageOf(cells, {
      formats: `<numFmt numFmtId="200" formatCode="${code}"/>`,
      fills: '<fill><patternFill patternType="solid"><fgColor rgb="FFEEEEEE"/></patternFill></fill>',
      xfs: '<xf numFmtId="200"/><xf numFmtId="200" fillId="2"/>',
    });
    expect(cellOf(page, 'A1').css).toBe(color === undefined ? '' : `color:${color}`);
    expect(cellOf(page, 'B1')).toEqual({ html: /\.0/.test(code) ? '6.0' : '6', css: cellOf(page, 'A1').css });
    expect(cellOf(page, 'C1').css).toContain(`color:${color ?? (code === '[Red]0' ? '#ff0000' : '#000000')}`);
    expect(page.html.includes(' data-paper=""')).toBe(color !== undefined);
  });

  test.each([
    ['lightGrid', [180, 90], '1px'],
    ['lightTrellis', [45, 135], '1px'],
    ['darkTrellis', [45, 135], '2px'],
  ])('a pattern of crossing lines (%s) is drawn as such', async (pattern, angles, width) => {
    const page = await pageOf([[['a', 1]]], {
      fills: `<fill><patternFill patternType="${pattern}"><fgColor rgb="FF0000FF"/></patternFill></fill>`,
      borders: '<border><bottom style="dashDot"/></border>',
      xfs: '<xf fillId="2" borderId="1"/>',
    });
    const { css } = cellOf(page, 'A1');
    const [above, below] = angles;
    expect(css).toContain(
      `repeating-linear-gradient(${above}deg,#0000ff 0 ${width},#0000 ${width} 4px),repeating-linear-gradient(${below}deg,#0000ff 0 ${width},#ffffff ${width} 4px)`,
    );
    expect(/background-size:([^;]*)/.exec(css)?.[1]?.split(',').length).toBe(3);
  });

  test('fill repeats a text as often as it goes, over the empty cells of the same alignment, and is no number', async () => {
    const page = await pageOf(
      [
        [['ab', 1]],
        [
          [7, 1],
          [undefined, 1],
        ],
        ['p', 'q'],
      ],
      { xfs: '<xf><alignment horizontal="fill"/></xf>' },
    );
    expect(cellOf(page, 'A1')).toEqual({ html: 'ababab', css: 'text-align:left;overflow:clip' });
    expect(page.html).toMatch(/<td colspan="2" data-cell="A2" data-s="\d+">7{10,}</);
  });

  test.each([
    [45, /rotate\(-45\)/],
    [135, /rotate\(45\)/],
    [10, /rotate\(-10\)/],
  ])('a text turned to %i is drawn at its angle', async (rotation, turn) => {
    const page = await pageOf([[['tilted', 1]]], { xfs: `<xf><alignment textRotation="${rotation}"/></xf>` });
    expect(cellOf(page, 'A1').html).toMatch(
      /^<svg width="\d+" height="\d+" style="max-width:none;overflow:visible"><text /,
    );
    expect(cellOf(page, 'A1').html).toMatch(turn);
    expect(cellOf(page, 'A1').html).toContain('>tilted</text></svg>');
  });

  test.each([
    ['dashDot', 4, 1],
    ['dashDotDot', 6, 1],
    ['mediumDashDot', 4, 2],
    ['mediumDashDotDot', 6, 2],
    ['slantDashDot', 4, 2],
    ['dotted', 2, 1],
  ])('a line of %s is drawn in the room of its border', async (kind, stops, px) => {
    const page = await pageOf([[['a', 1]]], {
      borders: `<border><bottom style="${kind}"><color rgb="FF112233"/></bottom></border>`,
      xfs: '<xf borderId="1"/>',
    });
    const { css } = cellOf(page, 'A1');
    expect(css).toContain(`border-block-end:${px}px solid #0000`);
    expect(css).toContain(`background-size:100% ${px}px;background-position:0 100%;background-repeat:no-repeat`);
    expect(/repeating-linear-gradient\(\d+deg,([^)]*)\)/.exec(css)?.[1]?.split(',')).toHaveLength(stops);
  });

  test('a hair line is finer than a dotted one', async () => {
    const page = await pageOf([[['a', 1]]], {
      borders: '<border><bottom style="hair"/></border>',
      xfs: '<xf borderId="1"/>',
    });
    expect(cellOf(page, 'A1').css).toBe('border-block-end:.5px dotted canvastext');
  });

  test('a text that shrinks takes the whole width of its cell', async () => {
    const page = await pageOf([[['a text that shrinks', 1]]], { xfs: '<xf><alignment shrinkToFit="1"/></xf>' });
    expect(cellOf(page, 'A1').html).toMatch(/^<span style="font-size:\d+%">/);
    expect(cellOf(page, 'A1').css).toBe('padding-left:1px;padding-right:1px');
  });

  test('positive and negative numbers of an accounting format end on the same digit', async () => {
    const page = await pageOf([[[12, 1]], [[-12, 1]]], {
      formats: '<numFmt numFmtId="200" formatCode="#,##0.00_);(#,##0.00)"/>',
      xfs: '<xf numFmtId="200"/>',
    });
    expect(cellOf(page, 'A1')).toEqual({
      html: '12.00',
      css: expect.stringMatching(/^padding-right:calc\(.* \+ 0\.3\d?em\)$/),
    });
    expect(cellOf(page, 'A2').html).toBe('(12.00)');
  });

  test('the frozen head has the ink, the ground and the weight of the file', async () => {
    const page = await pageOf([['plain', ['bold', 1], ['filled', 2]], [1]], {
      before: '<sheetViews><sheetView><pane ySplit="1" state="frozen"/></sheetView></sheetViews>',
      fonts: '<font><b/><sz val="11"/><name val="Calibri"/></font>',
      fills: '<fill><patternFill patternType="solid"><fgColor rgb="FF102040"/></patternFill></fill>',
      xfs: '<xf fontId="1"/><xf fillId="2"/>',
    });
    expect(cellOf(page, 'A1').css).toBe('background-color:canvas;color:canvastext;font-weight:400');
    expect(cellOf(page, 'B1').css).toBe('background-color:canvas;color:canvastext;font-weight:700');
    expect(cellOf(page, 'C1').css).toBe('background-color:#102040;color:#ffffff;font-weight:400');
  });

  test.each([
    ['<sheetFormatPr defaultRowHeight="15"/>', '20'],
    ['<sheetFormatPr defaultRowHeight="30"/>', '40'],
    ['', '20'],
  ])('the rows of %s are of the height of the file', async (before, px) => {
    const page = await pageOf([['a']], { xfs: '', before });
    expect(page.html).toContain(` data-row-height="${px}"`);
    expect(page.html).toContain('<tr>');
  });

  test('a text that runs from open ground over a fill lies on paper, so that it reads on both', async () => {
    const given: Given = {
      fills: '<fill><patternFill patternType="solid"><fgColor rgb="FFDDEBF7"/></patternFill></fill>',
      xfs: '<xf fillId="2"/><xf><alignment horizontal="right"/></xf>',
    };
    const isPaper = async (cells: Parameters<typeof cellsXml>[0]) =>
      (await pageOf(cells, given)).html.includes(' data-paper=""');
    expect(await isPaper([['a text of some length', [undefined, 1]]])).toBe(true);
    expect(await isPaper([[['a text of some length', 1], undefined, 'x']])).toBe(true);
    expect(await isPaper([[[undefined, 1], undefined, ['a text that is long enough', 2]]])).toBe(true);
    expect(
      await isPaper([
        [
          ['a text of some length', 1],
          [undefined, 1],
          [undefined, 1],
        ],
      ]),
    ).toBe(false);
    expect(await isPaper([['short', [undefined, 1]]])).toBe(false);
    expect(await isPaper([['a text of some length', 'b', [undefined, 1]]])).toBe(false);
  });

  test('a formula that shows nothing ends the text beside it', async () => {
    const page = await pageOf([['a text of some length', undefined, '']], { xfs: '' });
    expect(cellOf(page, 'C1').html).toBe('<wbr>');
    expect(cellOf(await pageOf([['a', undefined, '']], { xfs: '' }), 'C1').html).toBe('');
  });
});
