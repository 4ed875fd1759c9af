import { limits } from '@sheetwire/contract/limits';
import { type Clock, pageClock } from './clock.ts';

/** A part of the portal's script that did not come. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

/** Loads a part of the script; what has not come within 120 s is given up (spec 8, spec 9). */
export function loadChunk<T>(load: () => Promise<T>, clock: Clock = pageClock): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(limits.chunkLoad, () => {
      reject(new ChunkLoadError('Part of this page took too long to load. Check your connection and reload.'));
    });
    const fail = (cause: unknown) =>
      reject(
        new ChunkLoadError('Part of this page could not be loaded. Check your connection and reload.', {
          cause,
        }),
      );
    load().then(resolve, fail).finally(cancel);
  });
}
