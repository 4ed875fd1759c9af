import type { Worker } from 'node:worker_threads';
import { limits } from '@sheetwire/contract/limits';
import { StoreFault } from '#ports/store-fault.ts';
import type { CommandArgs, CommandName, CommandResult } from '../commands.ts';
import { weightOf } from './group-commit.ts';
import type { Answer, FromWriter, Job, ToWriter } from './messages.ts';
import { movedThere } from './moved.ts';
import type { WriterThreads } from './writer-threads.ts';

interface Waiting {
  readonly weight: number;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The main thread's end of the writer: commands of one turn travel together, and what waits is bounded. */
export class Writer {
  readonly #worker: Worker;
  readonly #threads: WriterThreads;
  readonly #now: () => number;
  readonly #waiting = new Map<number, Waiting>();
  #jobs: Job[] = [];
  /** Memory that changes threads with them. */
  #moved: ArrayBuffer[] = [];
  #bytes = 0;
  #lastId = 0;
  #dead: StoreFault | undefined;

  private constructor(threads: WriterThreads, now: () => number) {
    const worker = threads.take();
    this.#worker = worker;
    this.#threads = threads;
    this.#now = now;
    worker.on('message', (message: FromWriter) => {
      if (message.kind === 'answers') for (const answer of message.answers) this.#settle(answer);
    });
    worker.on('error', (error) => this.#die(new StoreFault('the writer of the store failed', '', { cause: error })));
    worker.on('exit', () => this.#die(new StoreFault('the store is closed')));
  }

  /** Takes a thread and waits until it holds the database. */
  static async open(file: string, now: () => number, threads: WriterThreads): Promise<Writer> {
    const writer = new Writer(threads, now);
    await writer.#hold(file);
    return writer;
  }

  #hold(file: string): Promise<void> {
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      worker.once('message', () => resolve());
      worker.once('error', reject);
      worker.once('exit', () => reject(new StoreFault('the writer of the store did not start')));
      this.#post({ kind: 'open', file });
    });
  }

  async write<Name extends CommandName>(name: Name, args: CommandArgs<Name>): Promise<CommandResult<Name>> {
    const weight = weightOf(args);
    const value = await this.#ask(weight, (id) => {
      this.#jobs.push({ id, name, args, at: this.#now() });
      this.#moved.push(...movedThere(name, args));
      // What comes in one turn of the event loop, from however many lines, travels together.
      if (this.#jobs.length === 1) setImmediate(() => this.#send());
    });
    return value as CommandResult<Name>;
  }

  async backup(file: string): Promise<void> {
    await this.#ask(0, (id) => this.#post({ kind: 'backup', id, file }));
  }

  /** Waits for what was asked before, then lets the database go. */
  async close(): Promise<void> {
    if (this.#dead) return;
    const closed = new Promise<void>((resolve) => {
      this.#worker.on('message', ({ kind }: FromWriter) => {
        if (kind === 'closed') resolve();
      });
      this.#worker.once('exit', () => resolve());
    });
    this.#send();
    this.#post({ kind: 'close' });
    await closed;
    this.#die(new StoreFault('the store is closed'));
    await this.#threads.give(this.#worker);
  }

  #ask(weight: number, send: (id: number) => void): Promise<unknown> {
    if (this.#dead) return Promise.reject(this.#dead);
    if (this.#waiting.size >= limits.store.maxWaiting || this.#bytes + weight > limits.store.maxWaitingBytes) {
      return Promise.reject(new StoreFault('too many writes are waiting for the store'));
    }
    const id = ++this.#lastId;
    this.#bytes += weight;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { weight, resolve, reject });
      send(id);
    });
  }

  #send(): void {
    const jobs = this.#jobs;
    if (jobs.length === 0) return;
    const moved = this.#moved;
    this.#jobs = [];
    this.#moved = [];
    this.#post({ kind: 'jobs', jobs }, moved);
  }

  #post(message: ToWriter, moved: readonly ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, moved);
  }

  #settle({ id, value, fault }: Answer): void {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    this.#bytes -= waiting.weight;
    if (fault) waiting.reject(new StoreFault(fault.message, fault.code));
    else waiting.resolve(value);
  }

  #die(fault: StoreFault): void {
    this.#dead ??= fault;
    for (const id of [...this.#waiting.keys()]) this.#settle({ id, fault });
  }
}
