import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes of a second request that a client may send ahead on a stream's line before it is cut off. */
const MAX_AHEAD = 4096;

/**
 * Takes the socket of a request away from the HTTP server, so that an idle viewer costs a socket and not a request, a
 * response and a parser (quality, memory of an idle viewer). `onGone` is called once when the line ends.
 */
export function takeSocket(request: IncomingMessage, response: ServerResponse, onGone: () => void): Socket {
  const { socket } = request;
  response.detachSocket(socket);
  for (const event of ['data', 'end', 'drain', 'timeout', 'error', 'close', 'pause', 'resume'] as const) {
    socket.removeAllListeners(event);
  }
  let ahead = 0;
  socket.setTimeout(0);
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('end', () => socket.destroy());
  socket.once('close', onGone);
  socket.on('data', (bytes: Buffer) => {
    ahead += bytes.length;
    if (ahead > MAX_AHEAD) socket.destroy();
  });
  // The parser may still be at work on this very request.
  setImmediate(letGoOfServer, socket);
  return socket;
}

/** The server wraps these on each of its sockets. */
const WRAPPED = ['on', 'addListener', 'prependListener', 'setEncoding'] as const;

/**
 * Ends the line's parser as Node does for an upgrade, with all that hangs on it: request, headers, bound listeners.
 * Node has no call for this; where its internals differ, a line costs more memory and works the same.
 */
function letGoOfServer(socket: Socket): void {
  const plain = Reflect.getPrototypeOf(socket);
  // Set, not deleted: an object that lost properties is kept as a table, which takes more than it gives.
  for (const name of WRAPPED)
    if (plain && Object.hasOwn(socket, name)) Reflect.set(socket, name, Reflect.get(plain, name));
  const parser: unknown = Reflect.get(socket, 'parser');
  if (typeof parser !== 'object' || parser === null) return;
  Reflect.set(socket, 'parser', null);
  for (const name of ['remove', 'close'] as const) {
    const method: unknown = Reflect.get(parser, name);
    if (typeof method === 'function') method.call(parser);
  }
  for (const key of Reflect.ownKeys(parser)) Reflect.set(parser, key, null);
}
