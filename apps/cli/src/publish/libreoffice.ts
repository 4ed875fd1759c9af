import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, constants, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { limits } from '@sheetwire/contract/limits';
import { exits, Stop } from '#exit.ts';
import { UnreadableSource } from './unreadable-source.ts';

const KEPT_OUTPUT = 4000;
const usualPlaces = [
  '/usr/lib/libreoffice/program/soffice',
  '/Applications/LibreOffice.app/Contents/MacOS/soffice',
  'C:\\Program Files\\LibreOffice\\program\\soffice.exe',
];

/** A spreadsheet that only LibreOffice reads, as the bytes of an .xlsx file; a private profile, a time limit. */
export async function convertToXlsx(
  file: string,
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const program = await findOffice(env);
  if (program === undefined) {
    throw new Stop(
      exits.file,
      `Reading ${extname(file)} files needs LibreOffice, which is not installed; install it or save the file as .xlsx`,
    );
  }
  const folder = await mkdtemp(join(tmpdir(), 'sheetwire-office-'));
  try {
    const said = await runOffice(program, { file, folder, signal });
    const made = join(folder, `${basename(file, extname(file))}.xlsx`);
    const found = await stat(made).catch(() => {
      throw new UnreadableSource(`LibreOffice could not read ${file}: ${said.trim() || 'it gave no reason'}`);
    });
    if (found.size > limits.maxSourceFile) {
      throw new UnreadableSource(`${file} is too large as .xlsx: publish a smaller file, or save it as .xlsx yourself`);
    }
    return await readFile(made);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The path of LibreOffice: SHEETWIRE_SOFFICE, else on the PATH, else where installers put it. */
async function findOffice(env: Readonly<Record<string, string | undefined>>): Promise<string | undefined> {
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
