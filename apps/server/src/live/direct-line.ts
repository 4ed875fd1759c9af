import type { Socket } from 'node:net';

/** The part of a socket's handle that takes bytes: 0 when all are sent, a fault below 0, or what waits to be sent. */
export interface DirectHandle {
  writeBuffer(request: null, bytes: Buffer): unknown;
}

/** What Node gives back of bytes that are still on their way; they must be held until it calls back. */
export interface Unsent {
  oncomplete: (status: number) => void;
  buffer: Buffer;
  /** Of bytes that were done with before anybody could be told. */
  readonly writeStatus: number | null;
}

/** Undefined until a write of Node's own has shown how it speaks to its handles. */
let isKnown: boolean | undefined;

/**
 * The handle of a socket, where Node itself writes to it in the way that `DirectHandle` says. What a socket does for
 * each write beside it takes a tenth of a short delivery. Where Node's internals differ, or for a line that is not plain
 * TCP, there is none and everything goes through the socket.
 */
export function directHandle(socket: Socket): DirectHandle | undefined {
  if (isKnown === false) return undefined;
  const handle = plainHandle(socket);
  return isKnown === true || handle === undefined ? handle : undefined;
}

/** Sends bytes through the socket; the first time it looks at what Node hands on. */
export function sendBySocket(socket: Socket, bytes: Buffer): void {
  const handle = isKnown === undefined ? plainHandle(socket) : undefined;
  if (handle === undefined) {
    socket.write(bytes);
    return;
  }
  const { writeBuffer } = handle;
  // Put back, not deleted: one handle that lost a property is kept as a table, and all handles are then looked up slowly.
  handle.writeBuffer = (request, given) => {
    handle.writeBuffer = writeBuffer;
    const sent = writeBuffer.call(handle, request, given);
    isKnown = request === null && given === bytes && isAnswer(sent);
    return sent;
  };
  socket.write(bytes);
  handle.writeBuffer = writeBuffer;
}

function isAnswer(sent: unknown): boolean {
  return typeof sent === 'number' || isUnsent(sent);
}

/** True for what Node gives back when not all bytes were taken at once. */
export function isUnsent(sent: unknown): sent is Unsent {
  return typeof sent === 'object' && sent !== null && 'oncomplete' in sent && 'writeStatus' in sent;
}

const PLAIN = ['TCP', 'Pipe'];

function plainHandle(socket: Socket): DirectHandle | undefined {
  const handle: unknown = Reflect.get(socket, '_handle');
  return isDirect(handle) ? handle : undefined;
}

function isDirect(handle: unknown): handle is DirectHandle {
  if (typeof handle !== 'object' || handle === null || !PLAIN.includes(handle.constructor.name)) return false;
  return typeof Reflect.get(handle, 'writeBuffer') === 'function';
}
