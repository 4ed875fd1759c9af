import type { Page } from 'playwright-core';
import { startAdminSite } from '../admin/admin-site.ts';
import { button } from './answers.ts';
import { type Album, type State, takePictures } from './camera.ts';

const search = (words: string) => (page: Page) => page.getByRole('searchbox').fill(words);
const section = (page: Page, id: string) => page.locator(`section[id="${id}"]`);

const states: readonly State[] = [
  { name: 'top', path: '/api/', darkPhone: true, go: (page) => page.getByRole('searchbox').waitFor() },
  {
    name: 'call',
    path: '/api/#publish.publishCells',
    darkPhone: true,
    go: (page) => section(page, 'publish.publishCells').waitFor(),
  },
  {
    name: 'example',
    path: '/api/#reports.report',
    async go(page) {
      const copy = section(page, 'reports.report').getByRole('button').first();
      await copy.click();
      await copy.scrollIntoViewIfNeeded();
      await section(page, 'reports.report').getByText('Answer').first().click();
    },
  },
  {
    name: 'refusals',
    path: '/api/#publish.publishReport',
    go: (page) =>
      section(page, 'publish.publishReport')
        .getByText(/^Refusals/)
        .click(),
  },
  { name: 'stream', path: '/api/#live.stream', go: (page) => section(page, 'live.stream').waitFor() },
  { name: 'found', path: '/api/', go: search('snapshot') },
  { name: 'no-match', path: '/api/', go: search('xylophone') },
  {
    name: 'failed',
    path: '/api/',
    complaint: /503|cannot be loaded/,
    prepare: (page) => page.route('**/api/openapi.json', (route) => route.fulfill({ status: 503 })),
    go: (page) => button(page, 'Reload').waitFor(),
  },
];

/** Takes the pictures of the API reference. */
export async function api(album: Album): Promise<string[]> {
  const site = await startAdminSite([]);
  try {
    const open = (_: string, options: Parameters<typeof site.profile>[1]) => site.profile('', options);
    const scrolling = states.map((state) => ({ ...state, scrollsWindow: true }));
    const faults = await takePictures({ ...album, area: 'api', url: site.portal.url, states: scrolling, open });
    return [...faults, ...site.faults];
  } finally {
    await site.stop();
  }
}
