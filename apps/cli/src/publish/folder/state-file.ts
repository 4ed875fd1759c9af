import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@sheetwire/contract/limits';
import * as z from 'zod/mini';
import { type FileState, fileState } from './file-states.ts';

const runState = z.object({
  pid: z.number(),
  folder: z.string(),
  to: z.string(),
  server: z.string(),
  startedUtc: z.string(),
  savedUtc: z.string(),
  files: z.array(fileState),
});
/** What a running folder publisher tells `sheetwire status`; no secret is in it. */
export type RunState = z.output<typeof runState>;

type Env = Readonly<Record<string, string | undefined>>;

/** Where the publishers of this user write their states. */
export function stateFolder(env: Env): string {
  const base = env.XDG_STATE_HOME || env.LOCALAPPDATA || join(env.HOME || homedir(), '.local', 'state');
  return join(base, 'sheetwire', 'publishers');
}

interface StateParts {
  readonly env: Env;
  readonly run: Pick<RunState, 'folder' | 'to' | 'server'>;
  readonly pid: number;
  readonly now: () => Date;
  readonly files: () => FileState[];
  /** Told once, when the states cannot be written. */
  readonly warn: (line: string) => void;
  /** Between two writes while things change, and while nothing does. */
  readonly times?: { readonly save: number; readonly beat: number };
}

/** Writes the states of a folder's files while its publisher runs, no more often than once a second. */
export class StateFile {
  readonly #parts: StateParts;
  readonly #file: string;
  readonly #startedUtc: string;
  readonly #times: { readonly save: number; readonly beat: number };
  #timer: NodeJS.Timeout | undefined;
  #saving: Promise<void> = Promise.resolve();
  #isChanged = false;
  #isClosed = false;
  #hasFailed = false;

  constructor(parts: StateParts) {
    const { env, run, pid, now } = parts;
    this.#parts = parts;
    this.#times = parts.times ?? { save: limits.folder.stateSave, beat: limits.folder.stateBeat };
    this.#startedUtc = now().toISOString();
    const hash = createHash('sha256')
      .update(JSON.stringify([run.folder, run.to, run.server]))
      .digest('hex');
    this.#file = join(stateFolder(env), `${hash.slice(0, 16)}-${pid}.json`);
  }

  /** Writes for the first time, and takes away what dead runs of the same folder left, and what is too old to be told. */
  async open(): Promise<void> {
    const { env, run, now } = this.#parts;
    for (const { state, file } of await everyState(env)) {
      const isDead = state.folder === run.folder && !isRunning(state, now());
      if (isDead || isPast(state, now())) await rm(file, { force: true });
    }
    await this.#save();
    this.#plan(this.#times.beat);
  }

  changed(): void {
    if (this.#isChanged || this.#isClosed) return;
    this.#isChanged = true;
    this.#plan(this.#times.save);
  }

  /** The run ended as it should: there is nothing to tell. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#saving;
    await rm(this.#file, { force: true }).catch(() => undefined);
  }

  #plan(time: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#saving = this.#save().then(() => {
        if (!this.#isClosed) this.#plan(this.#isChanged ? this.#times.save : this.#times.beat);
      });
    }, time);
    this.#timer.unref();
  }

  async #save(): Promise<void> {
    const { env, run, pid, now, files, warn } = this.#parts;
    this.#isChanged = false;
    const state: RunState = {
      pid,
      ...run,
      startedUtc: this.#startedUtc,
      savedUtc: now().toISOString(),
      files: files(),
    };
    try {
      await mkdir(stateFolder(env), { recursive: true, mode: 0o700 });
      await writeFile(`${this.#file}.new`, JSON.stringify(state), { mode: 0o600 });
      await rename(`${this.#file}.new`, this.#file);
    } catch (fault) {
      if (!this.#hasFailed) warn(`sheetwire status will not show this run: ${String(fault)}`);
      this.#hasFailed = true;
    }
  }
}

/** The states of all publishers that run here, or did a few days ago when they were last heard. */
export async function readStates(env: Env, now: Date): Promise<RunState[]> {
  const all = await everyState(env);
  return all.map(({ state }) => state).filter((state) => !isPast(state, now));
}

async function everyState(env: Env): Promise<{ state: RunState; file: string }[]> {
  const folder = stateFolder(env);
  const names = await readdir(folder).catch(() => []);
  const found: { state: RunState; file: string }[] = [];
  for (const name of names.filter((each) => each.endsWith('.json')).toSorted()) {
    const file = join(folder, name);
    const state = await readState(file);
    if (state) found.push({ state, file });
  }
  return found;
}

async function readState(file: string): Promise<RunState | undefined> {
  try {
    return runState.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    // Another version's, or gone meanwhile: nothing that can be told.
    return undefined;
  }
}

/** Its process is there and was heard lately. */
export function isRunning({ pid, savedUtc }: RunState, now: Date): boolean {
  return hasProcess(pid) && now.getTime() - Date.parse(savedUtc) < limits.folder.stateOld;
}

function isPast({ savedUtc }: RunState, now: Date): boolean {
  return now.getTime() - Date.parse(savedUtc) >= limits.folder.deadKept;
}

function hasProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (fault) {
    return fault instanceof Error && 'code' in fault && fault.code === 'EPERM';
  }
}
