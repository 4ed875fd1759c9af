import {
  cellAnchor,
  chartBook,
  chartFrame,
  chartPart,
  chartPlots,
  salesRows,
} from '@sheetwire/sheet/test-support/chart-books';
import { cellsXml } from '@sheetwire/sheet/test-support/xlsx-builder';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upToDate } from '../support/up-to-date.ts';
import { type Desk, startDesk } from './desk.ts';

let desk: Desk;
let key: string;
beforeAll(async () => {
  desk = await startDesk();
  key = (await desk.portal.publisher('DEMO/desk.publisher')).key;
});
afterAll(() => desk.stop());

const freeze =
  '<sheetViews><sheetView workbookViewId="0"><pane xSplit="1" ySplit="1" topLeftCell="B2" state="frozen"/></sheetView></sheetViews>';
const filler = Array.from({ length: 120 }, (_, n) => [`Day ${n + 1}`, n, 0, 0]);

/** The sales with a chart over their cells, from the third column on and over the edge of a block of rows. */
function book(revenue: number): Uint8Array {
  const [head, first, ...rest] = salesRows;
  const rows = [head, [first[0], revenue, first[2], first[3]], ...rest, ...filler];
  const part = chartPart(chartPlots['clustered columns'] ?? '', { title: 'Sales', legend: 'b' });
  return chartBook({
    charts: [part],
    anchors: cellAnchor([2, 40], [9, 60], chartFrame(1)),
    body: freeze + cellsXml(rows),
  });
}

async function put(body: Uint8Array): Promise<void> {
  const answer = await fetch(`${desk.portal.url}/api/v1/publish/workbook/DEMO/DESK/CHARTS`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${key}` },
    body: new Uint8Array(body),
  });
  expect(await answer.json()).toMatchObject({ topic: 'DEMO/DESK/CHARTS', notShown: [] });
}

test('a chart lies over its cells, beneath what is frozen, and changes by itself', async () => {
  await put(book(120));
  const visit = await desk.open();
  const { page } = visit;
  await visit.enter();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${desk.url}/DEMO/DESK/CHARTS`);
  // Until the viewer has taken over what the shell brought, no pointer reaches it.
  await page.getByText(upToDate).waitFor();
  const drawing = page.locator('[data-drawing]');
  const chart = page.getByRole('img', { name: 'Column chart: Sales. Revenue, Cost, Jan to Apr.' });
  await chart.scrollIntoViewIfNeeded();
  await chart.waitFor();

  // Its corner is that of its first cell, and its rows are no taller for it.
  // All at once: the page may still be scrolling.
  const boxes = await drawing.evaluate((element) => {
    const root = element.getRootNode();
    const cells = root instanceof ShadowRoot || root instanceof Document ? root : document;
    return [element, cells.querySelector('[data-cell="C41"]'), cells.querySelector('[data-cell="C42"]')].map((one) => {
      const { x, y, width, height } = one?.getBoundingClientRect() ?? new DOMRect();
      return { x, y, width, height };
    });
  });
  const [box, host, below] = boxes;
  if (!box || !host?.height || !below?.height) throw new Error('Nothing is drawn');
  expect([Math.round(box.x - host.x), Math.round(box.y - host.y)]).toEqual([0, 0]);
  expect(host.height).toBeLessThan(30);
  expect(box.height / host.height).toBeCloseTo(20, 0);

  // It is seen over every row that it covers, and beneath the frozen column and head. Each is looked at in the moment
  // in which it was placed: the page may still move under what was measured before.
  const seen = await drawing.evaluate((element) => {
    element.scrollIntoView({ block: 'center' });
    const root = element.getRootNode();
    if (!(root instanceof ShadowRoot)) throw new Error('The report is not in its own tree');
    const over = (x: number, y: number) => {
      const found = root.elementFromPoint(x, y);
      if (found?.closest('[data-drawing]')) return 'chart';
      return found?.closest('td, th')?.getAttribute('data-cell') ?? 'none';
    };
    const { x, y, width, height } = element.getBoundingClientRect();
    const frozen = root.querySelector('[data-cell="A50"]')?.getBoundingClientRect() ?? new DOMRect();
    return {
      rows: [0.05, 0.5, 0.95].map((share) => over(x + width / 2, y + height * share)),
      frozen: over(frozen.x + 10, frozen.y + 5),
    };
  });
  expect(seen).toEqual({ rows: ['chart', 'chart', 'chart'], frozen: 'A50' });

  // Another figure moves its bar; the numbers of its axis are the cells' own.
  const before = await chart.innerHTML();
  await put(book(480));
  await expect.poll(() => chart.innerHTML()).not.toBe(before);
  await page.locator('[data-cell="B2"]', { hasText: /^480$/ }).waitFor();
  expect(
    asked.filter(
      (path) => /chart|drawing/i.test(path) && !path.endsWith('/DEMO/DESK/CHARTS') && !path.startsWith('/api'),
    ),
  ).toEqual([]);
  expect(visit.faults).toEqual([]);
  await visit.close();
});
