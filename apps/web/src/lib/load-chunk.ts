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
      reject(
        new ChunkLoadError('A part of this page did not arrive in time. Check the connection, then load it again.'),
      );
    });
    const fail = (cause: unknown) =>
      reject(
        new ChunkLoadError('A part of this page could not be loaded. Check the connection, then load it again.', {
          cause,
        }),
      );
    load().then(resolve, fail).finally(cancel);
  });
}
