import { expect, test } from 'vitest';
import { readWorkbook, renderPages } from '../publish-pages.ts';
import { buildXlsx, cellsXml } from '../test-support/xlsx-builder.ts';
import { builtInFormat } from './built-in-formats.ts';

/** Formats of other languages, and what an English Excel shows in their place. */
const stoodFor: readonly (readonly [ids: readonly number[], code: string])[] = [
  [[27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58, 71, 72], 'm/d/yyyy'],
  [[32, 33, 34, 35, 77], 'h:mm:ss'],
  [[59], '0'],
  [[60], '0.00'],
  [[61], '#,##0'],
  [[62], '#,##0.00'],
  [[67], '0%'],
  [[68], '0.00%'],
  [[69], '# ?/?'],
  [[70], '# ??/??'],
  [[73], 'd-mmm-yy'],
  [[74], 'd-mmm'],
  [[75], 'mmm-yy'],
  [[76], 'h:mm'],
  [[78], 'm/d/yyyy h:mm'],
  [[79], 'mm:ss'],
  [[80], '[h]:mm:ss'],
  [[81], 'mm:ss.0'],
  [[23, 24, 25, 26, 82, 163], 'General'],
];

test.each(stoodFor)('the formats %j are %s', (ids, code) => {
  expect(ids.map(builtInFormat)).toEqual(ids.map(() => code));
});

test('a date with a format of another language is a date', async () => {
  const xfs = [0, 31, 33, 58, 71].map((id) => `<xf numFmtId="${id}" fontId="0" applyNumberFormat="1"/>`).join('');
  const styles = `<fonts><font><sz val="11"/><name val="Calibri"/></font></fonts><cellXfs>${xfs}</cellXfs>`;
  const body = cellsXml([[1, 2, 3, 4].map((style) => [45_292.75, style] as const)]);
  const { pages } = renderPages(await readWorkbook(buildXlsx({ sheets: [{ body }], styles })));
  const texts = Array.from(pages[0]?.html.matchAll(/<td[^>]*>([^<]*)</g) ?? [], ([, text]) => text);
  expect(texts).toEqual(['1/1/2024', '18:00:00', '1/1/2024', '1/1/2024']);
});
