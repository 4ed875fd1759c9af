import { decodePageInNode } from '@sheetwire/client/decode-page-node';
import { takesShortPages } from '@sheetwire/contract/reports';
import { lengthenPage } from '@sheetwire/page/model/short-page';
import { branded } from '@sheetwire/rules/name';
import { expect, test } from 'vitest';
import type { TestPublisher } from '../../testing/publisher.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { viewingRig } from '../../testing/viewing-rig.ts';

let server: TestApp;
let bot: TestPublisher;
viewingRig((rig) => {
  ({ server, bot } = rig);
});

const topic = branded<'Topic'>('ACME/R/SHORT');
const rows = (count: number, value: string) =>
  Array.from(
    { length: count },
    (_, n) => `<tr><td data-cell="A${n + 1}">${value}</td><td data-cell="B${n + 1}" data-num="">${n}</td></tr>`,
  ).join('');
const table = (count: number, value: string) => `<table><tbody>${rows(count, value)}</tbody></table>`;
/** A small page, one that travels compressed, and one that looks as if it were short. */
const pagesOf = (value: string) => [
  { name: 'Small', html: table(2, value) },
  { name: 'Long', html: table(2000, value) },
  {
    name: 'Odd',
    html: '<p title="<td~">&lt;td~ data-cell="A1"</p><table><tr><td title="~">1<td data-cell="B7">2</table>',
  },
];

async function both(ask: Record<string, unknown>) {
  const { body: whole } = await bot.call('reports.report', ask);
  const { body: short } = await bot.call('reports.report', ask, takesShortPages);
  return { whole, short };
}
const texts = (pages: unknown) => (Array.isArray(pages) ? pages.map((page) => decodePageInNode(String(page))) : []);

async function isTheSame(ask: Record<string, unknown>): Promise<void> {
  const { whole, short } = await both(ask);
  expect(whole).not.toHaveProperty('shortPages');
  const { shortPages, pages, ...rest } = short;
  expect(shortPages).toBe(true);
  const sent = texts(pages);
  expect(sent.map(lengthenPage)).toEqual(texts(whole.pages));
  expect({ ...rest, pages: whole.pages }).toEqual(whole);
  expect(sent.map((html) => html.match(/ data-cell=/g)?.length ?? 0)).toEqual([0, 0, 2]);
}

test('the newest report, a day and the past have short pages for who takes them, and whole ones for anyone else', async () => {
  const { body } = await bot.call('publish.publishReport', { topic, pages: pagesOf('1'), metadata: { n: '1' } });
  const report = await server.stores.reports.newest(topic);
  if (!report) throw new Error('nothing was published');
  await server.stores.snapshots.capture({ topic, date: '2026-11-12', capturedAt: 1, report });
  await isTheSame({ topic });
  await bot.call('publish.publishReport', { topic, pages: pagesOf('2'), metadata: { n: '2' } });
  await isTheSame({ topic });
  await isTheSame({ topic: `${topic}.20261112` });
  await isTheSame({ topic, at: body.version });
});

test('a small page is short, too, and says nothing else', async () => {
  const small = branded<'Topic'>('ACME/R/SHORTER');
  await bot.call('publish.publishReport', { topic: small, pages: [{ name: 'P', html: table(1, '1') }] });
  const { whole, short } = await both({ topic: small });
  expect(whole.pages).toEqual([table(1, '1')]);
  expect(short.pages).toEqual(['<table><tbody><tr><td~>1</td><td~ data-num="">0</td></tr></tbody></table>']);
});

test('another value of the header gets whole pages, and an unchanged report has none', async () => {
  const { body } = await bot.call('reports.report', { topic }, { 'x-sheetwire-pages': 'tiny' });
  expect(body).not.toHaveProperty('shortPages');
  const { short } = await both({ topic, reportTime: body.time, canInteract: body.canInteract });
  expect(short).toMatchObject({ nodiff: true });
  expect(short).not.toHaveProperty('shortPages');
});
