import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createCaller } from '@sheetwire/client/caller';
import { assumeAdmin, gropicPerms } from '@sheetwire/contract/admin';
import { onControlAction, report } from '@sheetwire/contract/reports';
import { afterAll, expect, test } from 'vitest';
import { type Portal, signIn } from '../support/portal.ts';
import { portalRig } from '../support/portal-rig.ts';

const run = promisify(execFile);
const packageFolder = join(import.meta.dirname, '../../clients/python');
/** Debian's own, which has pandas and openpyxl. */
const python = '/usr/bin/python3';

/** Who publishes, and enters. */
const writer = 'DEMO/python';
let portal: Portal;
let env: NodeJS.ProcessEnv;
let folder: string;
let program: ChildProcessWithoutNullStreams | undefined;
portalRig(
  async (started) => {
    portal = started;
    folder = await mkdtemp(join(tmpdir(), 'sheetwire-python-'));
    const { key } = await portal.publisher(writer);
    env = {
      ...process.env,
      PYTHONPATH: join(packageFolder, 'src'),
      PYTHONDONTWRITEBYTECODE: '1',
      SHEETWIRE_URL: portal.url,
      SHEETWIRE_KEY: key,
    };
  },
  { SHEETWIRE_SUPER_ADMINS: writer },
);
afterAll(async () => {
  program?.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** What a program prints; it fails with all that it wrote. */
async function pythonSays(args: readonly string[], environment = env): Promise<string> {
  const { stdout, stderr } = await run(python, args, { env: environment, cwd: folder, maxBuffer: 2 ** 24 });
  return `${stdout}${stderr}`;
}

soakTest('the tests of the Python package hold against a portal, with pandas and openpyxl', async () => {
  const said = await pythonSays(['-m', 'unittest', 'discover', '-v', '-s', join(packageFolder, 'tests')]);
  assert.match(said, /Ran (?:[3-9]\d|\d{3,}) tests/);
  assert.match(said, /^OK$/m);
  assert.doesNotMatch(said, /skipped/);
});

test('the first example of its page publishes a table, sets a cell and reads it back', async () => {
  const readme = await readFile(join(packageFolder, 'README.md'), 'utf8');
  const [example = ''] = [...readme.matchAll(/^```python\n(.*?)^```/gms)].map((match) => match[1] ?? '');
  assert.match(await pythonSays(['-c', example]), /^1300\.0$/m);
});

soakTest('a wheel is built, installed where nothing else is, and publishes', async () => {
  const wheels = join(folder, 'wheels');
  // Built from a copy: a build writes beside its source.
  await run('cp', ['-r', packageFolder, join(folder, 'source')]);
  const offline = ['--no-index', '--disable-pip-version-check', '--quiet'];
  const build = ['-m', 'pip', 'wheel', ...offline, '--no-deps', '--no-build-isolation', '-w', wheels];
  await pythonSays([...build, join(folder, 'source')]);
  await pythonSays(['-m', 'venv', join(folder, 'clean')]);
  const clean = join(folder, 'clean/bin/python');
  await run(clean, ['-m', 'pip', 'install', ...offline, '--find-links', wheels, 'sheetwire']);
  const publishing =
    "import sheetwire, pathlib; at = pathlib.Path(sheetwire.__file__).parent; print((at / 'py.typed').exists(), 'clean' in str(at)); print(sheetwire.publish('DEMO/PYTHON/WHEEL', [['a', 1]]).version)";
  const { PYTHONPATH: _, ...bare } = env;
  const { stdout } = await run(clean, ['-c', publishing], { env: bare, cwd: folder });
  assert.deepEqual(stdout.trim().split('\n'), ['True True', '1']);
});

const away = 'DEMO/PYTHON/AWAY';
const following = `
import sys
import sheetwire as sw

page = '<table><tr><td data-cell="A1">n<td data-cell="B1"><select data-control="Region"><option>North<option>South<option>Nowhere</select><tr><td data-cell="A2">0</table>'
sw.publish("DEMO/PYTHON/AWAY", {"P": page})
with sw.live("DEMO/PYTHON/AWAY", on_state=lambda state: print("state", state.split(":")[0], flush=True)) as report:

    @report.control("Region")
    def region(value, user):
        if value == "Nowhere":
            raise sw.Refuse("There is no such region")
        print("region", value, user, flush=True)

    print("ready", flush=True)
    for line in sys.stdin:
        report["P"]["A2"] = int(line)
        print("set", int(line), flush=True)
    report.flush(60)
print("done", report.published.version, flush=True)
`;

import { soakTest } from '../support/soak-test.ts';

test('entries of viewers are answered in words; what is set while the portal is away is there once it is back', async () => {
  await pythonSays(['-c', `import sheetwire; sheetwire.publish('${away}', [[0]])`]);
  const headers = { cookie: await signIn(portal, writer), 'sec-fetch-site': 'same-origin' };
  const viewer = createCaller({ baseUrl: portal.url, headers });
  await viewer(assumeAdmin, { gropic: away });
  const everybody = { viewers: [writer], publishers: [writer], interactors: [writer], admins: [writer] };
  await viewer(gropicPerms, { gropic: away, ...everybody });
  const running = spawn(python, ['-c', following], { env, cwd: folder });
  program = running;
  let said = '';
  for (const output of [running.stdout, running.stderr]) {
    output.on('data', (text) => {
      said += text;
    });
  }
  await expect.poll(() => said).toMatch(/^ready$/m);
  running.stdin.write('1\n');
  const { call } = await portal.publisher(writer);
  const page = async () => (await call(report, { topic: away })).pages?.[0] ?? '';
  await expect.poll(page).toMatch(/data-cell="A2"[^>]*>1</);
  const enter = (controlVal: string) => viewer(onControlAction, { topic: away, attributeVal: 'Region', controlVal });
  assert.deepEqual(await enter('South'), { updated: true });
  await expect.poll(() => said).toMatch(/^region South DEMO\/PYTHON$/im);
  const refused = { updated: false, skip_retry: true, message: 'There is no such region' };
  assert.deepEqual(await enter('Nowhere'), refused);
  await portal.kill();
  running.stdin.write('2\n3\n');
  await expect.poll(() => said).toMatch(/^state away$/m);
  await portal.restart();
  await expect.poll(page, { timeout: 60_000 }).toMatch(/data-cell="A2"[^>]*>3</);
  await expect.poll(() => said.lastIndexOf('state live')).toBeGreaterThan(said.lastIndexOf('state away'));
  running.stdin.end();
  await expect.poll(() => said).toMatch(/^done \d+$/m);
});
