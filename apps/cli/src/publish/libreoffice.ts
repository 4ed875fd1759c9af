import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, constants, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { exits } from '@sheetwire/contract/exits';
import { limits } from '@sheetwire/contract/limits';
import { Stop } from '#exit.ts';
import { UnreadableSource } from './unreadable-source.ts';

const KEPT_OUTPUT = 4000;
const usualPlaces = [
  '/usr/lib/libreoffice/program/soffice',
  '/Applications/LibreOffice.app/Contents/MacOS/soffice',
  'C:\\Program Files\\LibreOffice\\program\\soffice.exe',
];

type Env = Readonly<Record<string, string | undefined>>;

/** A spreadsheet that only LibreOffice reads, as the bytes of an .xlsx file; a private profile, a time limit. */
export async function convertToXlsx(file: string, env: Env, signal: AbortSignal): Promise<Uint8Array> {
  const program = await findOffice(env);
  if (program === undefined) {
    throw new Stop(
      exits.file,
      `Reading ${extname(file)} files needs LibreOffice, which is not installed; install it or save the file as .xlsx`,
    );
  }
  return inFolder((folder) => runIn(folder, program, { file, signal }));
}

/** The same workbook with all its formulas calculated by LibreOffice; undefined where that is not installed. */
export async function calculateWithOffice(
  file: string,
  env: Env,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  const program = await findOffice(env);
  if (program === undefined) return undefined;
  return inFolder(async (folder) => {
    await writeProfile(folder);
    return runIn(folder, program, { file, signal });
  });
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'sheetwire-office-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runIn(
  folder: string,
  program: string,
  { file, signal }: Omit<Conversion, 'folder'>,
): Promise<Uint8Array> {
  const said = await runOffice(program, { file, folder, signal });
  const made = join(folder, `${basename(file, extname(file))}.xlsx`);
  const found = await stat(made).catch(() => {
    throw new UnreadableSource(`LibreOffice could not read ${file}: ${said.trim() || 'it gave no reason'}`);
  });
  if (found.size > limits.maxSourceFile) {
    throw new UnreadableSource(`${file} is too large as .xlsx: publish a smaller file, or save it as .xlsx yourself`);
  }
  return readFile(made);
}

/** The path of LibreOffice: SHEETWIRE_SOFFICE, else on the PATH, else where installers put it. */
async function findOffice(env: Env): Promise<string | undefined> {
  if (env.SHEETWIRE_SOFFICE !== undefined) return env.SHEETWIRE_SOFFICE === '' ? undefined : env.SHEETWIRE_SOFFICE;
  const onPath = (env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => ['soffice', 'libreoffice', 'soffice.exe'].map((name) => join(folder, name)));
  for (const place of [...onPath, ...usualPlaces]) {
    if (await isProgram(place)) return place;
  }
  return undefined;
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Settings of the private profile: formulas are calculated when a file is opened, whatever results it holds. */
async function writeProfile(folder: string): Promise<void> {
  const place = join(folder, 'profile', 'user');
  await mkdir(place, { recursive: true });
  const mode = (name: string) =>
    `<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="${name}" oor:op="fuse"><value>0</value></prop></item>`;
  const items = mode('OOXMLRecalcMode');
  const head = '<?xml version="1.0" encoding="UTF-8"?>';
  const names = 'xmlns:oor="http://openoffice.org/2001/registry"';
  await writeFile(join(place, 'registrymodifications.xcu'), `${head}<oor:items ${names}>${items}</oor:items>`);
}

interface Conversion {
  readonly file: string;
  readonly folder: string;
  readonly signal: AbortSignal;
}

async function runOffice(program: string, { file, folder, signal }: Conversion): Promise<string> {
  const profile = pathToFileURL(join(folder, 'profile')).href;
  const args = ['--headless', '--norestore', '--nolockcheck', `-env:UserInstallation=${profile}`];
  // A group of its own, since the program that is started is a script that starts the real one.
  const office = spawn(program, [...args, '--convert-to', 'xlsx', '--outdir', folder, resolve(file)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  let said = '';
  const keep = (part: Buffer) => {
    said = (said + part.toString('utf8')).slice(-KEPT_OUTPUT);
  };
  office.stdout.on('data', keep);
  office.stderr.on('data', keep);
  const end = AbortSignal.any([signal, AbortSignal.timeout(limits.officeConvert)]);
  const stop = () => endGroup(office.pid);
  end.addEventListener('abort', stop, { once: true });
  try {
    await once(office, 'close');
  } catch (fault) {
    throw new Stop(exits.file, `LibreOffice could not start (${program}): ${String(fault)}`);
  } finally {
    end.removeEventListener('abort', stop);
  }
  signal.throwIfAborted();
  if (end.aborted) {
    throw new UnreadableSource(`LibreOffice did not convert ${file} within ${limits.officeConvert / 1000} s`);
  }
  return said;
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch (fault) {
    const isGone = fault instanceof Error && 'code' in fault && fault.code === 'ESRCH';
    if (!isGone) throw fault;
  }
}
