import type { Socket } from 'node:net';
import { type DirectHandle, directHandle, isUnsent, sendBySocket } from './direct-line.ts';
import type { Frame } from './frames.ts';
import type { Outlet } from './live-stream.ts';

/** A stream's bytes on its own socket: nothing of HTTP stays between a version's buffer and the wire. */
export class SocketOutlet implements Outlet {
  readonly #socket: Socket;
  readonly #isGzip: boolean;
  #handle: DirectHandle | undefined;
  /** Bytes that the handle has taken and not sent. */
  #unsent = 0;
  #drained: (() => void)[] | undefined;

  constructor(socket: Socket, isGzip = false) {
    this.#socket = socket;
    this.#isGzip = isGzip;
  }

  get waiting(): number {
    return this.#handle === undefined ? this.#socket.writableLength : this.#unsent;
  }

  write(frame: Frame): void {
    const bytes = this.#isGzip ? frame.gzip : frame.plain;
    if (this.#handle !== undefined) this.#send(this.#handle, bytes);
    else if (!this.#socket.destroyed) this.#sendBySocket(bytes);
  }

  onceDrained(listener: () => void): void {
    if (this.#unsent === 0) this.#socket.once('drain', listener);
    else this.#drained = [...(this.#drained ?? []), listener];
  }

  close(within: number): void {
    const cut = setTimeout(() => this.#socket.destroy(), within);
    cut.unref();
    this.#socket.once('close', () => clearTimeout(cut));
    if (this.#unsent === 0) this.#socket.destroySoon();
    else this.onceDrained(() => this.#socket.destroySoon());
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Once nothing waits in the socket its handle takes what follows. */
  #sendBySocket(bytes: Buffer): void {
    sendBySocket(this.#socket, bytes);
    if (this.#socket.writableLength === 0) this.#handle = directHandle(this.#socket);
  }

  #send(handle: DirectHandle, bytes: Buffer): void {
    const sent = handle.writeBuffer(null, bytes);
    if (sent === 0) return;
    if (!isUnsent(sent)) {
      // A fault, or nothing at all of a line that is closed.
      this.#socket.destroy();
      return;
    }
    this.#unsent += bytes.length;
    const done = (status: number) => {
      this.#unsent -= bytes.length;
      if (status < 0) this.#socket.destroy();
      else if (this.#unsent === 0) this.#tellDrained();
    };
    sent.buffer = bytes;
    if (sent.writeStatus === null) sent.oncomplete = done;
    else done(sent.writeStatus);
  }

  #tellDrained(): void {
    const listeners = this.#drained ?? [];
    this.#drained = undefined;
    for (const listener of listeners) listener();
  }
}
