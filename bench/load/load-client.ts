import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Child, cores } from '../lib/child.ts';

/** What the load client saw since its last reset. */
export interface LoadReport {
  readonly connections: number;
  readonly gone: number;
  readonly messages: number;
  readonly bytes: number;
  readonly wall: number;
  readonly cpu: number;
  readonly p50us: number;
  readonly p95us: number;
  readonly p99us: number;
}

/** Stands at the start of every measured message, followed by the time it was sent. */
export const MARK = 'swmark:';

export interface LoadOptions {
  readonly port: number;
  /** One request a connection, lines without their ends. */
  readonly requests: readonly (readonly string[])[];
  /** Bytes in hex that each line sends once the server has given it an id. */
  readonly trailer?: string;
  /** Each stream says its id first, and the watches wait for it. */
  readonly hasHello: boolean;
  /** So many first connections take small buffers and packets as a network has them, so that they fill up soon. */
  readonly narrow?: number | undefined;
}

/** Many open streams in a C program of one thread; compiled at first use. */
export class LoadClient {
  readonly streamIds: readonly string[];
  readonly #child: Child;
  readonly #folder: string;

  private constructor(child: Child, folder: string, streamIds: readonly string[]) {
    this.#child = child;
    this.#folder = folder;
    this.streamIds = streamIds;
  }

  static async open({ port, requests, trailer = '', hasHello, narrow = 0 }: LoadOptions): Promise<LoadClient> {
    const folder = mkdtempSync(join(tmpdir(), 'sheetwire-load-'));
    const file = join(folder, 'requests');
    writeFileSync(file, requests.map((lines) => `${lines.join('\n')}\n.\n`).join(''));
    const args = ['127.0.0.1', String(port), String(requests.length), MARK, '0', file, trailer, String(narrow)];
    const child = new Child(cores.client, [program(), ...args]);
    await child.line(/^open$/);
    if (!hasHello) await new Promise((resolve) => setTimeout(resolve, SETTLE));
    const ids: string[] = Array.from({ length: hasHello ? requests.length : 0 });
    for (let n = 0; n < ids.length; n++) {
      const [, number, id = ''] = (await child.line(/^S /)).split(' ');
      ids[Number(number)] = id;
    }
    return new LoadClient(child, folder, ids);
  }

  /** Counts from zero; resolves once it does, since a message that comes before that would be forgotten. */
  async reset(): Promise<void> {
    this.#child.write('reset');
    await this.#child.line(/^reset$/);
  }

  /** Bytes of a message from its mark on. */
  size(bytes: number): void {
    this.#child.write(`size ${bytes - MARK.length}`);
  }

  /** Of a message that is sent now: the clock in microseconds. Streams in gzip do not show it, and none may come untold. */
  sent(at: number): void {
    this.#child.write(`sent ${at}`);
  }

  /** Stops reading the first connections for good. */
  stall(count: number): void {
    this.#child.write(`stall ${count}`);
  }

  /** Resolves once so many messages came since the reset; throws when they do not come in time. */
  async arrived(count: number): Promise<void> {
    this.#child.write(`expect ${count}`);
    await this.#child.line(/^done$/, ARRIVAL).catch(async (cause: unknown) => {
      const { messages, gone } = await this.report();
      const some = `${messages} of ${count} messages came within ${ARRIVAL / 1000} s`;
      throw new Error(`${some}, and ${gone} streams were closed`, { cause });
    });
  }

  async report(): Promise<LoadReport> {
    this.#child.write('report');
    return JSON.parse(await this.#child.line(/^\{/));
  }

  async close(): Promise<void> {
    await this.#child.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Where a server does not say that a viewer is in, it is given this long. */
const SETTLE = 1000;
const ARRIVAL = 30_000;

let compiled: string | undefined;

function program(): string {
  compiled ??= compile();
  return compiled;
}

function compile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sheetwire-sse-'));
  const file = join(folder, 'sse-load');
  execFileSync('gcc', ['-O2', '-o', file, join(import.meta.dirname, 'sse-load.c')]);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return file;
}
