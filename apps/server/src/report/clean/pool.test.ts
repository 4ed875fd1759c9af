import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, test, vi } from 'vitest';
import { cleanPage } from './clean-page.ts';
import { type CleanPool, createCleanPool } from './pool.ts';
import type { CleanPoolOptions } from './pool-options.ts';
import { CleanRefusal } from './refusal.ts';

const pools: CleanPool[] = [];
function poolWith(options: Partial<CleanPoolOptions>): CleanPool {
  const pool = createCleanPool({ size: 1, inline: 0, ...options });
  pools.push(pool);
  return pool;
}
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});
const codeOf = (error: unknown) => (error instanceof CleanRefusal ? error.code : error);

test('a page cleaned on a thread is the page cleaned in place', async () => {
  const html = '<table><tr><td data-cell=A1 onclick=x()>1<td><input type=checkbox data-control=Ok></table>';
  expect(await poolWith({}).cleanPage(html)).toEqual(cleanPage(html));
});

test('a refusal on a thread keeps its code and the thread goes on', async () => {
  const pool = poolWith({});
  const deep = pool.cleanPage('<div>'.repeat(300)).catch(codeOf);
  const next = pool.cleanPage('<p>fine');
  expect(await deep).toBe('page_too_deep');
  expect((await next).html).toBe('<p>fine</p>');
});

test('a page that takes too long is refused and the next one is cleaned by a new thread', async () => {
  const pool = poolWith({ time: 1 });
  expect(await pool.cleanPage('<i>x</i>'.repeat(200_000)).catch(codeOf)).toBe('too_large');
});

test('a page takes its thread only as long as the thread itself works: a busy machine makes none too long', async () => {
  const text = `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ html }) => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3000);
      parentPort.postMessage({ outcome: 'done', result: { html, controls: [], cellCount: 0 } });
    });`;
  const pool = poolWith({ time: 1500, script: new URL(`data:text/javascript,${encodeURIComponent(text)}`) });
  expect((await pool.cleanPage('waits')).html).toBe('waits');
});

test('a thread that runs out of memory refuses its page and is replaced', async () => {
  const pool = poolWith({ memory: 16 });
  expect(await pool.cleanPage('<i a=1>x</i>'.repeat(400_000)).catch(codeOf)).toBe('too_large');
  expect((await pool.cleanPage('<p>fine')).html).toBe('<p>fine</p>');
});

test('a thread that asks for one piece beyond its memory refuses its page, and the process goes on', async () => {
  const text = `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ html }) => {
      const lists = [];
      while (html === 'much') lists.push(new Array(30_000_000).fill(lists.length));
      parentPort.postMessage({ outcome: 'done', result: { html, controls: [], cellCount: 0 } });
    });`;
  const pool = poolWith({ memory: 128, script: new URL(`data:text/javascript,${encodeURIComponent(text)}`) });
  expect(await pool.cleanPage('much').catch(codeOf)).toBe('too_large');
  expect((await pool.cleanPage('little')).html).toBe('little');
});

test('a full queue refuses', async () => {
  const pool = poolWith({ queue: 1 });
  const running = ['a', 'b'].map((text) => pool.cleanPage(`<p>${text}`));
  const waiting = pool.cleanPage('<p>c');
  expect(await pool.cleanPage('<p>d').catch(codeOf)).toBe('too_many');
  const cleaned = await Promise.all([...running, waiting]);
  expect(cleaned.map(({ html }) => html)).toEqual(['<p>a</p>', '<p>b</p>', '<p>c</p>']);
});

test('a closed pool ends what waits', async () => {
  const pool = poolWith({});
  const running = pool.cleanPage('<p>a').catch((error: Error) => error.message);
  await pool.close();
  expect(await running).toBe('the cleaner was closed');
  await expect(pool.cleanPage('<p>b')).rejects.toThrow('closed');
});

test('what a job takes along is copied for its thread in a turn of its own', async () => {
  const pool = poolWith({});
  const post = vi.spyOn(Worker.prototype, 'postMessage');
  const cleaned = pool.cleanPage('<p>a');
  await Promise.resolve();
  expect(post).not.toHaveBeenCalled();
  await nextTurn();
  expect(post).toHaveBeenCalledTimes(1);
  post.mockRestore();
  expect((await cleaned).html).toBe('<p>a</p>');
});

test('a pool that is closed before a job was handed over hands none over', async () => {
  const pool = poolWith({});
  const post = vi.spyOn(Worker.prototype, 'postMessage');
  const cleaned = pool.cleanPage('<p>a').catch((error: Error) => error.message);
  await pool.close();
  await nextTurn();
  expect([await cleaned, post.mock.calls]).toEqual(['the cleaner was closed', []]);
  post.mockRestore();
});

test('a long body is moved to its thread and comes back with what was read; a part of other memory is copied', async () => {
  const pool = poolWith({});
  const bounds = { bytes: 2 ** 26, pages: 9, cells: 1_000_000, metadataBytes: 1000 };
  const rows = '<tr><td data-cell=A1>text'.repeat(60_000);
  const text = JSON.stringify({ topic: 'ACME/RATES/DAILY', pages: [{ name: 'One', html: `<table>${rows}</table>` }] });
  const own = Buffer.from(text);
  const reading = pool.readReport(own, bounds);
  await nextTurn();
  await nextTurn();
  expect(own.length).toBe(0);
  expect((await reading).body.toString()).toBe(text);
  const part = Buffer.from(`${text} `).subarray(0, -1);
  expect((await pool.readReport(part, bounds)).body.toString()).toBe(text);
  expect(part.toString()).toBe(text);
});
