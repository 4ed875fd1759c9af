import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { branded } from '@sheetwire/rules/name';
import type { Mail } from '#ports/mail/mailer.ts';
import type { Stores } from '#ports/stores.ts';
import { openStores } from '#storage/open-stores.ts';
import { MovedClock } from '#storage/suite/moved-clock.ts';
import { MailQueue } from '../mail-queue.ts';
import type { SmtpOptions } from '../smtp-transport.ts';
import { smtpTransport } from '../smtp-transport.ts';

/** A log whose lines can be waited for. */
export class LineLog {
  readonly lines: string[] = [];
  readonly #listeners = new Set<() => void>();
  readonly info = (line: string) => this.#add(`info ${line}`);
  readonly warn = (line: string) => this.#add(`warn ${line}`);
  readonly error = (line: string) => this.#add(`error ${line}`);

  /** The `count`-th line that matches, present or to come. */
  line(pattern: RegExp, count = 1): Promise<string> {
    return new Promise((resolve) => {
      const look = () => {
        const found = this.lines.filter((line) => pattern.test(line))[count - 1];
        if (found === undefined) return;
        this.#listeners.delete(look);
        resolve(found);
      };
      this.#listeners.add(look);
      look();
    });
  }

  #add(line: string): void {
    this.lines.push(line);
    for (const listener of [...this.#listeners]) listener();
  }
}

/** What one server has for itself: its key, and its watch. */
interface OwnQueue {
  readonly key?: Uint8Array;
  readonly steady?: () => number;
}

/** A store with a moved clock, and queues over it. */
export interface MailDesk {
  readonly clock: MovedClock;
  readonly stores: Stores;
  readonly log: LineLog;
  /** A started queue, as one server has it. */
  queue(options: Pick<SmtpOptions, 'url' | 'ca' | 'isLocal'>, own?: OwnQueue): MailQueue;
  /** Closes the store, lets somebody else at it, and opens it again. */
  whileClosed(work: (dataDir: string) => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

export const secretKey = Buffer.from('a key of the tests alone, 32 long');
const jane = branded<'User'>('ACME/jane');

/** A mail of no special content. */
export function mailTo(name: string, more: Partial<Mail> = {}): Mail {
  return { user: jane, to: `${name}@example.com`, subject: 'Set your password', text: 'Open the link', ...more };
}

export async function openMailDesk(): Promise<MailDesk> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-mail-'));
  const clock = new MovedClock();
  const log = new LineLog();
  let stores = await openStores({ databaseUrl: '', dataDir, clock });
  let queues: MailQueue[] = [];
  const closeAll = async () => {
    await Promise.all(queues.map((queue) => queue.close()));
    queues = [];
    await stores.close();
  };
  return {
    clock,
    log,
    get stores() {
      return stores;
    },
    queue(options, { key = secretKey, steady = () => performance.now() } = {}) {
      const transport = smtpTransport({ from: 'Reports <reports@acme.example>', ...options });
      const chance = { bytes: (count: number) => randomBytes(count) };
      const own = { now: () => clock.now(), steady };
      const queue = new MailQueue({ transport, stores, chance, clock: own, secretKey: key });
      queue.start(log);
      queues.push(queue);
      return queue;
    },
    async whileClosed(work) {
      await closeAll();
      await work(dataDir);
      stores = await openStores({ databaseUrl: '', dataDir, clock });
    },
    async stop() {
      await closeAll();
      await rm(dataDir, { recursive: true });
    },
  };
}
