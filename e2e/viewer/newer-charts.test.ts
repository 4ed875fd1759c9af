import { readFile } from 'node:fs/promises';
import { readWorkbook } from '@sheetwire/sheet/publish-pages';
import { cellAnchor, chartBook, chartFrame, chartPart, chartPlots } from '@sheetwire/sheet/test-support/chart-books';
import { newerBook, newerCharts } from '@sheetwire/sheet/test-support/newer-chart-books';
import { anchored, drawingBook, pictureXml } from '@sheetwire/sheet/test-support/picture-book';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultsInEveryScheme } from '../support/axe.ts';
import { upToDate } from '../support/up-to-date.ts';
import { type Desk, startDesk } from './desk.ts';

let desk: Desk;
let key: string;
beforeAll(async () => {
  desk = await startDesk();
  key = (await desk.portal.publisher('DEMO/desk.publisher')).key;
});
afterAll(() => desk.stop());

async function put(report: string, body: Uint8Array): Promise<void> {
  const answer = await fetch(`${desk.portal.url}/api/v1/publish/workbook/DEMO/DESK/${report}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${key}` },
    body: new Uint8Array(body),
  });
  expect(await answer.json()).toMatchObject({ notShown: [] });
}

/** What each kind is called. */
const names: Readonly<Record<string, RegExp>> = {
  waterfall: /^Waterfall chart: Cash\./,
  histogram: /^Histogram: Ages\./,
  Pareto: /^Pareto chart: Complaints\./,
  funnel: /^Funnel chart: Orders\./,
  'box and whisker': /^Box and whisker chart: Scores\./,
  treemap: /^Treemap chart: Sold\./,
  'treemap with banners': /^Treemap chart: Sold\./,
  sunburst: /^Sunburst chart: Sold\./,
};

test('charts of the newer kinds are drawn in the viewer, each by its name', async () => {
  const kinds = Object.keys(newerCharts);
  for (const [n, kind] of kinds.entries()) {
    const { part = '', rows = [] } = newerCharts[kind] ?? {};
    await put(`KIND${n}`, newerBook([part], rows));
  }
  const visit = await desk.open();
  await visit.enter();
  for (const [n, kind] of kinds.entries()) {
    await visit.page.goto(`${desk.url}/DEMO/DESK/KIND${n}`);
    const chart = visit.page.getByRole('img', { name: names[kind] ?? '' });
    await chart.waitFor();
    expect(await chart.locator('path').count()).toBeGreaterThan(0);
  }
  expect(visit.faults).toEqual([]);
  await visit.close();
});

test('Show as table opens the numbers of a chart by keys, and they follow the chart', async () => {
  const { part = '', rows = [] } = newerCharts.funnel ?? {};
  await put('FUNNEL', newerBook([part], rows));
  const visit = await desk.open();
  const { page } = visit;
  await visit.enter();
  await page.goto(`${desk.url}/DEMO/DESK/FUNNEL`);
  const open = page.locator('summary[aria-label="Show as table"]');
  await open.waitFor({ state: 'attached' });
  await page.getByText(upToDate).waitFor();
  // It shows itself to who comes by keys, and costs those nothing who do not.
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  expect(await open.evaluate((element) => getComputedStyle(element).opacity)).toBe('0');
  await open.focus();
  await expect.poll(() => open.evaluate((element) => Number(getComputedStyle(element).opacity))).toBeGreaterThan(0.8);
  await expect.poll(() => asked.filter((path) => path.includes('chart-tables'))).not.toEqual([]);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Funnel chart: Orders. Figures, Visits to Orders.' });
  await dialog.waitFor();
  const lines = () => dialog.getByRole('row').allInnerTexts();
  const figures = async () => (await lines()).map((line) => line.split('\t'));
  await expect.poll(figures).toEqual([
    ['', 'Figures'],
    ['Visits', '1000'],
    ['Sign-ups', '430'],
    ['Trials', '180'],
    ['Orders', '60'],
  ]);
  expect(await faultsInEveryScheme(page)).toEqual([]);
  await put('FUNNEL', newerBook([part], [...rows.slice(0, 4), ['Orders', 75]]));
  await expect.poll(async () => (await lines()).at(-1)).toBe('Orders\t75');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(visit.faults).toEqual([]);
  await visit.close();
});

test('a press of Show as table that is sooner than its script opens the numbers once it has come', async () => {
  const { part = '', rows = [] } = newerCharts.funnel ?? {};
  await put('EARLY', newerBook([part], rows));
  const visit = await desk.open();
  const { page } = visit;
  await visit.enter();
  await page.goto(`${desk.url}/DEMO/DESK/EARLY`);
  await page.getByText(upToDate).waitFor();
  const script = Promise.withResolvers<void>();
  await page.route('**/chart-tables*', async (route) => {
    await script.promise;
    await route.continue();
  });
  await page.locator('summary[aria-label="Show as table"]').focus();
  await page.keyboard.press('Enter');
  script.resolve();
  await page.getByRole('dialog', { name: /^Funnel chart: Orders\./ }).waitFor();
  expect(visit.faults).toEqual([]);
  await visit.close();
});

/** A picture of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('an exported workbook has the charts of its pages as charts, and the pictures', async () => {
  const chart = chartPart(chartPlots['clustered columns'] ?? '', { title: 'Sales' });
  await put('SALES', chartBook({ charts: [chart], anchors: cellAnchor([5, 1], [12, 16], chartFrame(1)) }));
  await put('LOGO', drawingBook(anchored(pictureXml()), { 'a.png': png }));
  const visit = await desk.open();
  const { page } = visit;
  await visit.enter();
  const exported = async (report: string) => {
    await page.goto(`${desk.url}/DEMO/DESK/${report}`);
    await page.locator('[data-drawing]').waitFor();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const coming = page.waitForEvent('download');
    await page
      .getByRole('group', { name: /^Whole report/ })
      .getByRole('button', { name: 'Excel (.xlsx)' })
      .click();
    return await readWorkbook(await readFile(await (await coming).path()));
  };
  const [drawn] = (await exported('SALES')).sheets[0]?.drawings ?? [];
  expect(drawn?.content).toMatchObject({ kind: 'chart', title: { lines: ['Sales'] } });
  const [pictured] = (await exported('LOGO')).sheets[0]?.drawings ?? [];
  expect(pictured?.content).toMatchObject({ kind: 'markup', html: expect.stringContaining('alt="A logo"') });
  expect(visit.faults).toEqual([]);
  await visit.close();
});
