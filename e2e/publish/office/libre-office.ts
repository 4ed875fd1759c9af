import { type ChildProcess, type SpawnOptionsWithoutStdio, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { buildOxt } from '../../../scripts/build-oxt.ts';
import { endsWithFile } from '../../support/left-over.ts';

const programs = '/usr/lib/libreoffice/program';
/** Debian's own, which has UNO. */
const python = '/usr/bin/python3';
/** Of Debian: unopkg serves nobody who is root. */
const nobody = 65_534;

/** An installed extension in a headless LibreOffice with a profile of its own. */
export interface LibreOffice {
  /** Runs Python beside it; what the variable `answer` holds then. */
  run(code: string): Promise<unknown>;
  /** Ends it as its own menu does; resolves with what it said. */
  quit(): Promise<string>;
  /** Stops it as a machine that sleeps does; answers how to wake it. */
  sleep(): () => void;
  /** kill -9, at once. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Installs the extension as its users do, in a profile that others may use later; answers the folder. */
export async function installed(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sheetwire-office-'));
  await chmod(folder, 0o777);
  const file = join(folder, 'sheetwire.oxt');
  await buildOxt(file);
  await chmod(file, 0o644);
  const adding = spawn(
    join(programs, 'unopkg'),
    ['add', '--suppress-license', profileOf(folder), file],
    optionsOf(folder),
  );
  const [said, [code]] = await Promise.all([text(adding.stderr ?? []), once(adding, 'close')]);
  if (code !== 0) throw new Error(`unopkg ended with ${code}: ${said}`);
  return folder;
}

/** Starts LibreOffice with the profile of a folder, and resolves once it answers. */
export async function startLibreOffice(
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<LibreOffice> {
  const pipe = `sheetwire${randomUUID().slice(0, 8)}`;
  const args = ['--headless', '--norestore', '--nologo', profileOf(folder), `--accept=pipe,name=${pipe};urp;`];
  // Its own group, since the program starts the one that works.
  const office = spawn(join(programs, 'soffice'), args, { ...optionsOf(folder, env), detached: true });
  // Its user may not read the folder that the tests are in.
  const script = join(folder, 'driver.py');
  await copyFile(join(import.meta.dirname, 'driver.py'), script);
  await chmod(script, 0o644);
  const driver = spawn(python, [script, pipe], optionsOf(folder));
  const end = async () => {
    driver.kill('SIGKILL');
    await endGroup(office);
  };
  const forget = endsWithFile(end);
  let said = '';
  for (const output of [office.stderr, driver.stderr]) {
    output?.on('data', (chunk) => {
      said = `${said}${chunk}`.slice(-20_000);
    });
  }
  const lines = createInterface({ input: driver.stdout ?? [] })[Symbol.asyncIterator]();
  const next = async (): Promise<unknown> => {
    const line = await lines.next();
    if (line.done) throw new Error(`LibreOffice does not answer: ${said}`);
    const answered: unknown = JSON.parse(line.value);
    if (isFault(answered)) throw new Error(`${answered.fault}\n${said}`);
    return typeof answered === 'object' && answered !== null && 'answer' in answered ? answered.answer : undefined;
  };
  await next();
  let asked: Promise<unknown> = Promise.resolve();
  return {
    run(code) {
      const answer = asked.then(() => {
        driver.stdin?.write(`${JSON.stringify(code)}\n`);
        return next();
      });
      asked = answer.catch(() => undefined);
      return answer;
    },
    async quit() {
      const closed = once(office, 'close');
      driver.stdin?.write(`${JSON.stringify('desktop.terminate()')}\n`);
      await closed;
      await end();
      return said;
    },
    sleep() {
      signalGroup(office, 'SIGSTOP');
      return () => signalGroup(office, 'SIGCONT');
    },
    kill: end,
    async stop() {
      await end();
      forget();
    },
  };
}

/** Takes a profile away. */
export function removed(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

function isFault(value: unknown): value is { readonly fault: string } {
  return typeof value === 'object' && value !== null && 'fault' in value;
}

function profileOf(folder: string): string {
  return `-env:UserInstallation=file://${folder}/profile`;
}

function optionsOf(folder: string, env: Readonly<Record<string, string>> = {}): SpawnOptionsWithoutStdio {
  const isRoot = process.getuid?.() === 0;
  return {
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', HOME: folder, PYTHONDONTWRITEBYTECODE: '1', ...env },
    ...(isRoot && { uid: nobody, gid: nobody }),
  };
}

async function endGroup(leader: ChildProcess): Promise<void> {
  if (leader.pid === undefined || leader.exitCode !== null || leader.signalCode !== null) return;
  const ended = once(leader, 'close');
  signalGroup(leader, 'SIGKILL');
  await ended;
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid !== undefined) process.kill(-pid, signal);
}
