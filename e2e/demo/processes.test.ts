import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../scripts/test/free-port.ts';

const root = join(import.meta.dirname, '../..');
const soon = { timeout: 15_000, interval: 50 };

let dataDir = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-processes-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** The programs that were started with our data folder, whoever their parents are by now. */
async function running(): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    ids.map(async (id) => {
      const [environment, command] = await Promise.all(
        ['environ', 'cmdline'].map((part) => readFile(`/proc/${id}/${part}`, 'utf8').catch(() => '')),
      );
      return environment?.includes(dataDir) ? [`${id} ${command?.replaceAll('\0', ' ')}`] : [];
    }),
  );
  return found.flat();
}

/** Starts it apart from this terminal, so that a signal reaches whom it is sent to and nobody else. */
async function start(file: string, args: readonly string[]): Promise<ChildProcess> {
  const env = { ...process.env, SHEETWIRE_PORT: String(await freePort()), SHEETWIRE_DATA_DIR: dataDir };
  const child = spawn(file, [...args], { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(async () => {
    for (const line of await running()) process.kill(Number.parseInt(line, 10), 'SIGKILL');
  });
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('ready ')) continue;
    child.stdout.resume();
    return child;
  }
  throw new Error('it ended before it was ready');
}

test.each([
  ['npm start', 'SIGTERM'],
  ['npm start', 'SIGINT'],
  ['npm start', 'SIGKILL'],
  ['npm run serve', 'SIGTERM'],
  ['npm run serve', 'SIGINT'],
  ['npm run serve', 'SIGKILL'],
  ['node scripts/demo/main.ts', 'SIGTERM'],
  ['node scripts/demo/main.ts', 'SIGKILL'],
  ['node apps/cli/bin/sheetwire.js serve', 'SIGTERM'],
  ['node apps/cli/bin/sheetwire.js serve', 'SIGKILL'],
] as const)('%s leaves no process behind when it alone gets %s', async (command, signal) => {
  const [file = '', ...args] = command.split(' ');
  const child = await start(file, args);
  expect((await running()).length).toBeGreaterThan(0);
  child.kill(signal);
  await once(child, 'exit');
  await expect.poll(running, soon).toEqual([]);
});

test.each([
  ['node', 'scripts/demo/main.ts'],
  ['node', 'scripts/serve.ts'],
  ['node', 'apps/cli/bin/sheetwire.js serve'],
])('%s %s says in a sentence that its port is taken, ends with 4, and leaves no process', async (file, args) => {
  const other = createServer((_, response) => void response.end('{"status":"ready"}'));
  const port = await freePort();
  await new Promise<void>((resolve) => void other.listen(port, '127.0.0.1', () => resolve()));
  onTestFinished(() => void other.close());
  const env = { ...process.env, SHEETWIRE_PORT: String(port), SHEETWIRE_DATA_DIR: dataDir };
  const child = spawn(file, args.split(' '), { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [said, warned, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  expect([code, said, warned]).toEqual([
    4,
    expect.not.stringContaining('ready '),
    expect.stringMatching(/Sheetwire cannot start: Port \d+ of 127\.0\.0\.1 is in use by another program; stop/),
  ]);
  expect(warned).not.toContain('    at ');
  expect(await running()).toEqual([]);
});
