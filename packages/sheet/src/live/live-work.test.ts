import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import type { SheetRow } from '../model.ts';
import { readWorkbook } from '../publish-pages.ts';
import { textOf } from '../render/page-text.ts';
import { renderSelection } from '../render/selection.ts';
import { buildXlsx, cellsXml, formatStyles } from '../test-support/xlsx-builder.ts';
import { newValues } from '../values/sent-values.ts';
import { setValues } from '../values/set-values.ts';
import { LiveReport } from './live-report.ts';

const moment = { now: new Date(2026, 10, 23), topic: 'A/B/C' };
const ROWS = 40;
const dxf = '<dxfs count="1"><dxf><font><b/></font></dxf></dxfs>';

/** Two rules with one formula, which passes over a long column for each of their cells. */
const rules = [1, 2]
  .map(
    (priority) =>
      `<conditionalFormatting sqref="A1:A${ROWS}"><cfRule type="expression" dxfId="0" priority="${priority}"><formula>SUMPRODUCT(C1:C9000)&lt;A1</formula></cfRule></conditionalFormatting>`,
  )
  .join('');

test('cells that are judged again and again take no more work than judging each of them once', async () => {
  const body = cellsXml(Array.from({ length: ROWS }, (_, n) => [n, 0, n % 2 === 0 ? 1 : -1])) + rules;
  let workbook = await readWorkbook(buildXlsx({ styles: formatStyles(['0.00']) + dxf, sheets: [{ name: 'S', body }] }));
  const { live } = LiveReport.write(workbook, {}, moment);
  if (!live) throw new Error('the report is not followed');
  // Far more evaluations than all formulas may take, were each counted.
  const turns = 2 * Math.ceil(limits.workbook.formulaSteps / (ROWS * STEPS));
  for (let turn = 1; turn <= turns; turn++) {
    const rows = new Map<string, SheetRow[]>();
    const cells = Array.from({ length: ROWS }, (_, n): [string, number] => [`A${n + 1}`, n + (turn % 7) - 3]);
    workbook = setValues(workbook, newValues([{ name: 'S', cells }]), (sheet, changed) =>
      rows.set(sheet, [...changed]),
    );
    live.follow(rows);
  }
  const styles = new Map(live.styles.map((page) => [page.name, page.styles]));
  const { pages } = renderSelection(workbook, {}, { ...moment, styles });
  expect(live.pages.map(({ html }) => html)).toEqual(pages.map(({ text }) => textOf(text.chunks())));
});

/** What one evaluation of the rule takes at least. */
const STEPS = 9000;
