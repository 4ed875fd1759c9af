import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildXlsx, cellsXml } from '@sheetwire/sheet/test-support/xlsx-builder';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { controlDesk } from '../../testing/control-desk.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const topic = 'ACME/DESK/ORDERS';
const old = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const binary = Buffer.from('PK\u0003\u0004 xl/workbook.bin');

let folder = '';
let server: TestApp;
let desk: Awaited<ReturnType<typeof controlDesk>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheetwire-office-test-'));
  await office('exit 1');
  process.env.OFFICE_TEST_SECRET = 'of the server';
  server = await startTestApp({ SHEETWIRE_SOFFICE: join(folder, 'soffice') });
  desk = await controlDesk(server);
});
afterAll(async () => {
  delete process.env.OFFICE_TEST_SECRET;
  await server.stop();
  await rm(folder, { recursive: true });
});
beforeEach(() => office('exit 1'));

/** A program in LibreOffice's place; `$1` is where it writes, `$2` what it reads. */
async function office(script: string): Promise<void> {
  const path = join(folder, 'soffice');
  await writeFile(path, `#!/bin/sh\necho "$*" > ${folder}/asked\nwhile [ $# -gt 2 ]; do shift; done\n${script}\n`);
  await chmod(path, 0o755);
}

/** One that answers with a workbook. */
async function answering(workbook: Uint8Array): Promise<void> {
  await writeFile(join(folder, 'answer.xlsx'), workbook);
  await office(`env > ${folder}/env; cp ${folder}/answer.xlsx "$1/book.xlsx"`);
}

async function put(payload: Uint8Array, query = '') {
  const url = `/api/v1/publish/workbook/${topic}${query}`;
  const headers = { authorization: `Bearer ${desk.bot.key}` };
  const answer = await server.app.fastify.inject({ method: 'PUT', url, headers, payload: Buffer.from(payload) });
  const body = answer.json<{ notShown?: unknown[]; error?: { message: string } }>();
  return { status: answer.statusCode, body };
}

const shownPages = async () => JSON.stringify(await desk.vic.call('reports/report/', { topic }));
const book = (value: number) => buildXlsx({ sheets: [{ name: 'Old', body: cellsXml([[['Bid', 0]], [[value, 0]]]) }] });
const withFormula = (result: string) =>
  buildXlsx({
    sheets: [
      {
        name: 'S',
        body: `<sheetData><row r="1"><c r="A1"><v>2</v></c><c r="B1"><f>CUBEVALUE("a")</f>${result}</c></row></sheetData>`,
      },
    ],
  });

test.each([
  ['xls', old],
  ['xlsb', binary],
])(
  'an .%s workbook is published as LibreOffice converts it, and the name it is read by says its kind',
  async (ending, bytes) => {
    await answering(book(ending === 'xls' ? 41 : 42));
    expect((await put(bytes)).status).toBe(200);
    expect(await shownPages()).toContain(ending === 'xls' ? '>41<' : '>42<');
    expect(await readFile(join(folder, 'asked'), 'utf8')).toMatch(new RegExp(`--infilter=.* .*/book\\.${ending}\n$`));
  },
);

test('LibreOffice learns nothing of the server, and leaves nothing behind', async () => {
  await answering(book(43));
  await put(old);
  const env = await readFile(join(folder, 'env'), 'utf8');
  expect(env).not.toMatch(/OFFICE_TEST_SECRET|SHEETWIRE_/);
  const profile =
    /-env:UserInstallation=file:\/\/(\S+)\/profile/.exec(await readFile(join(folder, 'asked'), 'utf8'))?.[1] ?? '';
  await expect(readdir(profile)).rejects.toThrow(/ENOENT/);
});

test.each([
  [
    'makes nothing',
    'echo "Error: source file could not be loaded" >&2',
    /could not read the file \(Error: source file/,
  ],
  ['crashes', 'kill -SEGV $$', /could not read the file/],
  ['makes what is no workbook', 'echo rubbish > "$1/book.xlsx"', /./],
  ['writes without end', 'head -c 900000000 /dev/zero > "$1/book.xlsx"', /too large|could not read/],
])(
  'a file on which LibreOffice %s is refused, and the report stays as it was',
  { timeout: 60_000 },
  async (_, script, words) => {
    await answering(book(44));
    expect((await put(old)).status).toBe(200);
    const before = await shownPages();
    await office(script);
    const { status, body } = await put(old);
    expect([status, body.error?.message]).toEqual([422, expect.stringMatching(words)]);
    expect(await shownPages()).toBe(before);
  },
);

test('formulas without a result are calculated by LibreOffice; where it cannot, they are named', async () => {
  await answering(withFormula('<v>77</v>'));
  expect((await put(withFormula('<v/>'))).body.notShown).toEqual([]);
  expect(await shownPages()).toContain('>77<');
  await office('exit 1');
  const { status, body } = await put(withFormula('<v/>'), '?metadata.n=2');
  expect([status, body.notShown?.length]).toEqual([200, 1]);
  expect(await shownPages()).not.toContain('>77<');
});
