import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { type Caller, createCaller } from '@sheetwire/client/caller';
import { assumeAdmin, gropicPerms } from '@sheetwire/contract/admin';
import { publishGuard } from '@sheetwire/contract/publishing/for-programs';
import { publishRelease } from '@sheetwire/contract/publishing/history';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { type Portal, sheetwire, signIn } from '../support/portal.ts';
import { portalRig } from '../support/portal-rig.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

/** Who publishes, and decides. */
const writer = 'DEMO/desk';
let portal: Portal;
let folder: string;
let key: string;
let call: Caller;
portalRig(
  async (started) => {
    portal = started;
    folder = await mkdtemp(join(tmpdir(), 'sheetwire-decided-'));
    ({ key, call } = await portal.publisher(writer));
  },
  { SHEETWIRE_SUPER_ADMINS: writer },
);
afterAll(() => rm(folder, { recursive: true, force: true }));

const destination = (topic: string) => ['--to', topic, '--server', portal.url, '--token-env', 'KEY'];
const table = (value: number) => `Region,Sales\nNorth,${value}\n`;

async function save(name: string, content: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(`${file}.tmp`, content);
  await rename(`${file}.tmp`, file);
  return file;
}

/** The file of a report whose publishes wait for approval where its figure moves by more than a tenth. */
async function guarded(topic: string): Promise<string> {
  const file = await save('live.csv', table(100));
  await sheetwire({ KEY: key }, ['publish', file, ...destination(topic)]);
  const headers = { cookie: await signIn(portal, writer), 'sec-fetch-site': 'same-origin' };
  const admin = createCaller({ baseUrl: portal.url, headers });
  await admin(assumeAdmin, { gropic: topic });
  const everybody = { viewers: [writer], publishers: [writer], interactors: [], admins: [writer] };
  await admin(gropicPerms, { gropic: topic, ...everybody });
  const rule = { kind: 'moved', cell: 'B2', percent: 10, since: 'version', action: 'hold' } as const;
  await call(publishGuard, { topic, rules: [rule] });
  return file;
}

/** A watching command line; `said` are its lines so far. */
function watching(file: string, topic: string): string[] {
  const program = join(root, 'apps/cli/bin/sheetwire.js');
  const child = spawn(process.execPath, [program, 'publish', file, '--watch', ...destination(topic)], {
    env: { ...process.env, KEY: key },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => void said.push(line));
  }
  return said;
}

const heldIn = (said: readonly string[]) =>
  said.flatMap((line) => /publish (\d+) is waiting for approval/.exec(line)?.[1] ?? []).map(Number);
const hears = (said: readonly string[], words: string) => expect.poll(() => said.join('\n')).toContain(words);

test('a save without a change says what became of a publish that waited, and brings back a report that was replaced', async () => {
  const topic = 'DEMO/DECIDED/FILE';
  const file = await guarded(topic);
  const said = watching(file, topic);
  await hears(said, 'is up to date at version');
  await save('live.csv', table(200));
  await expect.poll(() => heldIn(said)).toHaveLength(1);
  const released = await call(publishRelease, { topic, version: heldIn(said)[0] ?? 0, accept: true });
  await save('live.csv', table(200));
  await hears(said, `is up to date at version ${released.version}`);
  await save('live.csv', table(400));
  await expect.poll(() => heldIn(said)).toHaveLength(2);
  await call(publishRelease, { topic, version: heldIn(said)[1] ?? 0, accept: false });
  await save('live.csv', table(400));
  await expect.poll(() => heldIn(said)).toHaveLength(3);
  expect(heldIn(said)[2]).toBeGreaterThan(heldIn(said)[1] ?? 0);
  await call(publishGuard, { topic, rules: [] });
  await sheetwire({ KEY: key }, ['publish', await save('other.csv', 'Other\n1\n'), ...destination(topic)]);
  const before = said.length;
  await save('live.csv', table(400));
  await expect.poll(() => said.slice(before).join('\n')).toMatch(/version \d+: whole report/);
});

const following = `
import sheetwire as sw
from sheetwire.errors import WrongBaseVersion
import sys
topic = sys.argv[1]
with sw.live(topic) as report:
    report["live"]["B2"] = 200
    print("waits", report.flush().waits, flush=True)
    sys.stdin.readline()
    report["live"]["B2"] = 201
    try:
        report.flush()
    except WrongBaseVersion as fault:
        print(fault, flush=True)
    print(report.state, flush=True)
    report.publish({"live": [["Region", "Sales"], ["North", 101]]})
    print("version", report.flush().version, report.state, flush=True)
`;

test('cells of a live Python program are refused in words after a rejection, until the whole report comes', async () => {
  const topic = 'DEMO/DECIDED/CELLS';
  await guarded(topic);
  const env = { ...process.env, PYTHONPATH: join(root, 'clients/python/src'), PYTHONDONTWRITEBYTECODE: '1' };
  const running = run('/usr/bin/python3', ['-c', following, topic], {
    env: { ...env, SHEETWIRE_URL: portal.url, SHEETWIRE_KEY: key },
    timeout: 60_000,
  });
  let said = '';
  running.child.stdout?.on('data', (text) => {
    said += text;
  });
  await expect.poll(() => said, { timeout: 20_000 }).toMatch(/^waits \d+$/m);
  await call(publishRelease, { topic, version: Number(/^waits (\d+)$/m.exec(said)?.[1]), accept: false });
  running.child.stdin?.write('\n');
  const { stdout } = await running;
  expect(stdout).toMatch(/^Cells that were set before were rejected.+publish the whole report$/m);
  expect(stdout).toMatch(/^on hold: Cells/m);
  expect(stdout).toMatch(/^version \d+ live$/m);
});
