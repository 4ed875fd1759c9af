import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pagesOf } from '../../test-support/both-ways.ts';
import { buildXlsx, type CellSource, cellsXml, escaped } from '../../test-support/xlsx-builder.ts';

const soak = process.env.SHEETWIRE_SOAK === 'yes';

/** Texts round the digits of a section: also blanks that are none, letters that are escaped, and others than Latin. */
const piece = fc.constantFrom(
  ...[
    '"x"',
    '\\ ',
    '_-',
    '_)',
    '$',
    ' ',
    '-',
    '+',
    '%',
    '(',
    ')',
    '"\u00a0"',
    '\\\u00a0',
    '"€"',
    '"ä "',
    '"日"',
    '"<&>"',
  ],
);
const core = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constantFrom('0', '#,##0'), fc.nat(9)).map(([whole, n]) => whole + decimals(n)) },
  { weight: 1, arbitrary: fc.constantFrom('0000', '#', '0.##', '0,', '?0.0?', '@', 'General', '0E+0', 'mmm d') },
);
const decimals = (places: number) => (places === 0 ? '' : `.${'0'.repeat(places)}`);
const around = fc.array(piece, { maxLength: 2 }).map((pieces) => pieces.join(''));
const color = fc.constantFrom('', '', '', '[Red]', '[blue]', '[Color10]');
const section = fc.tuple(color, around, core, around).map((parts) => parts.join(''));
const code = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom('General', '@', '0.00', ';;', '0;;', '') },
  { weight: 6, arbitrary: fc.array(section, { minLength: 1, maxLength: 4 }).map((sections) => sections.join(';')) },
);

const aligned = fc.constantFrom(
  ...['', '', 'horizontal="left"', 'horizontal="right"', 'horizontal="right" indent="1"', 'horizontal="center"'],
  ...['wrapText="1"', 'horizontal="justify"', 'horizontal="centerContinuous"', 'vertical="top"', 'textRotation="45"'],
);
const look: fc.Arbitrary<Look> = fc.record({
  code,
  aligned,
  font: fc.nat(3),
  fill: fc.constantFrom(0, 0, 2),
  border: fc.constantFrom(0, 0, 1),
});

const fonts = [
  '<sz val="11"/><name val="Calibri"/>',
  '<b/><sz val="9"/><color rgb="FFCC0000"/><name val="Arial"/>',
  '<sz val="14.5"/><name val="Courier New"/>',
  '<u val="singleAccounting"/><sz val="11"/><name val="Verdana"/>',
];

interface Look {
  readonly code: string;
  readonly aligned: string;
  readonly font: number;
  readonly fill: number;
  readonly border: number;
}

function stylesOf(looks: readonly Look[]): string {
  const formats = looks.map((one, n) => `<numFmt numFmtId="${n + 200}" formatCode="${escaped(one.code)}"/>`);
  const xfs = looks.map(
    ({ aligned: align, font, fill, border }, n) =>
      `<xf numFmtId="${n + 200}" fontId="${font}" fillId="${fill}" borderId="${border}" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment ${align}/></xf>`,
  );
  const ground = '<patternFill patternType="solid"><fgColor rgb="FFFFFF00"/></patternFill>';
  return (
    `<numFmts>${formats.join('')}</numFmts><fonts>${fonts.map((font) => `<font>${font}</font>`).join('')}</fonts>` +
    `<fills><fill/><fill/><fill>${ground}</fill></fills><borders><border/><border><left style="thin"/><bottom style="double"/></border></borders>` +
    `<cellXfs><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>${xfs.join('')}</cellXfs>`
  );
}

const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.double({ noNaN: true, min: -1e5, max: 1e5 }),
  fc.tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 12 })).map(([n, places]) => n / 10 ** places),
  // What lies half-way between two results, and right beside it.
  fc
    .tuple(fc.integer({ min: -1e7, max: 1e7 }), fc.integer({ min: 0, max: 9 }), fc.constantFrom(-1, 0, 1))
    .map(([n, places, side]) => ((n + 0.5) / 10 ** places) * (1 + side * 2 ** -52)),
  fc.constantFrom(
    0,
    -0,
    5e-324,
    1e-320,
    -1e-9,
    0.5,
    1.5,
    -0.5,
    0.005,
    1.005,
    2.675,
    99.5,
    999_999.5,
    1e15,
    2 ** 53,
    1e300,
  ),
);
const text = fc.constantFrom<string | boolean>(
  'a',
  'ä\u00a0',
  '\u00a0b',
  'שלום',
  '😀',
  '\ud83d',
  'x & y',
  'a text that runs on',
  '',
  true,
);
const cell = fc.tuple(
  fc.oneof(
    { weight: 5, arbitrary: number },
    { weight: 1, arbitrary: text },
    { weight: 1, arbitrary: fc.constant(undefined) },
  ),
  fc.nat(6),
);
const rows = fc.array(fc.array(cell, { minLength: 5, maxLength: 5 }), { minLength: 1, maxLength: 6 });
const view = fc.constantFrom(
  '',
  '',
  '<sheetViews><sheetView workbookViewId="0" showZeros="0"/></sheetViews>',
  '<sheetViews><sheetView workbookViewId="0"><pane xSplit="1" ySplit="1" state="frozen"/></sheetView></sheetViews>',
);
/** White space that is no blank, at either end: the number has room without it alone. */
const padded = ['General', '\\\u00a0$0.0"x"', '[>=0]\\\u00a0$0.0"x";0', '0', '0', '0'].map((one) => ({
  code: one,
  aligned: '',
  font: 2,
  fill: 0,
  border: 0,
}));
const tight = [7.2155, 7.2155, 7.2155, 7.2155, 7.2155];
const widths = fc.array(fc.double({ min: 0.5, max: 14, noNaN: true }), { minLength: 5, maxLength: 5 });

test('plain cells are those of the usual way in all looks, formats and widths', async () => {
  const property = fc.asyncProperty(
    fc.array(look, { minLength: 6, maxLength: 6 }),
    rows,
    widths,
    view,
    async (looks, cells, wide, sheetView) => {
      const columns = wide.map((width, n) => `<col min="${n + 1}" max="${n + 1}" width="${width}" customWidth="1"/>`);
      const sources = cells.map((row) => row.map(([value, style]): CellSource => [value, style]));
      // Plain cells are those that were written the usual way before.
      const body = `${sheetView}<cols>${columns.join('')}</cols>${cellsXml([...sources, ...sources, ...sources])}`;
      const { straight, usual } = await pagesOf(buildXlsx({ sheets: [{ body }], styles: stylesOf(looks) }));
      expect(straight).toEqual(usual);
    },
  );
  await fc.assert(property, {
    numRuns: soak ? 3000 : 60,
    examples: [[padded, [[1, 2, 1, 2, 0].map((n): [number, number] => [0, n])], tight, '']],
  });
});
