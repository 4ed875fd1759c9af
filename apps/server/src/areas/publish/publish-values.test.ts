import { buildXlsx, type CellSource, cellsXml, formatStyles } from '@sheetwire/sheet/test-support/xlsx-builder';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ControlDesk, controlDesk } from '../../testing/control-desk.ts';
import { publisherOf } from '../../testing/publisher.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let desk: ControlDesk;
beforeAll(async () => {
  server = await startTestApp();
  desk = await controlDesk(server);
});
afterAll(() => server.stop());

const topic = 'ACME/DESK/ORDERS';

interface Answer {
  readonly topic?: string;
  readonly version?: number;
  readonly changed?: boolean;
  readonly error?: { readonly code: string; readonly message: string; readonly have?: number; readonly need?: string };
}

async function call(method: 'PUT' | 'POST', path: string, payload: Buffer | object, key = desk.bot.key) {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await server.app.fastify.inject({ method, url: `/api/v1/publish/${path}`, headers, payload });
  return { status: answer.statusCode, ...answer.json<Answer>() };
}

const put = (book: Uint8Array, query = '') => call('PUT', `workbook/${topic}${query}`, Buffer.from(book));
const set = (sheets: readonly object[], further: object = {}, key = desk.bot.key) =>
  call('POST', 'values/', { topic, sheets, ...further }, key);
const needed = { status: 409, error: { code: 'workbook_needed', need: 'workbook' } };

async function shown(): Promise<string> {
  const { pages } = await desk.vic.call<{ pages?: readonly string[] }>('reports/report/', { topic });
  return (pages ?? []).join('\n');
}

async function cell(address: string): Promise<string | undefined> {
  return new RegExp(`data-cell="${address}"[^>]*>(.*?)</t[dh]>`).exec(await shown())?.[1];
}

const styles = formatStyles(['#,##0.00;[Red]-#,##0.00', 'yyyy\\-mm\\-dd', '0.0%']);

function book(rows: readonly (readonly CellSource[])[], further = ''): Uint8Array {
  return buildXlsx({
    styles,
    sheets: [
      { name: 'Prices', body: cellsXml(rows) + further },
      { name: 'Hidden', state: 'hidden', body: cellsXml([['secret']]) },
    ],
  });
}

const prices = [
  ['Bid', [1.5, 1]],
  ['Day', [46000, 2]],
  ['Share', [0.5, 3]],
] as const;

test('a value shows as the number format of its cell has it, and unchanged values keep the version', async () => {
  const first = await put(book(prices));
  const next = await set([{ name: 'Prices', cells: [['B1', 1234.5], ['B2', 46001], ['B3', 0.123]] }]);
  expect(next).toMatchObject({ status: 200, topic, version: (first.version ?? 0) + 1, changed: true });
  expect([await cell('B1'), await cell('B2'), await cell('B3')]).toEqual(['1,234.50', '2025-12-10', '12.3%']);
  const again = await set([{ name: 'prices', range: 'B1:B2', rows: [[1234.5], [46001]] }]);
  expect(again).toMatchObject({ status: 200, version: next.version, changed: false });
});
