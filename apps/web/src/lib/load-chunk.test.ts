import { TestClock } from '@sheetwire/client/test-clock';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { loadChunk } from './load-chunk.ts';

const minute = 60_000;
const lost = () => new TypeError('Failed to fetch dynamically imported module');

/** A page whose server a test takes away and brings back. */
function build(answer: (nth: number) => Promise<string>) {
  const clock = new TestClock();
  const page = { isThere: true, loads: 0, looks: 0, restored: 0 };
  const loading = loadChunk(() => answer(++page.loads), {
    clock,
    chance: () => 1,
    async isServerThere() {
      page.looks++;
      return page.isThere;
    },
    async restoreStyles() {
      page.restored++;
    },
  });
  const outcome = loading.then(
    (value) => value,
    (error: Error) => `${error.name}: ${error.message}`,
  );
  return { clock, page, loading, outcome };
}

test('a part of the script that does not come within 120 s is a ChunkLoadError', async () => {
  const { clock, loading } = build(() => new Promise<never>(() => undefined));
  const failure = expect(loading).rejects.toMatchObject({ name: 'ChunkLoadError' });
  await clock.advance(limits.chunkLoad);
  await failure;
});

test('a part that comes is asked for once', async () => {
  const { clock, page, outcome } = build(async () => 'here');
  expect(await outcome).toBe('here');
  await clock.advance(limits.chunkLoad);
  expect([page.loads, page.looks]).toEqual([1, 0]);
});

test('a part that fails while the server is away is asked for again once it is back', async () => {
  const { clock, page, outcome } = build((nth) => (nth === 1 ? Promise.reject(lost()) : Promise.resolve('here')));
  page.isThere = false;
  await clock.advance(minute);
  expect(page.loads).toBe(1);
  expect(page.looks).toBeGreaterThan(10);
  expect(page.looks).toBeLessThan(20);
  page.isThere = true;
  await clock.advance(limits.chunkRetry.most);
  expect([await outcome, page.loads]).toEqual(['here', 2]);
});

test('a part of a server that stays away is given up after 120 s, and no more is asked', async () => {
  const { clock, page, outcome } = build(() => Promise.reject(lost()));
  page.isThere = false;
  await clock.advance(limits.chunkLoad);
  expect(await outcome).toContain('ChunkLoadError: Part of this page took too long to load.');
  const { looks } = page;
  await clock.advance(10 * minute);
  expect(page.looks - looks).toBeLessThanOrEqual(1);
});

test('a part that a server which answers does not have is told as lost within seconds', async () => {
  const { clock, page, outcome } = build(() => Promise.reject(lost()));
  await clock.advance(2 * limits.chunkRetry.first);
  expect(await outcome).toContain('ChunkLoadError: Part of this page could not be loaded. Check your connection');
  expect(page.loads).toBe(1 + limits.chunkRefusals);
});

test('styles that failed are loaded before their part is asked for again', async () => {
  const failed = new Error('Unable to preload CSS for https://portal.example/assets/compare.css');
  const { clock, page, outcome } = build((nth) => (nth === 1 ? Promise.reject(failed) : Promise.resolve('here')));
  await clock.advance(limits.chunkRetry.first);
  expect([await outcome, page.restored]).toEqual(['here', 1]);
});

test('a fault of a script that came is told at once', async () => {
  const { page, outcome } = build(() => Promise.reject(new SyntaxError('Unexpected token')));
  expect(await outcome).toContain('ChunkLoadError');
  expect(page.loads).toBe(1);
});
