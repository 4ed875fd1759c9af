import { expect, test } from 'vitest';
import type { TestPublisher } from '../../../testing/publisher.ts';
import type { TestApp, TestBrowser } from '../../../testing/test-app.ts';
import { viewingRig } from '../../../testing/viewing-rig.ts';

let server: TestApp;
let bot: TestPublisher;
let ann: TestBrowser;
viewingRig((rig) => {
  ({ server, bot, ann } = rig);
});

type Rows = readonly (readonly [string, string])[];
const sheet = (rows: Rows) =>
  `<table><tbody>${rows.map(([name, value], n) => `<tr><td data-cell="A${n + 1}">${name}</td><td data-cell="B${n + 1}">${value}</td></tr>`).join('')}</tbody></table>`;

/** Each is kept whole, as its metadata is another. */
async function publishWhole(topic: string, ...all: Rows[]): Promise<void> {
  for (const rows of all) {
    server.clock.move(1000);
    const pages = [{ name: 'P', html: sheet(rows) }];
    const { status } = await bot.call('publish.publishReport', {
      topic,
      pages,
      metadata: { asOf: `${server.clock.now()}` },
    });
    expect(status).toBe(200);
  }
}

async function valuesOf(topic: string, cell: string): Promise<unknown[]> {
  server.clock.move(1000);
  const { values } = await ann.call('reports/cellhistory/', { topic, page: 'P', cell });
  return Array.isArray(values) ? values.map((value) => [value.version, value.text, value.cell ?? cell]) : [];
}

test('a cell is followed through rows that came and went between whole reports', async () => {
  const topic = 'ACME/WHOLE/ROWS';
  const [bid, ask, fee] = [
    (v: string) => ['bid', v] as const,
    (v: string) => ['ask', v] as const,
    ['fee', '7'] as const,
  ];
  await publishWhole(
    topic,
    [bid('1'), ask('2')],
    [fee, bid('1'), ask('3')],
    [fee, ['tax', '8'], bid('1'), ask('4')],
    [bid('5'), ask('4')],
  );
  expect(await valuesOf(topic, 'B2')).toEqual([
    [3, '4', 'B4'],
    [2, '3', 'B3'],
    [1, '2', 'B2'],
  ]);
  expect(await valuesOf(topic, 'B1')).toEqual([
    [4, '5', 'B1'],
    [1, '1', 'B1'],
  ]);
});

test('between whole reports, too, changes of cells count for the row that they were made in', async () => {
  const topic = 'ACME/WHOLE/CELLS';
  await publishWhole(topic, [
    ['bid', '1'],
    ['ask', '2'],
  ]);
  const cells = [
    { page: 'P', cell: 'B1', html: '1.5' },
    { page: 'P', cell: 'B2', html: '2.5' },
  ];
  await bot.call('publish.publishCells', { topic, baseVersion: 1, cells });
  await publishWhole(topic, [
    ['fee', '7'],
    ['bid', '1.5'],
    ['ask', '3'],
  ]);
  expect(await valuesOf(topic, 'B2')).toEqual([
    [2, '1.5', 'B1'],
    [1, '1', 'B1'],
  ]);
  expect(await valuesOf(topic, 'B3')).toEqual([
    [3, '3', 'B3'],
    [2, '2.5', 'B2'],
    [1, '2', 'B2'],
  ]);
});

test('a cell of a row that came with a whole report held nothing before', async () => {
  const topic = 'ACME/WHOLE/CAME';
  const [before, after]: [Rows, Rows] = [
    [
      ['ask', '1'],
      ['bid', '2'],
    ],
    [
      ['new', '9'],
      ['ask', '10'],
      ['bid', '2'],
    ],
  ];
  await publishWhole(topic, before, after);
  expect(await valuesOf(topic, 'B1')).toEqual([[2, '9', 'B1']]);
  expect(await valuesOf(topic, 'B2')).toEqual([
    [2, '10', 'B2'],
    [1, '1', 'B1'],
  ]);
});
