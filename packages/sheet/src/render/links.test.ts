import { expect, test } from 'vitest';
import type { PageSelection } from '../page-selection.ts';
import { readWorkbook, renderPages } from '../publish-pages.ts';
import { buildXlsx, cellsXml } from '../test-support/xlsx-builder.ts';

const names =
  '<definedNames><definedName name="Total">Limits!$B$3</definedName><definedName name="Own" localSheetId="0">Desk!$B$2</definedName><definedName name="Own" localSheetId="1">Limits!$B$2</definedName></definedNames>';
const table =
  '<table xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" id="1" name="Rates" displayName="Rates" ref="A2:B3" headerRowCount="0"><tableColumns count="2"><tableColumn id="1" name="x"/><tableColumn id="2" name="y"/></tableColumns></table>';
const cells = cellsXml([
  ['a', 'b'],
  ['c', 'd'],
  ['e', 'f'],
]);

async function hrefsOf(location: string, selection: PageSelection = {}) {
  const link = `<hyperlinks><hyperlink ref="A1" location="${location}"/></hyperlinks>`;
  const sheets = [
    { name: 'Desk', body: cells + link },
    {
      name: 'Limits',
      body: `${cells}<tableParts count="1"><tablePart r:id="rId1"/></tableParts>`,
      relations: [['rId1', 'table', '../tables/table1.xml'] as const],
    },
    { name: 'Secret', body: cells, state: 'hidden' as const },
  ];
  const book = { sheets, behind: names, parts: { 'xl/tables/table1.xml': table } };
  const { pages, notShown = [] } = renderPages(await readWorkbook(buildXlsx(book)), selection);
  const [, href] = /<a href="([^"]*)"/.exec(pages[0]?.html ?? '') ?? [];
  return { href, lost: notShown.map(({ what }) => what) };
}

test.each([
  ['a cell of its own sheet', 'Desk!B3', '#B3'],
  ['a cell without a sheet', 'B3', '#B3'],
  ['a cell of another sheet', 'Limits!B3', '#limits!B3'],
  ['a range', 'Limits!$B$2:$B$3', '#limits!B2'],
  ['a name', 'Total', '#limits!B3'],
  ['a name of its own sheet', 'Own', '#B2'],
  ['a name of another sheet', 'Limits!Own', '#limits!B2'],
  ['a table', 'rates', '#limits!A2'],
  ['all of a table', 'Rates[#All]', '#limits!A2'],
  ['the beginning of a sheet', 'Limits!A1', '#limits'],
  ['a cell beyond what is shown', 'Limits!Z99', '#limits'],
])('a link to %s leads there', async (_, location, href) => {
  expect(await hrefsOf(location)).toEqual({ href, lost: [] });
});

test.each(['Secret!B2', 'Gone!A1', 'no place'])(
  'a link to %s, which no page shows, is text and named',
  async (location) => {
    expect(await hrefsOf(location)).toEqual({ href: undefined, lost: ['links'] });
  },
);

test('a link leads to the page that shows its cell', async () => {
  const pages = [
    { title: 'Top', range: 'Desk!A1:B1' },
    { title: 'Bottom part', range: 'Desk!A2:B3' },
  ];
  expect((await hrefsOf('Desk!B3', { pages })).href).toBe('#bottom-part!B3');
  expect((await hrefsOf('Desk!B1', { pages })).href).toBe('#B1');
  expect((await hrefsOf('Limits!B1', { pages })).href).toBeUndefined();
});

test.each([
  ['the portal gives a link its ink', '<color rgb="FF0000FF"/>', 0, '<a href="#B3">'],
  ['an ink of its own stays', '<color rgb="FFFF0000"/>', 0, '<a href="#B3" style="color:#ff0000">'],
  ['a ground keeps the ink that reads on it', '', 1, '<a href="#B3" style="color:#ffffff">'],
])('%s', async (_, color, fill, tag) => {
  const styles =
    `<fonts><font><sz val="11"/><name val="Calibri"/></font><font>${color}<sz val="11"/><name val="Calibri"/></font></fonts>` +
    '<fills><fill/><fill><patternFill patternType="solid"><fgColor rgb="FF102040"/></patternFill></fill></fills><borders><border/></borders>' +
    `<cellXfs><xf/><xf fontId="1" fillId="${fill}"/></cellXfs>`;
  const body = cellsXml([[['a', 1]], [], ['', 'b']]);
  const link = '<hyperlinks><hyperlink ref="A1" location="B3"/></hyperlinks>';
  const { pages } = renderPages(await readWorkbook(buildXlsx({ sheets: [{ body: body + link }], styles })));
  expect(pages[0]?.html).toContain(`${tag}a</a>`);
});
