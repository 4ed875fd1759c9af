import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import { buildOds, odsCell, odsRow, odsTable } from '@sheetwire/sheet/test-support/ods-builder';
import { anchored, drawingBook, pictureXml, pngOf } from '@sheetwire/sheet/test-support/picture-book';
import { buildXlsx, cellsXml } from '@sheetwire/sheet/test-support/xlsx-builder';
import { expect, test } from 'vitest';
import { deskRig } from '../../testing/desk-rig.ts';
import { publisherOf, viewerOf } from '../../testing/publisher.ts';

const rig = deskRig();

const topic = 'ACME/DESK/ORDERS';

interface Answer {
  readonly topic?: string;
  readonly version?: number;
  readonly changed?: boolean;
  readonly notShown?: readonly unknown[];
  readonly error?: { readonly code: string; readonly message: string };
}

async function put(body: Uint8Array | string, { query = '', key = rig.desk.bot.key, headers = {}, to = topic } = {}) {
  const url = `/api/v1/publish/workbook/${to}${query}`;
  const sent = { authorization: `Bearer ${key}`, ...headers };
  const payload = typeof body === 'string' ? body : Buffer.from(body);
  const answer = await rig.server.app.fastify.inject({ method: 'PUT', url, headers: sent, payload });
  return { status: answer.statusCode, body: answer.json<Answer>() };
}

const shownPages = () => rig.desk.vic.call('reports/report/', { topic });

function book(value: number, further = ''): Uint8Array {
  return buildXlsx({
    sheets: [
      { name: 'Prices', body: cellsXml([[['Bid', 0]], [[value, 0]]]) + further },
      { name: 'Notes', body: cellsXml([[['A note', 0]]]) },
    ],
  });
}

test('a workbook is published as it is sent, and unchanged keeps its version', async () => {
  const first = await put(book(42));
  expect(first).toMatchObject({ status: 200, body: { topic, changed: true, notShown: [] } });
  const again = await put(book(42));
  expect(again.body).toMatchObject({ version: first.body.version, changed: false });
  const next = await put(book(43));
  expect(next.body.changed).toBe(true);
});

test('pages and metadata are chosen by the query', async () => {
  const { status } = await put(book(44), { query: '?pages=Notes,Prices!A2:A2&metadata.desk=Rates' });
  expect(status).toBe(200);
  const report = JSON.stringify(await shownPages());
  expect(report).toContain('"desk":"Rates"');
  expect(report.indexOf('"Notes"')).toBeLessThan(report.indexOf('"Prices"'));
  expect(report).not.toContain('Bid');
});

test('sheets whose names have apostrophes and commas are chosen, with quotes and without', async () => {
  const names = ["Bob's Q1", "Ann's, too", 'Notes'];
  const sheets = names.map((name) => ({ name, body: cellsXml([[[name, 0]]]) }));
  for (const pages of ["Bob's Q1,Notes", "'Bob''s Q1' , 'Ann''s, too'!A1:A1,Notes", "'Ann''s, too',Bob's Q1"]) {
    const { status, body } = await put(buildXlsx({ sheets }), { query: `?pages=${encodeURIComponent(pages)}` });
    expect([pages, status, body.error?.message]).toEqual([pages, 200, undefined]);
  }
});

test('what pages do not show is answered and stands in METADATA', async () => {
  const rule =
    '<conditionalFormatting sqref="A1"><cfRule type="expression" priority="1"><formula>NOPE()>0</formula></cfRule></conditionalFormatting>';
  const { body } = await put(book(45, rule));
  expect(body.notShown).toEqual([
    {
      sheet: 'Prices',
      what: 'conditional formatting rules',
      count: 1,
      why: 'The function NOPE is not evaluated.',
    },
  ]);
  expect(JSON.stringify(await shownPages())).toContain('"Not shown":"Prices: conditional formatting rules (1)"');
});

test('text tables and HTML are told by their content, then by their type', async () => {
  expect((await put('Bid,Ask\n1,2\n')).status).toBe(200);
  expect((await put('Bid\tAsk\n1\t2\n', { headers: { 'content-type': 'text/tab-separated-values' } })).status).toBe(
    200,
  );
  expect((await put('<table><tr><td data-cell="A1">7</td></tr></table>')).status).toBe(200);
  expect(JSON.stringify(await shownPages())).toContain('>7<');
});

test('text that is no table is refused by its content, unless it is sent as a table', async () => {
  const csv = { headers: { 'content-type': 'text/csv' } };
  const spreadsheetMl = '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook></Workbook>';
  for (const other of ['%PDF-1.7\n1 0 obj', '{\\rtf1 hello}', spreadsheetMl]) {
    const { status, body } = await put(other);
    expect([status, body.error?.message]).toEqual([415, expect.stringMatching(/export it as .xlsx, .csv or .html$/)]);
    expect((await put(other, csv)).status).toBe(200);
  }
  expect((await put('{"bid": 1}', { headers: { 'content-type': 'application/json' } })).status).toBe(415);
  expect((await put('Bid,Ask\n1,2\n', { headers: { 'content-type': 'application/json' } })).status).toBe(200);
  expect((await put('<?xml version="1.0"?><!DOCTYPE html><html><body>7</body></html>')).status).toBe(200);
});

test('pages may be asked for one by one, and yes in any case', async () => {
  const asked = await put(book(44), { query: '?pages=Notes&pages=Prices!A2:A2&entries=YES' });
  expect([asked.status, (await shownPages()).pageNames]).toEqual([200, ['Notes', 'Prices']]);
});

test('a spreadsheet of OpenDocument is published as it is sent', async () => {
  const row = odsRow(odsCell('Bid') + odsCell(1234.5));
  expect(await put(buildOds({ body: odsTable(row, 'Prices') }))).toMatchObject({ status: 200, body: { notShown: [] } });
  expect(JSON.stringify(await shownPages())).toContain('>1234.5<');
});

test('a text table may begin as another kind of file does', async () => {
  const csv = { headers: { 'content-type': 'text/csv' } };
  expect((await put('PK,NAME\n1,a\n', csv)).status).toBe(200);
  expect((await put('<TICKER>,<PER>\nABC,9.5\n', csv)).status).toBe(200);
  expect(JSON.stringify(await shownPages())).toContain('&lt;TICKER&gt;');
});

test('viewers are not told of sheets that were not chosen', async () => {
  const rule =
    '<conditionalFormatting sqref="A1"><cfRule type="expression" priority="1"><formula>NOPE()>0</formula></cfRule></conditionalFormatting>';
  const { body } = await put(book(47, rule), { query: '?pages=Notes' });
  expect(body.notShown).toEqual([]);
  expect(JSON.stringify(await shownPages())).not.toContain('Prices');
});

test('a file that is none of these is refused with what to do, and the report stays as it was', async () => {
  await put(book(46));
  const before = JSON.stringify(await shownPages());
  for (const [file, status, words] of [
    [Buffer.from('d0cf11e0a1b11ae100', 'hex'), 415, /only with LibreOffice, which is not installed here/],
    [Buffer.from('PK\u0003\u0004 xl/workbook.bin'), 415, /SHEETWIRE_SOFFICE/],
    [
      Buffer.from(`d0cf11e0a1b11ae1${Buffer.from('EncryptedPackage', 'utf16le').toString('hex')}`, 'hex'),
      422,
      /password/,
    ],
    [
      Buffer.from('PK\u0003\u0004mimetypeapplication/vnd.oasis.opendocument.spreadsheet'),
      422,
      /not a complete workbook/,
    ],
    [Buffer.from([0, 1, 2, 3]), 415, /neither a workbook/],
    [Buffer.from('PK\u0003\u0004 broken'), 422, /./],
    [Buffer.alloc(0), 400, /empty/],
  ] as const) {
    const { status: given, body } = await put(file);
    expect([given, body.error?.message]).toEqual([status, expect.stringMatching(words)]);
  }
  expect((await put(book(1), { query: '?pages=Nowhere' })).status).toBe(422);
  expect((await put(book(1), { query: '?sheet=Prices' })).body.error?.message).toMatch(/entries= and metadata/);
  expect(JSON.stringify(await shownPages())).toBe(before);
});

test('who may not publish the report is refused before the file is read', async () => {
  const other = await publisherOf(rig.server, 'ACME/other');
  expect((await put(book(1), { key: other.key })).status).toBe(403);
  expect((await put(book(1), { key: 'swk_none' })).status).toBe(401);
  expect((await put(book(1), { to: 'ACME/DESK/..' })).status).not.toBe(200);
});

const imageIn = (report: unknown) => /src=\\"(\/linkedfiles\/[^"\\]+)/.exec(JSON.stringify(report))?.[1] ?? '';

async function fetched(url: string, cookie = rig.desk.vic.cookie) {
  const { statusCode, rawPayload, headers } = await rig.server.app.fastify.inject({ url, headers: { cookie } });
  return { status: statusCode, body: rawPayload, type: headers['content-type'] };
}

test('the pictures of a workbook are files of its report, for who may view it', async () => {
  const png = pngOf(40, 20, 'one');
  const { status, body } = await put(drawingBook(anchored(pictureXml()), { 'image1.png': png }));
  expect([status, body.notShown]).toEqual([200, []]);
  const url = imageIn(await shownPages());
  expect(await fetched(url)).toEqual({ status: 200, body: Buffer.from(png), type: 'image/png' });
  const stranger = await viewerOf(rig.server, 'ACME/mallory');
  expect((await fetched(url, stranger.cookie)).status).toBe(404);
  const again = await put(drawingBook(anchored(pictureXml()), { 'image1.png': png }));
  expect(again.body).toMatchObject({ version: body.version, changed: false });
});

test('a report that is full of pictures lets go of those that no page shows, longest unused first', async () => {
  const { linkedFiles } = rig.server.stores;
  const to = branded<'Topic'>('ACME/DESK/FULL');
  const pictured = (words: string) => drawingBook(anchored(pictureXml()), { 'image1.png': pngOf(40, 20, words) });
  const publish = async (words: string) => {
    const { body } = await put(pictured(words), { to });
    expect(body.notShown).toEqual([]);
    const shown = JSON.stringify(await rig.desk.vic.call('reports/report/', { topic: to }));
    return /picture-[0-9a-f]+\.png/.exec(shown)?.[0] ?? '';
  };
  const live = await publish('live');
  const names = Array.from({ length: limits.linkedFiles.count - 1 }, (_, n) =>
    n === 0 ? 'plan.pdf' : `picture-${n.toString(16).padStart(32, '0')}.png`,
  );
  for (const [n, name] of names.entries()) {
    const file = { topic: to, name, hash: 'x', bytes: 1, publishedBy: branded<'User'>('ACME/bot'), changedAt: n };
    expect(await linkedFiles.put(file, [new TextEncoder().encode('x')])).toMatchObject({ linking: 'done' });
  }
  await linkedFiles.use(to, [names[1] ?? ''], 1_000_000);
  const next = await publish('next');
  const isThere = async (...asked: string[]) =>
    Promise.all(asked.map(async (name) => (await linkedFiles.find(to, name)) !== undefined));
  // The publish after this one puts its picture while the last one is still live.
  expect(await isThere(live, next, ...names.slice(0, 4))).toEqual([true, true, true, true, false, true]);
  // A file that a publisher sends itself finds room as well.
  const sent = await rig.server.app.fastify.inject({
    method: 'PUT',
    url: `/api/v1/publish/linkedfiles/${to}/more.pdf`,
    headers: { authorization: `Bearer ${rig.desk.bot.key}` },
    payload: 'more',
  });
  expect(sent.statusCode).toBe(200);
  expect(await isThere('more.pdf', next, names[0] ?? '', names[3] ?? '')).toEqual([true, true, true, false]);
});

test('who may not publish a report puts no pictures of it, and a first publish brings its own', async () => {
  const file = drawingBook(anchored(pictureXml()), { 'image1.png': pngOf(40, 20, 'first') });
  const other = await publisherOf(rig.server, 'ACME/another');
  const { linkedFiles } = rig.server.stores;
  const name = /picture-[0-9a-f]+\.png/;
  expect((await put(file, { key: other.key })).status).toBe(403);
  const to = 'ACME/DESK/PICTURED';
  expect((await put(file, { to })).status).toBe(200);
  const shown = name.exec(JSON.stringify(await rig.desk.vic.call('reports/report/', { topic: to })))?.[0] ?? '';
  expect(await linkedFiles.find(branded<'Topic'>(to), shown)).toMatchObject({ bytes: 38 });
  expect(await linkedFiles.find(branded<'Topic'>(topic), shown)).toBeUndefined();
});

test('lists and checkboxes take entries where the query says so, and what is entered is kept', async () => {
  const list =
    '<dataValidations><dataValidation type="list" sqref="A2"><formula1>"42,43"</formula1></dataValidation></dataValidations>';
  await put(book(42, list), { query: '?entries=yes' });
  const control = /data-control=\\"(Prices\.A2)\\"/;
  expect(JSON.stringify(await shownPages())).toMatch(control);
  await rig.desk.use('Prices.A2', '43');
  expect(await rig.desk.shown()).toContain('<option value="43" selected="">');
  await put(book(42, list), { query: '?entries=no' });
  expect(JSON.stringify(await shownPages())).not.toMatch(control);
  const { status, body } = await put(book(42), { query: '?entries=1st' });
  expect([status, body.error?.code]).toEqual([400, 'malformed']);
});

test('named cells take entries where the query names them', async () => {
  const names = '<definedNames><definedName name="CTL_Bid">Prices!$A$2</definedName></definedNames>';
  const named = buildXlsx({ sheets: [{ name: 'Prices', body: cellsXml([[['Bid', 0]], [[42, 0]]]) }], behind: names });
  await put(named, { query: '?entries=CTL_Bid' });
  expect(JSON.stringify(await shownPages())).toContain('<textarea data-control=\\"CTL_Bid\\"');
  await rig.desk.use('CTL_Bid', '44');
  expect(await rig.desk.shown()).toMatch(/data-control="CTL_Bid"[^>]*>44</);
  const other = await put(named, { query: `?entries=CTL_Bid,${encodeURIComponent('CTL_Größe')}` });
  const why = 'A control needs a name of letters A to Z, digits, dots and underscores, 64 at most.';
  expect([other.status, other.body.notShown]).toMatchObject([200, [{ what: 'name CTL_Größe', why }]]);
  for (const wrong of ['yes,no', 'a,,b', 'A1,a1', '1st', 'a&entries=b']) {
    expect((await put(named, { query: `?entries=${wrong}` })).status, wrong).toBe(400);
  }
});
