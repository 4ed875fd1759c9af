import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { report } from '@sheetwire/contract/reports';
import { afterAll, onTestFinished, test } from 'vitest';
import { closingBook } from '../../scripts/demo/desk/desk-feed.ts';
import { type Portal, sheetwire } from '../support/portal.ts';
import { portalRig } from '../support/portal-rig.ts';
import { soakTest } from '../support/soak-test.ts';

const program = join(import.meta.dirname, '../../apps/cli/bin/sheetwire.js');
let portal: Portal;
let folder: string;
let key: string;
portalRig(async (started) => {
  portal = started;
  folder = await mkdtemp(join(tmpdir(), 'sheetwire-e2e-'));
  key = (await portal.publisher('DEMO/writer')).key;
});
afterAll(() => rm(folder, { recursive: true }));

async function shown(topic: string): Promise<{ version: number; text: string; names: string }> {
  const { call } = await portal.publisher('DEMO/writer');
  const { version, pages, pageNames } = await call(report, { topic });
  return { version: version ?? 0, text: (pages ?? []).join('\n'), names: (pageNames ?? []).join() };
}

function destination(topic: string): string[] {
  return ['--to', topic, '--server', portal.url, '--token-env', 'KEY'];
}

/** A run that goes on, with a way to wait for a line of it. */
function start(args: readonly string[]): { child: ChildProcess; line: (text: string) => Promise<void> } {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, KEY: key },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const heard: string[] = [];
  const waiting: { text: string; resolve: () => void }[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      heard.push(line);
      for (const { text, resolve } of waiting) if (line.includes(text)) resolve();
    });
  }
  const line = (text: string) =>
    new Promise<void>((resolve, reject) => {
      if (heard.some((each) => each.includes(text))) resolve();
      waiting.push({ text, resolve });
      child.once('close', () => reject(new Error(`it ended without "${text}": ${heard.join('\n')}`)));
    });
  return { child, line };
}

test('a workbook is published with its visible sheets and metadata', async () => {
  const file = join(folder, 'desk.xlsx');
  await writeFile(file, closingBook(7000, new Date()).bytes);
  const said = await sheetwire({ KEY: key }, ['publish', file, ...destination('DEMO/CLI/BOOK')]);
  assert.match(said, /DEMO\/CLI\/BOOK version 1: whole report/);
  const { names, text } = await shown('DEMO/CLI/BOOK');
  assert.equal(names, 'Positions,Prices,Limits,Summary,METADATA');
  assert.equal(text.includes('to yesterday'), false);
});

test('a watched file follows each save, through a restart of the portal, and Ctrl-C ends it', async () => {
  const file = join(folder, 'live.csv');
  const save = async (content: string) => {
    await writeFile(`${file}.tmp`, content);
    await rename(`${file}.tmp`, file);
  };
  await save('Region,Sales\nNorth,1\n');
  const { child, line } = start(['publish', file, '--watch', ...destination('DEMO/CLI/LIVE')]);
  await line('version 1: whole report');
  await save('Region,Sales\nNorth,2\n');
  await line('version 2: 1 cell');
  await portal.kill();
  await save('Region,Sales\nNorth,3\n');
  await line('; retrying');
  await portal.restart();
  await line('is responding again');
  assert.match((await shown('DEMO/CLI/LIVE')).text, />3</);
  child.kill('SIGINT');
  const [code] = await once(child, 'exit');
  assert.equal(code, 0);
});

soakTest('a token from the command line is exchanged into its file', async () => {
  const file = join(folder, 'small.csv');
  const tokenFile = join(folder, 'token');
  await writeFile(file, 'a,b\n1,2\n');
  const password = await portal.addUser('DEMO/ann');
  const ask = ['token', '--server', portal.url, '--user', 'DEMO/ann', '--password-stdin'];
  const token = await sheetwire({}, ask, `${password}\n`);
  assert.match(token, /^swt_\S+\n$/);
  await writeFile(tokenFile, token, { mode: 0o644 });
  const args = ['publish', file, '--to', 'DEMO/CLI/TOKEN', '--server', portal.url, '--token-file', tokenFile];
  assert.match(await sheetwire({}, args), /version 1: whole report/);
  assert.equal((await stat(tokenFile)).mode & 0o777, 0o600);
  assert.match(await sheetwire({}, args), /up to date at version 1/);
});

test('a report of another entity is refused with the code for it', async () => {
  const file = join(folder, 'small.csv');
  await writeFile(file, 'a,b\n1,2\n');
  const { child } = start(['publish', file, ...destination('ACME/CLI/OTHER')]);
  const [code] = await once(child, 'exit');
  assert.equal(code, 3);
});
