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
  for (const event of ['data', 'end', 'drain', 'timeout', 'error', 'close'] as const) socket.removeAllListeners(event);
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
  return socket;
}
