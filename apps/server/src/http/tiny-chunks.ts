import type { IncomingMessage } from 'node:http';
import { limits } from '@sheetwire/contract/limits';

const { from, least } = limits.work.chunks;

/** Chunks that are shorter are handed on together, so many bytes at a time. */
const SMALL = 256;
const ROOM = 4096;

/**
 * Cuts off who sends a body nearly byte by byte: one read of a line brings ten thousand chunks of it, and as Node counts
 * their bytes alone, sixty thousand objects wait on each line before it reads no more. Short chunks of one turn of the event
 * loop are handed on together: what a stream does for each is most of their work.
 */
export function cutTinyChunks(request: IncomingMessage): void {
  if (request.headers['transfer-encoding'] === undefined) return;
  const push = request.push.bind(request);
  let [count, size, used] = [0, 0, 0];
  let room: Buffer | undefined;
  const handOn = () => {
    const held = room?.subarray(0, used);
    [room, used] = [undefined, 0];
    if (held && !request.destroyed) push(held);
  };
  const hold = (chunk: Buffer) => {
    if (room && used + chunk.length > ROOM) handOn();
    if (!room) {
      room = Buffer.allocUnsafeSlow(ROOM);
      setImmediate(handOn);
    }
    used += chunk.copy(room, used);
    return true;
  };
  request.push = (chunk: unknown, encoding) => {
    if (request.destroyed) return false;
    if (Buffer.isBuffer(chunk)) {
      size += chunk.length;
      if (++count > from && size < count * least) return cut(request);
      if (chunk.length < SMALL) return hold(chunk);
    }
    handOn();
    return push(chunk, encoding);
  };
}

/**
 * Of the rest of what was read nothing is made: it may be ten thousand chunks more. Node has no call for this; where its
 * internals differ each of them is thrown away here.
 */
function cut(request: IncomingMessage): false {
  const { socket } = request;
  const parser: unknown = Reflect.get(socket, 'parser');
  request.destroy();
  if (typeof parser !== 'object' || parser === null) return false;
  const key: unknown = Reflect.get(parser.constructor, 'kOnBody');
  if (typeof key !== 'number') return false;
  const onBody: unknown = Reflect.get(parser, key);
  Reflect.set(parser, key, undefined);
  // Node gives a parser to one line after another.
  socket.once('close', () => Reflect.set(parser, key, onBody));
  return false;
}
