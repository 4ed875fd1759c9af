import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { limits } from '@sheetwire/contract/limits';
import { WorkbookError } from '../workbook-error.ts';
import { importFilter } from './import-filter.ts';
import { jailed } from './jail.ts';
import { writeProfile } from './profile.ts';

/** LibreOffice itself cannot be run: nothing is wrong with the file. */
export class OfficeFault extends Error {
  override readonly name = 'OfficeFault';
}

/** A file that LibreOffice is to read. */
export interface OfficeJob {
  /** The program of LibreOffice. */
  readonly program: string;
  readonly bytes: Uint8Array;
  /** The ending of the file's name, without a dot. */
  readonly ending: string;
  /** Whether all formulas are calculated anew. */
  readonly calculates?: boolean;
  readonly signal: AbortSignal;
  /** How long it may take; else limits.office.time. */
  readonly timeMs?: number;
}

/** Characters of what it says that are kept for the one who asks. */
const keptOutput = 4000;
let running = 0;
const waiting: (() => void)[] = [];

/**
 * The file as the bytes of an .xlsx file, made by LibreOffice in a process of its own: with a profile and a folder that
 * are gone afterwards, without the environment of this process, and within bounds of time, memory and size. A few at
 * once; the others wait. Throws WorkbookError for what the file is at fault, OfficeFault for the program.
 */
export async function convertToXlsx(job: OfficeJob): Promise<Uint8Array<ArrayBuffer>> {
  const filter = importFilter(job.bytes, job.ending);
  await turn(job.signal);
  try {
    return await inFolder((folder) => convertIn(folder, { ...job, filter }));
  } finally {
    running--;
    waiting.shift()?.();
  }
}

async function turn(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  while (running >= limits.office.atOnce) {
    const ended = Promise.withResolvers<void>();
    const wake = () => ended.resolve();
    waiting.push(wake);
    signal.addEventListener('abort', wake, { once: true });
    await ended.promise;
    signal.removeEventListener('abort', wake);
    const at = waiting.indexOf(wake);
    if (at >= 0) waiting.splice(at, 1);
    signal.throwIfAborted();
  }
  running++;
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'sheetwire-office-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function convertIn(
  folder: string,
  job: OfficeJob & { filter: string | undefined },
): Promise<Uint8Array<ArrayBuffer>> {
  const source = join(folder, `book.${job.ending}`);
  const made = join(folder, 'made');
  await mkdir(made);
  await writeFile(source, job.bytes, { mode: 0o600 });
  await writeProfile(join(folder, 'profile'), job.calculates === true);
  const said = await run(folder, { ...job, source, made });
  const file = join(made, 'book.xlsx');
  const found = await stat(file).catch(() => {
    throw new WorkbookError(
      `LibreOffice could not read the file (${reason(said, folder)}): save it as .xlsx and publish that.`,
    );
  });
  if (!found.isFile() || found.size > limits.maxSourceFile) {
    throw new WorkbookError('The file is too large as .xlsx: publish a smaller file, or save it as .xlsx yourself.');
  }
  const { buffer, byteOffset, length } = await readFile(file);
  return new Uint8Array(buffer, byteOffset, length);
}

/** The last line that is no trace of a crash, without the folder that nobody knows. */
function reason(said: string, folder: string): string {
  const lines = said.split('\n').map((line) => line.trim());
  const line = lines.findLast((text) => text !== '' && !/^(?:\/|Fatal|Unspecified|$)/.test(text)) ?? '';
  return line === '' ? 'no reason given' : line.replaceAll(`${folder}/`, '').slice(0, longestReason);
}
const longestReason = 200;

interface Run extends OfficeJob {
  readonly filter: string | undefined;
  readonly source: string;
  readonly made: string;
}

async function run(
  folder: string,
  { program, filter, source, made, signal, timeMs = limits.office.time }: Run,
): Promise<string> {
  const profile = pathToFileURL(join(folder, 'profile')).href;
  const options = ['--headless', '--norestore', '--nolockcheck', '--nodefault', `-env:UserInstallation=${profile}`];
  if (filter !== undefined) options.push(`--infilter=${filter}`);
  const command = await jailed({
    program,
    args: [...options, '--convert-to', 'xlsx', '--outdir', made, source],
  });
  // A group of its own, since the program that is started is a script that starts the real one.
  const office = spawn(command.program, command.args, {
    cwd: folder,
    env: environment(folder),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  let said = '';
  const keep = (part: Buffer) => {
    said = (said + part.toString('utf8')).slice(-keptOutput);
  };
  office.stdout.on('data', keep);
  office.stderr.on('data', keep);
  const end = AbortSignal.any([signal, AbortSignal.timeout(timeMs)]);
  const stop = () => endGroup(office.pid);
  end.addEventListener('abort', stop, { once: true });
  if (end.aborted) stop();
  const closed = once(office, 'close');
  // A fault of the start is told by the exit below.
  closed.catch(() => undefined);
  let code: unknown;
  try {
    [code] = await once(office, 'exit');
  } catch (fault) {
    throw new OfficeFault(`LibreOffice could not start (${program}): ${String(fault)}`);
  } finally {
    end.removeEventListener('abort', stop);
    // What it started may outlive it, and hold what it writes to.
    endGroup(office.pid);
  }
  await closed;
  signal.throwIfAborted();
  if (end.aborted) {
    throw new WorkbookError(
      `LibreOffice did not read the file within ${timeMs / 1000} s: save it as .xlsx and publish that.`,
    );
  }
  if (code === notFound || code === notRunnable)
    throw new OfficeFault(`LibreOffice could not start (${program}): ${said.trim()}`);
  return said;
}

/** What a shell ends with when there is no such program, or none that may be run. */
const notFound = 127;
const notRunnable = 126;

/** Nothing of this process: its settings hold secrets. */
function environment(folder: string): NodeJS.ProcessEnv {
  const { PATH = '', LANG = 'C.UTF-8', SystemRoot } = process.env;
  const own = { PATH, LANG, HOME: folder, TMPDIR: folder, TEMP: folder, TMP: folder, XDG_CONFIG_HOME: folder };
  return SystemRoot === undefined ? own : { ...own, SystemRoot };
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
