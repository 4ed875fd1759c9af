import { TestClock } from '@sheetwire/client/test-clock';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { loadChunk } from './load-chunk.ts';

const never = () => new Promise<never>(() => undefined);

test('a part of the script that does not come within 120 s is a ChunkLoadError', async () => {
  const clock = new TestClock();
  const loading = loadChunk(never, clock);
  const failure = expect(loading).rejects.toMatchObject({ name: 'ChunkLoadError' });
  await clock.advance(limits.chunkLoad);
  await failure;
});

test('a part that comes, or is refused, ends the wait', async () => {
  const clock = new TestClock();
  await expect(loadChunk(async () => 'here', clock)).resolves.toBe('here');
  const refused = loadChunk(() => Promise.reject(new TypeError('no such file')), clock);
  await expect(refused).rejects.toThrow('Part of this page could not be loaded. Check your connection');
  await clock.advance(limits.chunkLoad);
});
