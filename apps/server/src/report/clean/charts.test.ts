import { readWorkbook, renderPages } from '@sheetwire/sheet/publish-pages';
import { chartBook, chartPart, chartPlots } from '@sheetwire/sheet/test-support/chart-books';
import { expect, test } from 'vitest';
import { cleanPage } from './clean-page.ts';

test.each(Object.keys(chartPlots))('%s are kept as they are drawn', async (kind) => {
  const part = chartPart(chartPlots[kind] ?? '', { title: 'A "title" & <more>', legend: 'r' });
  const { pages } = renderPages(await readWorkbook(chartBook({ charts: [part] })));
  const html = pages[0]?.html ?? '';
  expect(html).toContain('<div data-drawing="d2" data-rows="15" style="');
  expect(cleanPage(html).html).toBe(html);
});
