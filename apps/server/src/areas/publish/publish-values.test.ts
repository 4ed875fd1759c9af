import { gunzipSync } from 'node:zlib';
import { buildXlsx, type CellSource, cellsXml, formatStyles } from '@sheetwire/sheet/test-support/xlsx-builder';
import { expect, test } from 'vitest';
import { deskRig } from '../../testing/desk-rig.ts';
import { publisherOf } from '../../testing/publisher.ts';

const rig = deskRig();

const topic = 'ACME/DESK/ORDERS';

interface Answer {
  readonly topic?: string;
  readonly version?: number;
  readonly changed?: boolean;
  readonly error?: { readonly code: string; readonly message: string; readonly have?: number; readonly need?: string };
}

async function call(method: 'PUT' | 'POST', path: string, payload: Buffer | object, key = rig.desk.bot.key) {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await rig.server.app.fastify.inject({ method, url: `/api/v1/publish/${path}`, headers, payload });
  return { status: answer.statusCode, ...answer.json<Answer>() };
}

const put = (book: Uint8Array, query = '') => call('PUT', `workbook/${topic}${query}`, Buffer.from(book));
const set = (sheets: readonly object[], further: object = {}, key = rig.desk.bot.key) =>
  call('POST', 'values/', { topic, sheets, ...further }, key);
const needed = { status: 409, error: { code: 'workbook_needed', need: 'workbook' } };

async function shown(): Promise<string> {
  const { pages } = (await rig.desk.vic.call('reports/report/', { topic })) as { pages?: readonly string[] };
  return (pages ?? []).map(unpacked).join('\n');
}

function unpacked(page: string): string {
  return page.startsWith('H4') ? gunzipSync(Buffer.from(page, 'base64')).toString() : page;
}

async function cell(address: string): Promise<string | undefined> {
  return new RegExp(`data-cell="${address}"[^>]*>(.*?)</t[dh]>`).exec(await shown())?.[1];
}

const styles = formatStyles(['#,##0.00;[Red]-#,##0.00', 'mm\\-dd', '0.0%']);

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
  const next = await set([
    {
      name: 'Prices',
      cells: [
        ['B1', 1234.5],
        ['B2', 46001],
        ['B3', 0.123],
      ],
    },
  ]);
  expect(next).toMatchObject({ status: 200, topic, version: (first.version ?? 0) + 1, changed: true });
  expect([await cell('B1'), await cell('B2'), await cell('B3')]).toEqual(['1,234.50', '12-10', '12.3%']);
  const again = await set([{ name: 'prices', range: 'B1:B2', rows: [[1234.5], [46001]] }]);
  expect(again).toMatchObject({ status: 200, version: next.version, changed: false });
});

test('errors, logical values, texts and nothing are shown as a spreadsheet shows them, and text is never a formula', async () => {
  await put(book(prices));
  const values: readonly [unknown, string][] = [
    [{ error: '#N/A' }, '#N/A'],
    [true, 'TRUE'],
    [null, ''],
    ['=1+1', '=1+1'],
    ['+1', '+1'],
    ['-1', '-1'],
    ['@A1', '@A1'],
    ['<b>x</b>', '&lt;b&gt;x&lt;/b&gt;'],
    ['NaN', 'NaN'],
    [7, '7.00'],
  ];
  for (const [value, text] of values) {
    expect((await set([{ name: 'Prices', cells: [['B1', value]] }])).status).toBe(200);
    expect(await cell('B1')).toBe(text);
  }
});

test('the text of the spreadsheet is right; a text that says its column is too narrow is not looked at', async () => {
  await put(book(prices));
  await set([
    {
      name: 'Prices',
      cells: [
        ['B1', 12, '12,00'],
        ['B3', 0.25, '####'],
      ],
    },
  ]);
  expect([await cell('B1'), await cell('B3')]).toEqual(['12,00', '25.0%']);
  await set([{ name: 'Prices', cells: [['B1', -12, ' -12.00 ']] }]);
  // The colour of the format stays, since it gives the same text.
  expect(await shown()).toMatch(/data-cell="B1"[^>]*data-ink="[^"]+"[^>]*>-12\.00</);
});

test('rules judge anew all cells that they look at', async () => {
  const scale =
    '<conditionalFormatting sqref="A1:A3"><cfRule type="colorScale" priority="1"><colorScale><cfvo type="min"/><cfvo type="max"/><color rgb="FFFFFFFF"/><color rgb="FFFF0000"/></colorScale></cfRule></conditionalFormatting>';
  await put(book([[1], [2], [3]], scale));
  await set([{ name: 'Prices', cells: [['A3', 101]] }]);
  const live = await shown();
  const page = await rig.desk.vic.call('reports/report/', { topic });
  await put(book([[1], [2], [101]], scale));
  expect(looks(live)).toEqual(looks(await shown()));
  expect(JSON.stringify(page)).toContain('#ff0000');
});

/** What each cell shows. */
function looks(html: string): string[] {
  return [...html.matchAll(/data-cell="(\w+)"[^>]*>(.*?)<\/td>/g)].map(([, address, text]) => `${address} ${text}`);
}

test('of one cell named twice the last value counts, in whatever form it is sent', async () => {
  await put(book(prices));
  await set([
    {
      name: 'Prices',
      range: 'B1',
      rows: [[1]],
      cells: [
        ['B1', 2],
        ['$B$1', 3],
      ],
    },
    { name: 'PRICES', cells: [['b1', 4]] },
  ]);
  expect(await cell('B1')).toBe('4.00');
});

test('structure is a new workbook: an unknown sheet and cells beyond those of the book need one', async () => {
  const { version } = await put(book(prices));
  for (const sheets of [
    [{ name: 'Renamed', cells: [['A1', 1]] }],
    [{ name: 'Prices', cells: [['A4', 1]] }],
    [
      {
        name: 'Prices',
        cells: [
          ['B1', 99],
          ['XFD1048576', 1],
        ],
      },
    ],
  ]) {
    const answer = await set(sheets);
    expect(answer).toMatchObject({ ...needed, error: { ...needed.error, have: version } });
    expect(answer.error?.message).toMatch(/publish the workbook again/);
  }
  expect(await cell('B1')).toBe('1.50');
  // Nothing is there, and nothing is set.
  expect(await set([{ name: 'Prices', cells: [['C9', null]] }])).toMatchObject({ status: 200, changed: false });
});

test('what hidden sheets hold is set and shown to nobody', async () => {
  const { version } = await put(book(prices));
  const answer = await set([{ name: 'Hidden', cells: [['A1', 'more secret']] }]);
  expect(answer).toMatchObject({ status: 200, version, changed: false });
  expect(await shown()).not.toContain('secret');
  expect(await set([{ name: 'Prices', cells: [['B1', 3]] }])).toMatchObject({ status: 200, changed: true });
});

test('what another kind of publish made is never overwritten', async () => {
  const sheets = [{ name: 'Prices', cells: [['B1', 5]] }];
  expect(await call('POST', 'values/', { topic: 'ACME/DESK/NEVER', sheets })).toMatchObject(needed);
  const first = await put(book(prices));
  const cells = [{ page: 'Prices', cell: 'B1', html: 'by hand' }];
  await call('POST', 'cells/', { topic, baseVersion: first.version, cells });
  expect(await set(sheets)).toMatchObject(needed);
  expect(await cell('B1')).toBe('by hand');
  await put(book(prices));
  expect(await set(sheets)).toMatchObject({ status: 200, changed: true });
  await call('POST', 'report/', { topic, pages: [{ name: 'Prices', html: '<p>own</p>' }] });
  expect(await set(sheets)).toMatchObject(needed);
  await put(book(prices));
  await call('POST', 'remove/', { topic });
  expect(await set(sheets)).toMatchObject(needed);
  expect(await rig.server.stores.books.find(topic as never)).toBeUndefined();
  await call('PUT', `workbook/${topic}`, Buffer.from('<table><tr><td data-cell="B1">7</td></tr></table>'));
  expect(await set(sheets)).toMatchObject(needed);
});

test('pages and metadata stay as they were chosen', async () => {
  await put(book(prices), '?pages=Prices!B1:B2&metadata.desk=Rates');
  await set([
    {
      name: 'Prices',
      cells: [
        ['B1', 8],
        ['A1', 'unseen'],
      ],
    },
  ]);
  const report = JSON.stringify(await rig.desk.vic.call('reports/report/', { topic }));
  expect(report).toContain('"desk":"Rates"');
  expect(report).toContain('8.00');
  expect(report).not.toContain('unseen');
});

test('a version that is named must be the present one', async () => {
  const { version } = await put(book(prices));
  const sheets = [{ name: 'Prices', cells: [['B1', 6]] }];
  expect(await set(sheets, { baseVersion: 0 })).toMatchObject({
    status: 409,
    error: { code: 'wrong_base_version', have: version },
  });
  expect(await set(sheets, { baseVersion: version })).toMatchObject({ status: 200 });
});

test('values sent at once are each set whole, one on the other', async () => {
  await put(
    book([
      [1, 1],
      [1, 1],
    ]),
  );
  const calls = Array.from({ length: 12 }, (_, n) =>
    set([{ name: 'Prices', range: n % 2 === 0 ? 'A1:B1' : 'A2:B2', rows: [[n, n]] }]),
  );
  const answers = await Promise.all(calls);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await cell('A1')).toBe(await cell('B1'));
  expect(await cell('A2')).toBe(await cell('B2'));
  expect([await cell('A1'), await cell('A2')]).toEqual(['10', '11']);
});

test('who may not publish the report is refused, and so are wrong bodies', async () => {
  await put(book(prices));
  const sheets = [{ name: 'Prices', cells: [['B1', 5]] }];
  const other = await publisherOf(rig.server, 'ACME/other');
  expect((await set(sheets, {}, other.key)).status).toBe(403);
  expect((await set(sheets, {}, 'swk_none')).status).toBe(401);
  for (const sheet of [
    { name: 'Prices', cells: [['B0', 1]] },
    { name: 'Prices', cells: [['B1:B2', 1]] },
    { name: 'Prices', cells: [['B1', { error: 'no error' }]] },
    { name: 'Prices', cells: [['B1', [1]]] },
    { name: 'Prices', cells: [['B1', 'x'.repeat(40_000)]] },
    { name: 'Prices', range: 'A1:B2', rows: [[1]] },
    { name: 'Prices', range: 'A:XFD', rows: [[1]] },
    { name: 'Prices', rows: [[1]] },
    { cells: [] },
  ]) {
    expect([(await set([sheet])).status, sheet]).toEqual([400, sheet]);
  }
});

test('a long body is read on a thread, wherever its report is named', async () => {
  await put(book([[1, 1], ...Array.from({ length: 4000 }, (_, n) => [n, n] as const)]));
  const rows = Array.from({ length: 4001 }, (_, n) => [n, 'x'.repeat(30)]);
  const sheets = [{ name: 'Prices', range: 'A1:B4001', rows }];
  expect(await call('POST', 'values/', { sheets, topic })).toMatchObject({ status: 200, changed: true });
  expect(await cell('A4001')).toBe('4000');
  expect(await call('POST', 'values/', { topic, sheets, baseVersion: 0 })).toMatchObject({ status: 409 });
  expect(await call('POST', 'values/', { topic, sheets: [{ name: 'Prices', range: 'A1:B2', rows }] })).toMatchObject({
    status: 400,
  });
  expect(await call('POST', 'values/', { topic, sheets: [...sheets, 5] })).toMatchObject({ status: 400 });
});
