import type { Caller } from '@sheetwire/client/caller';
import { publishReport } from '@sheetwire/contract/publish';
import { buildXlsx, cellsXml } from '@sheetwire/sheet/test-support/xlsx-builder';
import type { Page } from 'playwright-core';
import { startAdminSite } from '../admin/admin-site.ts';
import { answerOf, button, cut, field, silence, words } from './answers.ts';
import { type Album, type State, takePictures } from './camera.ts';

const user = 'DEMO/pat';
const topic = 'DEMO/RATES/SWAPS';
const rule =
  '<conditionalFormatting sqref="A1"><cfRule type="expression" priority="1"><formula>NOW()>0</formula></cfRule></conditionalFormatting>';
const tenors = ['2Y', '3Y', '5Y', '7Y', '10Y', '30Y'];

/** A workbook of rates, moved by so much. */
function book(by: number, more: readonly string[] = []): Buffer {
  const rates = tenors.map((tenor, n) => [
    [tenor, 0],
    [Number((2.4 + n / 10 + (n % 2 === 0 ? by : 0)).toFixed(3)), 0],
  ]);
  const rows: [string | number, number][][] = [
    [
      ['Tenor', 0],
      ['Mid', 0],
    ],
    ...(rates as [string | number, number][][]),
  ];
  const sheets = [
    { name: 'Curve', body: cellsXml(rows) + rule },
    ...more.map((name) => ({ name, body: cellsXml([[[name, 0]]]) })),
  ];
  return Buffer.from(buildXlsx({ sheets }));
}

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const choose = (page: Page, buffer: Buffer, name = 'rates.xlsx') =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: xlsx, buffer });

async function preview(page: Page, to = topic, buffer = book(0.031, ['Limits'])): Promise<void> {
  await page.getByRole('combobox', { name: 'Publish to' }).fill(to);
  await choose(page, buffer);
}

const many = Array.from({ length: 100 }, (_, n) => ({
  ...{
    topic: `DEMO/DESK ${100 + n}/DAILY RISK AND LIMITS`,
    version: n + 1,
    timeUtc: '2026-10-02T12:00:00Z',
    sender: user,
  },
  ...{ isLive: true, publisher: n % 3 === 0 ? 'connected' : n % 3 === 1 ? 'silent' : 'none' },
  ...{ seenUtc: '2026-10-02T12:00:00Z', viewers: n % 5, hasPublishSecret: false },
}));
const list = { reports: [], total: 0, next: '', places: [], maxBytes: 29_425_664 };

/** What an admin of the report is told beside. */
async function asAdmin(page: Page): Promise<void> {
  const keptAtMost = { versionHours: 24, minuteDays: 7, hourDays: 90 };
  await page.route('**/api/v1/publishing/report/', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), keptAtMost } });
  });
}

const states: readonly State[] = [
  {
    name: 'report',
    darkPhone: true,
    async go(page) {
      await page.getByRole('option', { name: /SWAPS/ }).click();
      await words(page, 'Publish history');
    },
  },
  {
    name: 'keep-less',
    darkPhone: true,
    prepare: asAdmin,
    async go(page) {
      await page.getByRole('option', { name: /SWAPS/ }).click();
      await button(page, 'Keep less').click();
      await field(page, 'One a minute, days').fill('9');
      await words(page, 'Enter a whole number from 0 to 7.');
    },
  },
  { name: 'nothing-selected', go: (page) => words(page, 'Select a report') },
  {
    name: 'no-rights',
    prepare: (page) => answerOf(page, 'publishing/reports', list),
    go: (page) => words(page, 'any reports yet'),
  },
  {
    name: 'nothing-published',
    prepare: (page) => answerOf(page, 'publishing/reports', { ...list, places: ['DEMO/RATES'] }),
    go: (page) => words(page, 'Nothing is published yet'),
  },
  {
    name: 'many',
    prepare: (page) =>
      answerOf(page, 'publishing/reports', { ...list, reports: many, total: 10_000, next: 'x', places: ['DEMO'] }),
    go: (page) => words(page, '10,000'),
  },
  {
    name: 'loading',
    isWaiting: true,
    prepare: (page) => silence(page, 'publishing'),
    go: (page) => words(page, 'Loading...'),
  },
  {
    name: 'not-loaded',
    prepare: (page) => answerOf(page, 'publishing/reports', {}, 500),
    go: (page) => button(page, 'Try again').first().waitFor(),
  },
  {
    name: 'disconnected',
    async go(page) {
      await words(page, 'Select a report');
      await cut(page);
      await button(page, 'Try again').first().waitFor();
    },
  },
  {
    name: 'compared',
    darkPhone: true,
    async go(page) {
      await preview(page);
      await words(page, /difference/);
    },
  },
  {
    name: 'new-report',
    async go(page) {
      await preview(page, 'DEMO/RATES/NEW');
      await words(page, 'New report');
    },
  },
  {
    name: 'refused',
    async go(page) {
      await preview(page, topic, Buffer.from('PK\u0003\u0004 broken'));
      await words(page, 'cannot be published');
    },
  },
  {
    name: 'name-wrong',
    async go(page) {
      await preview(page, 'RATES/SWAPS');
      await words(page, 'is not ENTITY');
    },
  },
  {
    name: 'secret',
    async go(page) {
      await preview(page, 'DEMO/RATES/LOCKED');
      await field(page, 'Publish secret').fill('wrong');
      await page.keyboard.press('Enter');
      await words(page, 'This is not the publish secret');
    },
  },
  {
    name: 'file-held',
    darkPhone: true,
    async go(page) {
      await preview(page, 'DEMO/RATES/HELD', book(0.02));
      const rules = [{ rule: 0, action: 'hold', words: 'B2 on Curve moved from 2.4 to 2.9: 20.8%' }];
      const held = { version: 7, sinceUtc: '2026-10-02T12:00:00Z', rules };
      const sent = { topic: 'DEMO/RATES/HELD', version: 6, time: '', changed: false, notShown: [], held };
      await answerOf(page, 'publishing/workbook', sent);
      await button(page, 'Publish').click();
      await words(page, 'is waiting for approval');
    },
  },
  {
    name: 'published',
    async go(page) {
      await preview(page, 'DEMO/RATES/OUT', book(0.01));
      await button(page, 'Publish').click();
      await words(page, /Published DEMO|No changes/);
    },
  },
];

async function furnish(call: Caller): Promise<void> {
  const pages = (n: number) => [
    { name: 'Curve', html: `<table><tr><td data-cell="A1">2Y</td><td data-cell="B1">${n}</td></tr></table>` },
  ];
  await call(publishReport, { topic: 'DEMO/RATES/LOCKED', pages: pages(1), publishSecret: 'sesame' });
  for (const n of [1, 2, 3]) await call(publishReport, { topic: 'DEMO/FX/SPOT', pages: pages(n) });
}

/** Publishing, each state of its list and of a file. */
export async function publishing(album: Album): Promise<string[]> {
  const site = await startAdminSite([]);
  try {
    const { call, key } = await site.portal.publisher(user);
    await furnish(call);
    for (const body of [book(0), book(0.01), Buffer.from('PK\u0003\u0004 broken')]) {
      const headers = { authorization: `Bearer ${key}` };
      await fetch(`${site.portal.url}/api/v1/publish/workbook/${topic}`, {
        method: 'PUT',
        headers,
        body: new Uint8Array(body),
      });
    }
    const own = states.map((state) => ({ path: '/publishing', user, ...state }));
    return await takePictures({ ...album, area: 'publishing', url: site.portal.url, states: own, open: site.profile });
  } finally {
    await site.stop();
  }
}
