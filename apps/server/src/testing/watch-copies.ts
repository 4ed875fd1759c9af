import { Worker } from 'node:worker_threads';
import { vi } from 'vitest';

/**
 * Watches how many bytes are copied at once on this thread, each time a turn of the event loop: what is made of whole bytes,
 * digested (which copies them first), or sent to a thread without moving there. Ends with `vi.restoreAllMocks`.
 */
export function watchCopies(): { readonly longest: number } {
  const seen = { longest: 0 };
  const copied = (bytes: number) => {
    seen.longest = Math.max(seen.longest, bytes);
  };
  const { from } = Uint8Array;
  vi.spyOn(Uint8Array, 'from').mockImplementation((...given: unknown[]) => {
    const made: Uint8Array<ArrayBuffer> = Reflect.apply(from, Uint8Array, given);
    copied(made.length);
    return made;
  });
  const { digest } = crypto.subtle;
  vi.spyOn(crypto.subtle, 'digest').mockImplementation((algorithm, data) => {
    copied(data.byteLength);
    return digest.call(crypto.subtle, algorithm, data);
  });
  const { postMessage } = Worker.prototype;
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, message: unknown, moved = []) {
    copied(bytesOf(message, new Set<unknown>(Array.isArray(moved) ? moved : [])));
    postMessage.call(this, message, moved);
  });
  return seen;
}

/** Bytes in a message that do not move with it. */
function bytesOf(value: unknown, moved: ReadonlySet<unknown>): number {
  if (value instanceof Uint8Array) return moved.has(value.buffer) ? 0 : value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, one) => sum + bytesOf(one, moved), 0);
}
