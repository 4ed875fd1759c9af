import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { limits } from '@sheetwire/contract/limits';
import type { Kysely } from 'kysely';
import { isCommand } from '../commands.ts';
import type { Database } from '../database.ts';
import { faultOf } from '../faults.ts';
import { runCommand } from '../run-command.ts';
import { contextAt } from './context.ts';
import { answersOf, type JobRun, runsOf } from './job-runs.ts';
import type { Answer, Job } from './messages.ts';
import { movedBack } from './moved.ts';

/**
 * Runs waiting commands in one transaction with one sync to the disk, and answers after the commit only. A command that
 * fails is undone alone; a commit that fails fails all of its batch, and nothing is tried again (safety 3).
 */
export class GroupCommit {
  readonly #raw: DatabaseSync;
  readonly #db: Kysely<Database>;
  readonly #answer: (answers: readonly Answer[]) => void;
  readonly #marks: Readonly<Record<'begin' | 'commit' | 'save' | 'release', StatementSync>>;
  #queue: Job[] = [];

  constructor(raw: DatabaseSync, db: Kysely<Database>, answer: (answers: readonly Answer[]) => void) {
    this.#raw = raw;
    this.#db = db;
    this.#answer = answer;
    this.#marks = {
      begin: raw.prepare('begin immediate'),
      commit: raw.prepare('commit'),
      save: raw.prepare('savepoint job'),
      release: raw.prepare('release job'),
    };
  }

  get isEmpty(): boolean {
    return this.#queue.length === 0;
  }

  add(jobs: readonly Job[]): void {
    for (const job of jobs) this.#queue.push(job);
  }

  /** Runs one batch. */
  async drain(): Promise<void> {
    const batch = this.#take();
    try {
      const runs = runsOf(batch);
      const [only] = runs;
      this.#marks.begin.run();
      const answers: Answer[] = [];
      if (runs.length === 1 && only) answers.push(...(await this.#runOnly(only)));
      else for (const run of runs) answers.push(...(await this.#runTogether(run)));
      this.#marks.commit.run();
      this.#answer(answers);
    } catch (error) {
      const { message, code } = faultOf(error);
      try {
        if (this.#raw.isTransaction) this.#raw.exec('rollback');
      } finally {
        this.#answer(batch.map(({ id }) => ({ id, fault: { message, code } })));
      }
    }
  }

  #take(): Job[] {
    let bytes = 0;
    const count = this.#queue.findIndex((job, index) => {
      bytes += weightOf(job.args);
      return index >= limits.store.batch || (index > 0 && bytes > limits.store.batchBytes);
    });
    return this.#queue.splice(0, count < 0 ? this.#queue.length : count);
  }

  /** What is alone in a transaction is undone with it: a savepoint would copy each page that it changes. */
  async #runOnly(run: JobRun): Promise<Answer[]> {
    const answer = await this.#answerTo(run.job, 'rollback; begin immediate');
    return this.#orAlone(run, answer);
  }

  async #runTogether(run: JobRun): Promise<Answer[]> {
    return this.#orAlone(run, await this.#run(run.job));
  }

  /** Jobs that failed together are run alone: the fault is one's and not the others'. */
  async #orAlone(run: JobRun, answer: Answer): Promise<Answer[]> {
    if (answer.fault === undefined || run.jobs.length === 1) return answersOf(run, answer);
    const alone: Answer[] = [];
    for (const job of run.jobs) alone.push(await this.#run(job));
    return alone;
  }

  async #run(job: Job): Promise<Answer> {
    this.#marks.save.run();
    const answer = await this.#answerTo(job, 'rollback to job; release job');
    if (answer.fault === undefined) this.#marks.release.run();
    return answer;
  }

  /** Runs a command; one that fails is undone by these words of SQL. */
  async #answerTo(job: Job, undo: string): Promise<Answer> {
    try {
      if (!isCommand(job.name)) throw new TypeError(`unknown store command ${String(job.name)}`);
      const value = await runCommand(contextAt(this.#db, job.at), job.name, argsOf(job));
      return { id: job.id, value, moved: movedBack(job.name, value) };
    } catch (error) {
      // A full disk or a broken one ends the whole transaction, not only this command.
      if (!this.#raw.isTransaction) throw error;
      this.#raw.exec(undo);
      const { message, code } = faultOf(error);
      return { id: job.id, fault: { message, code } };
    }
  }
}

/** What a job's name says its arguments are; the main thread's compiler has seen to it. */
function argsOf(job: Job): never {
  return job.args as never;
}

/** Roughly the bytes that a command carries: the bodies of appends, keyframes and snapshots. */
export function weightOf(args: unknown): number {
  if (args instanceof Uint8Array) return args.length;
  if (Array.isArray(args)) return args.reduce<number>((sum, entry) => sum + weightOf(entry), 0);
  if (typeof args === 'string') return args.length;
  if (typeof args !== 'object' || args === null) return 0;
  return Object.values(args).reduce<number>((sum, entry) => sum + weightOf(entry), 0);
}
