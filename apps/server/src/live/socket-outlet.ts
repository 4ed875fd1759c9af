import type { Socket } from 'node:net';
import { limits } from '@sheetwire/contract/limits';
import type { Outlet } from './live-stream.ts';

/** A stream's bytes on its own socket: nothing of HTTP stays between a version's buffer and the wire. */
export class SocketOutlet implements Outlet {
  readonly #socket: Socket;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  get waiting(): number {
    return this.#socket.writableLength;
  }

  write(bytes: Buffer): void {
    if (!this.#socket.destroyed) this.#socket.write(bytes);
  }

  onceDrained(listener: () => void): void {
    this.#socket.once('drain', listener);
  }

  close(): void {
    const cut = setTimeout(() => this.#socket.destroy(), limits.streamEnd);
    cut.unref();
    this.#socket.once('close', () => clearTimeout(cut));
    this.#socket.destroySoon();
  }

  destroy(): void {
    this.#socket.destroy();
  }
}
