import { expect, test } from 'vitest';
import { readWorkbook, renderPages } from '../publish-pages.ts';
import { ruled } from '../test-support/ruled-book.ts';
import { buildXlsx, cellsXml } from '../test-support/xlsx-builder.ts';

const sides = ['general', 'left', 'center', 'right'];
const styles =
  '<fonts><font><sz val="11"/><name val="Calibri"/></font></fonts><fills><fill/></fills><borders><border/></borders>' +
  `<cellXfs>${sides.map((side) => `<xf><alignment horizontal="${side}"/></xf>`).join('')}</cellXfs>`;

async function cellsWith(attributes: string, set = '3TrafficLights1'): Promise<string[]> {
  const row = sides.map((_, n) => [n + 1, n] as const);
  const rule =
    `<cfRule type="iconSet" priority="1"><iconSet iconSet="${set}"${attributes}><cfvo type="percent" val="0"/>` +
    '<cfvo type="percent" val="33"/><cfvo type="percent" val="67"/></iconSet></cfRule>';
  const body = cellsXml([row]) + ruled('A1:D1', rule);
  const [page] = renderPages(await readWorkbook(buildXlsx({ sheets: [{ body }], styles }))).pages;
  return [...(page?.html ?? '').matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, html = '']) => html);
}

test('an icon without a value stands where its cell sets it', async () => {
  const cells = await cellsWith(' showValue="0"');
  expect(cells.map((html) => /^<span style="float:left">/.test(html))).toEqual([true, false, false, false]);
  expect(cells.every((html) => /<\/svg>(?:<\/span>)?$/.test(html))).toBe(true);
});

test('an icon beside a value stands at the start of its cell', async () => {
  const cells = await cellsWith('');
  expect(cells.map((html) => /^<span style="float:left"><svg .*<\/span>\d$/.test(html))).toEqual(sides.map(() => true));
});

test('the lights of the second set stand in frames, those of the first do not', async () => {
  const frames = async (set: string) => (await cellsWith('', set)).map((html) => html.split('<rect ').length - 1);
  expect(await frames('3TrafficLights2')).toEqual([1, 1, 1, 1]);
  expect(await frames('3TrafficLights1')).toEqual([0, 0, 0, 0]);
});
