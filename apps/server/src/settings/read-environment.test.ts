import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StartFault } from '#lib/start-fault.ts';
import { commandSettings } from './command-settings.ts';
import { readEnvironment } from './read-environment.ts';

let folder = '';
let file = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheetwire-environment-'));
  file = join(folder, '.env');
});
afterEach(() => rm(folder, { recursive: true }));

function faultOf(): unknown {
  try {
    return readEnvironment(file);
  } catch (error) {
    return error;
  }
}

test('settings come from the file, and without one from the process alone', async () => {
  expect(readEnvironment(file).SHEETWIRE_COMPANY).toBeUndefined();
  await writeFile(
    file,
    '# ours\nexport SHEETWIRE_COMPANY=ACME\nSHEETWIRE_PRODUCT_NAME = "Acme # Reports"\n\nOTHER x\n',
  );
  expect(readEnvironment(file)).toMatchObject({
    SHEETWIRE_COMPANY: 'ACME',
    SHEETWIRE_PRODUCT_NAME: 'Acme # Reports',
  });
});

test('a mark at the beginning of the file, as editors on Windows write it, is no part of the first name', async () => {
  await writeFile(file, '\ufeffSHEETWIRE_COMPANY=ACME\n');
  expect(readEnvironment(file).SHEETWIRE_COMPANY).toBe('ACME');
});

test.each(['SHEETWIRE_PORT 8081', 'SHEETWIRE_PORT: 8081', '  export SHEETWIRE_PORT'])(
  'a line that would not be read is refused with its number: %s',
  async (line) => {
    await writeFile(file, `SHEETWIRE_COMPANY=ACME\n${line}\n`);
    const fault = faultOf();
    expect(fault).toBeInstanceOf(StartFault);
    expect(fault).toMatchObject({ exit: 'usage', message: `${file}, line 2: write SHEETWIRE_PORT=value` });
  },
);

test.each(['NODE_EXTRA_CA_CERTS', 'HTTPS_PROXY', 'KRB5RCACHEDIR'])(
  '%s is refused where it would have no effect, and taken where the process has it too',
  async (name) => {
    await writeFile(file, `${name}=/etc/acme\nNODE_OWN=production\n`);
    vi.stubEnv(name, undefined);
    expect(faultOf()).toMatchObject({
      exit: 'usage',
      message: expect.stringContaining(`${file}: ${name} has no effect`),
    });
    vi.stubEnv(name, '/etc/acme');
    expect(readEnvironment(file)).toMatchObject({ [name]: '/etc/acme', NODE_OWN: 'production' });
    vi.unstubAllEnvs();
  },
);

test('what only a process reads may stand in the file without a value', async () => {
  vi.stubEnv('HTTPS_PROXY', undefined);
  await writeFile(file, 'HTTPS_PROXY=\nNODE_OWN=production\n');
  expect(readEnvironment(file)).toMatchObject({ NODE_OWN: 'production' });
  vi.unstubAllEnvs();
});

test('a file that cannot be read is told in a sentence', async () => {
  await mkdir(file);
  expect(faultOf()).toMatchObject({ exit: 'file', message: `${file} has the settings, but it is a folder (EISDIR)` });
});

test('a command of the operator ends with the faults, and is told of settings that are not known in any case', () => {
  const told: string[] = [];
  const tell = (line: string) => void told.push(line);
  const misspelled = { SHEETWIRE_DATADIR: '/data' };
  expect(commandSettings(tell, () => misspelled)).toMatchObject({ settings: { dataDir: './data' } });
  expect(commandSettings(tell, () => ({ ...misspelled, SHEETWIRE_PORT: 'x' }))).toEqual({
    outcome: 'usage',
    message: 'SHEETWIRE_PORT: must be a whole number from 0 to 65535',
  });
  expect(told).toEqual(Array(2).fill('Unknown setting SHEETWIRE_DATADIR; check the spelling'));
  const unreadable = () => {
    throw new StartFault('file', 'it is a folder');
  };
  expect(commandSettings(tell, unreadable)).toEqual({ outcome: 'file', message: 'it is a folder' });
});
