import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '../../scripts/test/free-port.ts';

/**
 * What the bytes of a line meet: nothing; a wire that takes them and says no word; one that breaks what is open and takes
 * nothing new; or one on which everything arrives so many ms late.
 */
export type TcpMode = 'open' | 'silent' | 'dead' | { readonly late: number };

/** One direction of a connection: bytes keep their order, and those that were held go on once the line is mended. */
class Flow {
  readonly #to: Socket;
  readonly #mode: () => TcpMode;
  readonly #held: { readonly bytes: Buffer; readonly at: number }[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(from: Socket, to: Socket, mode: () => TcpMode) {
    this.#to = to;
    this.#mode = mode;
    from.on('data', (bytes: Buffer) => {
      this.#held.push({ bytes, at: Date.now() });
      this.flush();
    });
    from.on('close', () => {
      clearTimeout(this.#timer);
      to.destroy();
    });
    from.on('error', () => from.destroy());
  }

  flush(): void {
    clearTimeout(this.#timer);
    const mode = this.#mode();
    if (mode === 'silent') return;
    const late = typeof mode === 'object' ? mode.late : 0;
    for (let next = this.#held[0]; next; next = this.#held[0]) {
      const left = next.at + late - Date.now();
      if (left > 0) {
        this.#timer = setTimeout(() => this.flush(), left);
        return;
      }
      this.#held.shift();
      if (!this.#to.destroyed) this.#to.write(next.bytes);
    }
  }
}

/** A wire on loopback between browser and portal that knows nothing of HTTP; a test breaks and mends it. */
export class TcpLine {
  readonly url: string;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #flows = new Set<Flow>();
  #mode: TcpMode = 'open';
  #target: URL;

  private constructor(target: string, port: number) {
    this.#target = new URL(target);
    this.url = `http://127.0.0.1:${port}`;
    this.#server = createServer((socket) => {
      this.#join(socket, connect(Number(this.#target.port), this.#target.hostname));
    });
  }

  static async open(target: string): Promise<TcpLine> {
    const port = await freePort();
    const line = new TcpLine(target, port);
    await new Promise<void>((resolve) => line.#server.listen(port, '127.0.0.1', resolve));
    return line;
  }

  become(mode: TcpMode): void {
    this.#mode = mode;
    if (mode === 'dead') for (const socket of this.#sockets) socket.destroy();
    for (const flow of this.#flows) flow.flush();
  }

  /** From now on it leads there; what is open breaks. */
  lead(target: string): void {
    this.#target = new URL(target);
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.become('dead');
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(near: Socket, far: Socket): void {
    const ends = [near, far];
    if (this.#mode === 'dead') for (const socket of ends) socket.destroy();
    const mode = () => this.#mode;
    const flows = [new Flow(near, far, mode), new Flow(far, near, mode)];
    for (const flow of flows) this.#flows.add(flow);
    for (const socket of ends) this.#sockets.add(socket);
    near.on('close', () => {
      for (const flow of flows) this.#flows.delete(flow);
      for (const socket of ends) this.#sockets.delete(socket);
    });
  }
}
