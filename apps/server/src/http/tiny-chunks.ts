import type { IncomingMessage } from 'node:http';
import { limits } from '@sheetwire/contract/limits';

const { from, least } = limits.work.chunks;

/**
 * Cuts off who sends a body nearly byte by byte: one read of a line brings ten thousand chunks of it, and as Node counts
 * their bytes alone, sixty thousand objects wait on each line before it reads no more.
 */
export function cutTinyChunks(request: IncomingMessage): void {
  if (request.headers['transfer-encoding'] === undefined) return;
  const push = request.push.bind(request);
  let [count, size] = [0, 0];
  request.push = (chunk: unknown, encoding) => {
    if (request.destroyed) return false;
    if (!Buffer.isBuffer(chunk)) return push(chunk, encoding);
    size += chunk.length;
    if (++count <= from || size >= count * least) return push(chunk, encoding);
    request.destroy();
    return false;
  };
}
