import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createCaller } from '@sheetwire/client/caller';
import { assumeAdmin, gropicPerms } from '@sheetwire/contract/admin';
import { guard } from '@sheetwire/contract/guard/calls';
import { publishingReport } from '@sheetwire/contract/publishing/calls';
import { publishRelease, publishRollback } from '@sheetwire/contract/publishing/history';
import { report } from '@sheetwire/contract/reports';
import { buildXlsx } from '@sheetwire/sheet/test-support/xlsx-builder';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../scripts/test/free-port.ts';
import { type Portal, signIn } from '../support/portal.ts';
import { portalRig } from '../support/portal-rig.ts';
import { GoogleSheets } from './google-sheets.ts';

let portal: Portal;
let key: string;
let sheets: GoogleSheets;
portalRig(async (started) => {
  portal = started;
  ({ key } = await portal.publisher('DEMO/sheets'));
});
beforeEach(({ task }) => {
  sheets = new GoogleSheets({
    SHEETWIRE_URL: portal.url,
    SHEETWIRE_KEY: key,
    SHEETWIRE_REPORT: `DEMO/SHEETS/${task.id.replaceAll(/\W/g, '').toUpperCase()}`,
  });
  sheets.book = bookOf(1);
});

function bookOf(value: number, more = ''): Uint8Array {
  const body = `<sheetData><row r="1"><c r="A1"><v>${value}</v></c></row></sheetData>${more}`;
  return buildXlsx({
    sheets: [
      { name: 'Summary', body },
      { name: 'Other', body },
    ],
  });
}

async function shown() {
  const { call } = await portal.publisher('DEMO/sheets');
  const { pages = [], pageNames = [] } = await call(report, { topic: sheets.properties.SHEETWIRE_REPORT ?? '' });
  return { pageNames, first: /data-cell="A1"[^>]*>([^<]*)</.exec(pages[0] ?? '')?.[1] };
}

const url = () => `${portal.url}/${sheets.properties.SHEETWIRE_REPORT}`;

test('Publish now sends the sheet as Google exports it, and an unchanged one makes no version', async () => {
  expect(sheets.run('publishNow')).toMatchObject({ version: 1, changed: true, notShown: [], url: url() });
  expect(sheets.run('publishNow')).toMatchObject({ version: 1, changed: false });
  expect(await shown()).toEqual({ pageNames: ['Summary', 'Other'], first: '1' });
  sheets.properties.SHEETWIRE_PAGES = 'Other';
  sheets.run('publishNow');
  expect((await shown()).pageNames).toEqual(['Other']);
});

test('live publishes a change at once, another one right after it within the minute, and ends with its triggers', async () => {
  sheets.triggers = ['somethingElse'];
  sheets.run('startLive');
  sheets.run('startLive');
  expect(sheets.triggers.toSorted()).toEqual([
    'sheetwireChanged',
    'sheetwireChanged',
    'sheetwireMinute',
    'somethingElse',
  ]);
  sheets.now += 60_000;
  sheets.book = bookOf(2);
  expect(sheets.run('sheetwireChanged')).toMatchObject({ version: 2 });
  sheets.book = bookOf(3);
  expect(sheets.run('sheetwireChanged')).toBeNull();
  expect((await shown()).first).toBe('2');
  expect(sheets.run('sheetwireMinute')).toMatchObject({ version: 3 });
  expect((await shown()).first).toBe('3');
  sheets.run('stopLive');
  expect(sheets.triggers).toEqual(['somethingElse']);
});

test('a run that meets another one leaves it to that one; Publish now says so', () => {
  sheets.isLocked = true;
  expect(sheets.run('sheetwireMinute')).toBeNull();
  expect(() => sheets.run('publishNow')).toThrow('publishing already');
});

test('a key that was revoked ends live in words; a broken sheet does not', async () => {
  sheets.run('startLive');
  sheets.now += 60_000;
  sheets.book = Uint8Array.from(bookOf(4).subarray(0, 200));
  expect(() => sheets.run('sheetwireChanged')).toThrow(/^Not published: .*workbook/);
  expect(sheets.triggers).toHaveLength(3);
  expect((await shown()).first).toBe('1');
  sheets.properties.SHEETWIRE_KEY = `swk_${'0'.repeat(43)}`;
  expect(() => sheets.run('sheetwireMinute')).toThrow('Not published: The key or credential is unknown');
  expect(sheets.triggers).toEqual([]);
});

test('a right that was lost ends live in words', () => {
  sheets.run('startLive');
  sheets.now += 60_000;
  sheets.book = bookOf(5);
  sheets.properties.SHEETWIRE_REPORT = 'ELSEWHERE/SHEETS/BOOK';
  expect(() => sheets.run('sheetwireChanged')).toThrow(/^Not published: You don't have rights to publish ELSEWHERE/);
  expect(sheets.triggers).toEqual([]);
});

test('while a rollback holds the report the sheet is neither exported nor sent: the portal is asked, until the release', async () => {
  const topic = sheets.properties.SHEETWIRE_REPORT ?? '';
  const { call } = await portal.publisher('DEMO/sheets');
  sheets.run('startLive');
  sheets.book = bookOf(2);
  sheets.run('sheetwireMinute');
  const { version } = await call(publishRollback, { topic, version: 1, reason: 'wrong prices' });
  sheets.book = bookOf(3);
  expect(() => sheets.run('sheetwireMinute')).toThrow(/^Not published: .*Publishing is on hold/);
  const before = { exports: sheets.exports, asked: sheets.asked.length };
  for (let minute = 0; minute < 5; minute++) {
    sheets.now += 60_000;
    expect([sheets.run('sheetwireMinute'), sheets.run('sheetwireChanged')]).toEqual([null, null]);
  }
  expect(sheets.exports).toBe(before.exports);
  expect(sheets.asked.slice(before.asked)).toEqual(Array.from({ length: 5 }, () => publishingReport.path));
  await call(publishRelease, { topic, version, accept: true });
  sheets.now += 60_000;
  expect(sheets.run('sheetwireMinute')).toMatchObject({ version: version + 1, changed: true });
  expect((await shown()).first).toBe('3');
});

test('a portal that is away is tried again, longer each time, and then named', async () => {
  sheets.properties.SHEETWIRE_URL = `http://127.0.0.1:${await freePort()}`;
  expect(() => sheets.run('publishNow')).toThrow('The portal cannot be reached');
  expect(sheets.slept).toEqual([1000, 2000, 4000]);
});

/** The address of a server that always answers the same; the calls of the script hold this thread, so it has its own. */
async function answering(given: { status: number; headers?: Readonly<Record<string, string>>; body?: string }) {
  const server = new Worker(
    `const { createServer } = require('node:http');
    const { parentPort, workerData: { status, headers, body } } = require('node:worker_threads');
    const server = createServer((_, answer) => answer.writeHead(status, headers).end(body));
    server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`,
    { eval: true, workerData: given },
  );
  onTestFinished(async () => void (await server.terminate()));
  const [port] = await once(server, 'message');
  return `http://127.0.0.1:${port}`;
}

test('a portal that asks to wait is asked again after that time', async () => {
  sheets.properties.SHEETWIRE_URL = await answering({ status: 503, headers: { 'retry-after': '7' } });
  expect(() => sheets.run('publishNow')).toThrow('answered 503');
  expect(sheets.slept).toEqual([7000, 7000, 7000]);
});

test('a portal that asks for more time than a run has is left alone for as long, and then asked again', async () => {
  const { url } = portal;
  sheets.run('startLive');
  sheets.properties.SHEETWIRE_URL = await answering({ status: 429, headers: { 'retry-after': '300' } });
  sheets.now += 60_000;
  expect(() => sheets.run('publishNow')).toThrow('answered 429');
  expect(() => sheets.run('sheetwireMinute')).toThrow('answered 429');
  const { length } = sheets.asked;
  for (let minute = 0; minute < 4; minute++) {
    sheets.now += 60_000;
    expect([sheets.run('sheetwireMinute'), sheets.run('sheetwireChanged')]).toEqual([null, null]);
  }
  expect(sheets.asked).toHaveLength(length);
  expect(sheets.slept).toEqual([]);
  sheets.properties.SHEETWIRE_URL = url;
  sheets.book = bookOf(2);
  sheets.now += 60_000;
  expect(sheets.run('sheetwireMinute')).toMatchObject({ version: 2 });
});

test('a trigger tries once, as the next minute does again: waiting would use up the time of triggers', async () => {
  sheets.run('startLive');
  sheets.properties.SHEETWIRE_URL = await answering({ status: 503, headers: { 'retry-after': '7' } });
  sheets.now += 60_000;
  expect(() => sheets.run('sheetwireMinute')).toThrow('answered 503');
  expect(sheets.slept).toEqual([]);
  expect(sheets.triggers).toHaveLength(3);
});

test('another server that answers is told from the portal', async () => {
  sheets.properties.SHEETWIRE_URL = await answering({ status: 200, body: '<!doctype html><p>Welcome' });
  expect(() => sheets.run('publishNow')).toThrow('Not published: SHEETWIRE_URL answers, but is not the portal');
  sheets.properties.SHEETWIRE_URL = await answering({ status: 404, body: '{"error":"no such page"}' });
  expect(() => sheets.run('publishNow')).toThrow('Not published: The portal, or a proxy in front of it, answered 404');
});

test('a page that Google sends in place of the spreadsheet never becomes the report', async () => {
  sheets.run('publishNow');
  sheets.book = Buffer.from('<!doctype html><title>Sign in</title><table><tr><td data-cell="A1">Sign in</table>');
  expect(() => sheets.run('publishNow')).toThrow('Google did not export the spreadsheet (200)');
  expect(await shown()).toEqual({ pageNames: ['Summary', 'Other'], first: '1' });
  sheets.exportStatus = 429;
  expect(() => sheets.run('publishNow')).toThrow('Google cannot export the spreadsheet right now (429); try again');
});

test('the sheet says what came of a choice in the menu: published, unchanged, waiting, warned, not shown', async () => {
  const topic = sheets.properties.SHEETWIRE_REPORT ?? '';
  sheets.run('publishNow');
  sheets.run('startLive');
  sheets.run('sheetwireMinute');
  expect(sheets.toasts).toEqual(['Published as version 1', 'Live. Nothing has changed since version 1']);
  const headers = { cookie: await signIn(portal, 'DEMO/sheets'), 'sec-fetch-site': 'same-origin' };
  const admin = createCaller({ baseUrl: portal.url, headers });
  const own = ['DEMO/sheets'];
  await admin(assumeAdmin, { gropic: topic });
  await admin(gropicPerms, { gropic: topic, viewers: own, publishers: own, interactors: [], admins: own });
  const { rulesId = '' } = await admin(guard, { topic });
  const rule = { kind: 'range', page: 'Summary', cell: 'A1', max: 5, action: 'hold' } as const;
  await admin(guard, { topic, rules: [rule], rulesId });
  sheets.book = bookOf(9);
  sheets.run('publishNow');
  expect(sheets.toasts.at(-1)).toMatch(/^Publish 2 is waiting for approval; viewers keep version 1\n.*A1/);
  const { rulesId: heldId = '' } = await admin(guard, { topic });
  await admin(guard, { topic, rules: [{ ...rule, action: 'warn' }], rulesId: heldId });
  const unknown = '<cfRule type="expression" priority="1" dxfId="0"><formula>NOSUCH(A1)</formula></cfRule>';
  sheets.book = bookOf(10, `<conditionalFormatting sqref="A1">${unknown}</conditionalFormatting>`);
  sheets.run('publishNow');
  expect(sheets.toasts.at(-1)?.split('\n')).toEqual([
    'Published as version 2',
    'A1 on Summary is 10, above 5',
    'Not shown: Summary: conditional formatting rules (1). The function NOSUCH is not evaluated.',
    'Not shown: Other: conditional formatting rules (1). The function NOSUCH is not evaluated.',
  ]);
  sheets.run('stopLive');
  expect(sheets.toasts.at(-1)).toBe('Live is off; the report stays as it is');
});

test('Stop live ends it for every editor, and who starts it last is live alone', () => {
  sheets.run('startLive');
  sheets.editor = 'bob';
  sheets.run('startLive');
  sheets.now += 60_000;
  expect(sheets.run('sheetwireMinute')).toMatchObject({ changed: false });
  sheets.editor = 'ann';
  sheets.now += 60_000;
  expect(sheets.run('sheetwireMinute')).toBeNull();
  expect(sheets.triggers).toEqual([]);
  sheets.run('stopLive');
  sheets.editor = 'bob';
  sheets.now += 60_000;
  sheets.book = bookOf(2);
  expect(sheets.run('sheetwireMinute')).toBeNull();
  expect(sheets.triggers).toEqual([]);
});

test('what is not set, and an export that Google refuses, is said with what to do', () => {
  sheets.exportStatus = 403;
  expect(() => sheets.run('publishNow')).toThrow('Google did not export the spreadsheet (403)');
  const wrong: Readonly<Record<string, string>> = {
    SHEETWIRE_URL: 'http://portal.example',
    SHEETWIRE_KEY: 'swk_1\nX: y',
    SHEETWIRE_REPORT: 'DEMO/SHEETS',
  };
  for (const [name, value] of Object.entries(wrong)) {
    const right = sheets.properties[name] ?? '';
    sheets.properties[name] = value;
    expect(() => sheets.run('publishNow')).toThrow(`Set the script property ${name}`);
    sheets.properties[name] = right;
  }
});

test('the menu offers what the script can do', () => {
  sheets.run('onOpen');
  expect(sheets.menu).toEqual(['Publish now: publishNow', 'Start live: startLive', 'Stop live: stopLive']);
});
