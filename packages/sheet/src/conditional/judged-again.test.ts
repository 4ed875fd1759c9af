import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LiveReport } from '../live/live-report.ts';
import type { SheetRow } from '../model.ts';
import { readWorkbook } from '../publish-pages.ts';
import { textOf } from '../render/page-text.ts';
import { renderSelection } from '../render/selection.ts';
import { buildXlsx, cellsXml, escaped, formatStyles } from '../test-support/xlsx-builder.ts';
import { newValues } from '../values/sent-values.ts';
import { setValues } from '../values/set-values.ts';

const moment = { now: new Date(2026, 10, 23), topic: 'A/B/C' };
const dxfs = ['b', 'i', 'strike', 'u'].map((name) => `<dxf><font><${name}/></font></dxf>`).join('');
const styles = `${formatStyles(['0'])}<dxfs count="5">${dxfs}<dxf><fill><patternFill><bgColor rgb="FFFFCCCC"/></patternFill></fill></dxf></dxfs>`;

const formula = (text: string) => `<formula>${escaped(text)}</formula>`;
const point = (type: string) => `<cfvo type="${type}"/>`;

/** Rules that look beside their cell, above it or at the whole sheet, and those that some of them stop. */
const kinds: readonly (readonly [attributes: string, inner: string])[] = [
  ['type="expression"', formula('A1>B1')],
  ['type="expression"', formula('A1=B2')],
  ['type="expression"', formula('AND(A1>0,B1>0)')],
  ['type="cellIs" operator="lessThan"', formula('B1')],
  ['type="cellIs" operator="between"', formula('$A$1') + formula('B1')],
  ['type="containsText" operator="containsText" text="1"', formula('NOT(ISERROR(SEARCH(B1,A1)))')],
  ['type="duplicateValues"', ''],
  ['type="aboveAverage"', ''],
  [
    'type="colorScale"',
    `<colorScale>${point('min')}${point('max')}<color rgb="FFFFFFFF"/><color rgb="FFFF0000"/></colorScale>`,
  ],
  ['type="dataBar"', `<dataBar>${point('min')}${point('max')}<color rgb="FF638EC6"/></dataBar>`],
];

const rule = fc.record({
  kind: fc.nat(kinds.length - 1),
  format: fc.nat(4),
  stops: fc.boolean(),
  place: fc.constantFrom('A1:C3', 'A1:D4', 'B1:B3', 'A2:C2', 'A1 C3'),
});
const value = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: -2, max: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom('1', 'x', true, null) },
);
const change = fc.record({ row: fc.nat(2), column: fc.nat(2), value });

test('what was judged before is known as long as it holds, and no longer', async () => {
  let followed = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(rule, { minLength: 1, maxLength: 7 }),
      fc.array(fc.array(change, { minLength: 1, maxLength: 2 }), { minLength: 20, maxLength: 60 }),
      async (rules, sets) => {
        const judged = rules.map(({ kind, format, stops, place }, n) => {
          const [attributes, inner] = kinds[kind] ?? ['', ''];
          const stop = stops ? ' stopIfTrue="1"' : '';
          return `<conditionalFormatting sqref="${place}"><cfRule ${attributes} dxfId="${format}" priority="${n + 1}"${stop}>${inner}</cfRule></conditionalFormatting>`;
        });
        const body = cellsXml([0, 1, 2].map((n) => [n, 1, -n, n])) + judged.join('');
        let workbook = await readWorkbook(buildXlsx({ styles, sheets: [{ name: 'S', body }] }));
        const { live } = LiveReport.write(workbook, {}, moment);
        if (!live) throw new Error('the report is not followed');
        for (const changes of sets) {
          const cells = changes.map((one): [string, number | string | boolean | null] => [
            `${'ABC'[one.column]}${one.row + 1}`,
            one.value,
          ]);
          const rows = new Map<string, SheetRow[]>();
          workbook = setValues(workbook, newValues([{ name: 'S', cells }]), (sheet, own) => rows.set(sheet, [...own]));
          if (rows.size === 0) continue;
          live.follow(rows);
          followed++;
          const kept = new Map(live.styles.map((page) => [page.name, page.styles]));
          const { pages } = renderSelection(workbook, {}, { ...moment, styles: kept });
          expect(live.pages.map(({ html }) => html)).toEqual(pages.map(({ text }) => textOf(text.chunks())));
        }
      },
    ),
    { numRuns: 60 },
  );
  expect(followed).toBeGreaterThan(500);
}, 120_000);
