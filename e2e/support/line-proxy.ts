import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { stream, watch } from '@sheetwire/contract/live';
import { report } from '@sheetwire/contract/reports';
import { freePort } from '../../scripts/test/free-port.ts';

/** What is between browser and portal: nothing, a proxy that keeps streams to itself, one that refuses them, a dead line. */
export type LineMode = 'open' | 'buffering' | 'blocking' | 'dead';

/** A proxy on loopback through which a browser reaches the portal; a test breaks and mends it. */
export class LineProxy {
  readonly url: string;
  readonly #target: URL;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #streams = new Set<ServerResponse>();
  #fetches = 0;
  #watches = 0;
  #onWatch: (() => void)[] = [];
  #mode: LineMode = 'open';
  #streamCount = 0;
  #encoding: string | undefined;

  private constructor(target: string, port: number) {
    this.#target = new URL(target);
    this.url = `http://127.0.0.1:${port}`;
    this.#server = createServer((incoming, answer) => this.#forward(incoming, answer));
    this.#server.on('connection', (socket: Socket) => this.#connected(socket));
  }

  static async open(target: string): Promise<LineProxy> {
    const port = await freePort();
    const proxy = new LineProxy(target, port);
    await new Promise<void>((resolve) => proxy.#server.listen(port, '127.0.0.1', resolve));
    return proxy;
  }

  /** Streams that a browser holds open through this proxy now. */
  get openStreams(): number {
    return this.#streams.size;
  }

  /** Streams that were asked for so far. */
  get streamCount(): number {
    return this.#streamCount;
  }

  /** How the newest stream that began came: `gzip`, or undefined for plain. */
  get streamEncoding(): string | undefined {
    return this.#encoding;
  }

  /** Answers to `live/watch/` so far: after one a browser's stream is open. */
  get watches(): number {
    return this.#watches;
  }

  /** Resolves with the next answer to `live/watch/`. */
  nextWatch(): Promise<void> {
    return new Promise((resolve) => this.#onWatch.push(resolve));
  }

  /** How often the report was asked for, apart from checks of the session alone. */
  get fetches(): number {
    return this.#fetches;
  }

  /** From now on; a dead line also ends what is open. */
  become(mode: LineMode): void {
    this.#mode = mode;
    if (mode === 'dead') for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.become('dead');
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #connected(socket: Socket): void {
    if (this.#mode === 'dead') {
      socket.destroy();
      return;
    }
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  }

  #forward(incoming: IncomingMessage, answer: ServerResponse): void {
    const path = incoming.url?.split('?')[0] ?? '';
    const isStream = path === stream.path;
    if (isStream) this.#noteStream(answer);
    if (isStream && this.#mode === 'blocking') {
      answer.writeHead(403, { 'content-type': 'text/html' }).end('<h1>Blocked</h1>');
      return;
    }
    const { hostname, port } = this.#target;
    const { method, headers } = incoming;
    const onward = request({ hostname, port, path: incoming.url, method, headers }, (reply) => {
      const isKept = isStream && this.#mode === 'buffering';
      if (isKept) reply.resume();
      else reply.pipe(answer.writeHead(reply.statusCode ?? 502, reply.headers));
      if (!isKept && isStream) {
        this.#encoding = reply.headers['content-encoding'];
        answer.flushHeaders();
      }
    });
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    if (path === watch.path) answer.on('finish', () => this.#noteWatch());
    if (path === report.path) incoming.once('data', (body: Buffer) => this.#noteFetch(body.toString()));
    incoming.pipe(onward);
  }

  #noteFetch(body: string): void {
    if (body.includes('"returnReport":true')) this.#fetches++;
  }

  #noteWatch(): void {
    this.#watches++;
    for (const tell of this.#onWatch.splice(0)) tell();
  }

  #noteStream(answer: ServerResponse): void {
    this.#streamCount++;
    this.#streams.add(answer);
    answer.on('close', () => this.#streams.delete(answer));
  }
}
