import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { publishingReport } from '@sheetwire/contract/publishing/calls';
import { publishRelease, publishRollback } from '@sheetwire/contract/publishing/history';
import { report } from '@sheetwire/contract/reports';
import { buildXlsx } from '@sheetwire/sheet/test-support/xlsx-builder';
import { beforeEach, expect, test } from 'vitest';
import { freePort } from '../../scripts/test/free-port.ts';
import type { Portal } from '../support/portal.ts';
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

function bookOf(value: number): Uint8Array {
  const body = `<sheetData><row r="1"><c r="A1"><v>${value}</v></c></row></sheetData>`;
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

test('a portal that asks to wait is asked again after that time', async () => {
  // The calls of the script hold this thread: who answers needs another.
  const busy = new Worker(
    `const { createServer } = require('node:http');
    const { parentPort } = require('node:worker_threads');
    const server = createServer((_, answer) => answer.writeHead(503, { 'retry-after': '7' }).end());
    server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`,
    { eval: true },
  );
  const [port] = await once(busy, 'message');
  sheets.properties.SHEETWIRE_URL = `http://127.0.0.1:${port}`;
  expect(() => sheets.run('publishNow')).toThrow('answered 503');
  expect(sheets.slept).toEqual([7000, 7000, 7000]);
  await busy.terminate();
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
