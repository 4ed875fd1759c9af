import { limits } from '@sheetwire/contract/limits';
import { afterEach, expect, test, vi } from 'vitest';
import { Refusal } from '#lib/refusal.ts';
import { StoreFault } from '#ports/store-fault.ts';
import { refusalOf } from '#report/store-fault.ts';
import { makeCleaner } from '../make-cleaner.ts';
import { type CleanPool, createCleanPool } from './pool.ts';
import type { CleanPoolOptions } from './pool-options.ts';
import { CleanRefusal } from './refusal.ts';

/** A thread that starts each body, waits for its gate, and is done with it. */
const gated = scriptOf(`({ body }) => {
  if (body) {
    const gate = new Int32Array(body.buffer);
    Atomics.store(gate, 1, 1);
    Atomics.wait(gate, 0, 0);
  }
  parentPort.postMessage({ outcome: 'done', result: { baseVersion: 1, cellCount: 1 } });
}`);

function scriptOf(listener: string): URL {
  const text = `import { parentPort } from 'node:worker_threads'; parentPort.on('message', ${listener});`;
  return new URL(`data:text/javascript,${encodeURIComponent(text)}`);
}

/** A long body whose job waits until it is opened. */
class Gate {
  readonly #words = new Int32Array(new SharedArrayBuffer(2 * limits.clean.quick));
  readonly body = new Uint8Array(this.#words.buffer);

  get hasStarted(): boolean {
    return this.#words[1] === 1;
  }

  open(): this {
    Atomics.store(this.#words, 0, 1);
    Atomics.notify(this.#words, 0);
    return this;
  }
}

const pools: CleanPool[] = [];
function poolWith(options: Partial<CleanPoolOptions>): CleanPool {
  const pool = createCleanPool({ size: 1, inline: 0, script: gated, ...options });
  pools.push(pool);
  return pool;
}
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});
const codeOf = (error: unknown) => (error instanceof CleanRefusal ? error.code : error);

test('viewers are served first and publishers in turn, however much one of them sent', async () => {
  const pool = poolWith({});
  const first = new Gate();
  const served: string[] = [];
  const cells = (name: string, gate = new Gate().open()) =>
    pool.readCells(gate.body, name.slice(0, 3)).then(() => served.push(name));
  const all = [cells('ann 1', first), cells('ann 2'), cells('ann 3'), cells('bob 1')];
  await pool.cleanPage('<p>').then(() => served.push('viewer'));
  first.open();
  await Promise.all(all);
  expect(served).toEqual(['viewer', 'ann 1', 'ann 2', 'bob 1', 'ann 3']);
});

test('one publisher leaves a thread for who comes next, and has half of them while others wait', async () => {
  const pool = poolWith({ size: 4 });
  const [ann, bob] = [Array.from({ length: 4 }, () => new Gate()), Array.from({ length: 2 }, () => new Gate())];
  const all = [
    ...ann.map(({ body }) => pool.readCells(body, 'ann')),
    ...bob.map(({ body }) => pool.readCells(body, 'bob')),
  ];
  const started = () => [ann, bob].map((gates) => gates.filter(({ hasStarted }) => hasStarted).length);
  await vi.waitFor(() => expect(started()).toEqual([3, 1]), 20_000);
  ann[0]?.open();
  await vi.waitFor(() => expect(started()).toEqual([3, 2]), 20_000);
  for (const gate of [...ann, ...bob]) gate.open();
  await Promise.all(all);
});

test('while several publishers hold all threads, viewers and short publishes have one of their own', async () => {
  const pool = poolWith({ size: 2, wait: 60_000 });
  const long = [new Gate(), new Gate(), new Gate()];
  const all = ['ann', 'bob', 'cid'].map((owner, n) => pool.readCells(long[n]?.body ?? new Uint8Array(), owner));
  await vi.waitFor(() => expect(long.filter(({ hasStarted }) => hasStarted)).toHaveLength(2), 20_000);
  /** A body that no job waits for, with a text in it. */
  const open = (text: string) => {
    const body = new Uint8Array(new SharedArrayBuffer(1000));
    body[0] = 1;
    body.set(Buffer.from(text), 8);
    return body;
  };
  expect(await pool.cleanPage('<p>')).toMatchObject({ cellCount: 1 });
  expect(await pool.readCells(open(''), 'dan')).toMatchObject({ cellCount: 1 });
  const bounds = { bytes: 1, pages: 1, cells: 1, metadataBytes: 1 };
  const report = (text: string) => pool.readReport(open(text), bounds, 'dan').catch((error: Error) => error.message);
  expect(await report('{"pages":[]}')).toBe('a cleaning thread sent an unexpected answer');
  // What may be packed is not short, however it is spelled.
  const later = [report('"H4sI"'), report('"\\u0048"')];
  await pool.cleanPage('<p>');
  expect(await Promise.race([...later, Promise.resolve('waits')])).toBe('waits');
  expect(long[2]?.hasStarted).toBe(false);
  for (const gate of long) gate.open();
  await Promise.all([...all, ...later]);
});

test('a full queue has room for another publisher: the last of the longest lane is refused', async () => {
  const pool = poolWith({ queue: 2 });
  const first = new Gate();
  const cells = (owner: string, gate = new Gate().open()) => pool.readCells(gate.body, owner).then(() => 'ok', codeOf);
  const all = [cells('ann', first), cells('ann'), cells('ann'), cells('bob'), cells('cid')];
  first.open();
  expect(await Promise.all(all)).toEqual(['ok', 'ok', 'too_many', 'ok', 'too_many']);
});

test('a job that waited too long is refused with Retry-After, and what runs goes on', async () => {
  const pool = poolWith({ wait: 20 });
  const cleaner = makeCleaner(pool);
  const gate = new Gate();
  const running = cleaner.readCells(gate.body, 'ann');
  await vi.waitFor(() => expect(gate.hasStarted).toBe(true), 20_000);
  const late = await cleaner.readCells(new Gate().open().body, 'bob').catch((error: unknown) => error);
  expect(late).toMatchObject({ code: 'too_many', details: { retryAfter: 5 } });
  gate.open();
  expect(await running).toMatchObject({ baseVersion: 1 });
});

test('a thread that is given up has ended before another one takes its place', async () => {
  let [alive, most] = [0, 0];
  const count = (worker: { once(event: 'exit', listener: () => void): unknown }) => {
    most = Math.max(most, ++alive);
    worker.once('exit', () => alive--);
  };
  process.on('worker', count);
  const pool = poolWith({ time: 50, script: scriptOf('() => { for (;;); }') });
  const stuck = pool.readCells(new Gate().body, 'ann').catch(codeOf);
  const next = pool.readCells(new Gate().body, 'bob').catch(codeOf);
  expect([await stuck, await next]).toEqual(['too_large', 'too_large']);
  process.off('worker', count);
  expect(most).toBe(1);
});

test('a job that cannot be sent fails alone, and its thread takes the next one', async () => {
  const pool = poolWith({});
  const body = new Uint8Array(8);
  structuredClone(body.buffer, { transfer: [body.buffer] });
  await expect(pool.readCells(body, 'ann')).rejects.toThrow();
  expect(await pool.cleanPage('<p>')).toMatchObject({ cellCount: 1 });
});

test.each([
  ['ends', '() => process.exit(1)'],
  ['throws', "() => { throw new TypeError('a bug'); }"],
  ['fails', "() => parentPort.postMessage({ outcome: 'failed', message: 'a bug' })"],
])('a thread that %s is a fault of the server, never one of the store', async (_, listener) => {
  const cleaner = makeCleaner(poolWith({ script: scriptOf(listener) }));
  const fault = refusalOf(await cleaner.readCells(new Gate().open().body, 'ann').catch((error: unknown) => error));
  expect(fault).toBeInstanceOf(Error);
  expect(fault).not.toBeInstanceOf(Refusal);
  expect(fault).not.toBeInstanceOf(StoreFault);
});
