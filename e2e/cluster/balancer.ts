import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { freePort } from '../../scripts/test/free-port.ts';

const LOOK = 150;
const PATIENCE = 1000;
const BAD_GATEWAY = 502;

interface Backend {
  readonly url: string;
  isReady: boolean;
}

/**
 * A load balancer as an operator has it (docs/operate/proxy.md): asks `/readyz`, gives each request to the next server that
 * is ready, and to another one where nobody took the connection. It never sends a request twice.
 */
export class Balancer {
  readonly url: string;
  readonly #server: Server;
  readonly #backends: readonly Backend[];
  readonly #timer: NodeJS.Timeout;
  #turn = 0;

  private constructor(urls: readonly string[], port: number) {
    this.url = `http://127.0.0.1:${port}`;
    this.#backends = urls.map((url) => ({ url, isReady: true }));
    this.#server = createServer((incoming, answer) => {
      this.#forward(incoming, answer).catch(() => answer.destroy());
    });
    this.#timer = setInterval(() => this.#lookAtAll(), LOOK);
  }

  static async open(urls: readonly string[]): Promise<Balancer> {
    const port = await freePort();
    const balancer = new Balancer(urls, port);
    await new Promise<void>((resolve) => balancer.#server.listen(port, '127.0.0.1', resolve));
    return balancer;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #lookAtAll(): void {
    for (const backend of this.#backends) {
      const { hostname, port } = new URL(backend.url);
      const look = request({ hostname, port, path: '/readyz', agent: false, timeout: PATIENCE }, (reply) => {
        backend.isReady = reply.statusCode === 200;
        reply.resume();
      });
      look.on('timeout', () => look.destroy(new Error('late')));
      look.on('error', () => {
        backend.isReady = false;
      });
      look.end();
    }
  }

  async #forward(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    for (const backend of this.#inTurn()) {
      if (await pass(backend, { incoming, body, answer })) return;
      backend.isReady = false;
    }
    answer.writeHead(BAD_GATEWAY).end();
  }

  /** Those that are ready, each as often first; without one, all. */
  #inTurn(): Backend[] {
    const ready = this.#backends.filter(({ isReady }) => isReady);
    const all = ready.length > 0 ? ready : [...this.#backends];
    const first = this.#turn++ % all.length;
    return [...all.slice(first), ...all.slice(0, first)];
  }
}

interface Passing {
  readonly incoming: IncomingMessage;
  readonly body: Buffer;
  readonly answer: ServerResponse;
}

/** False when nobody took the connection. */
function pass({ url }: Backend, { incoming, body, answer }: Passing): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const { method, headers, url: path } = incoming;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const onward = request({ hostname, port, path, method, headers, agent: false }, (reply) => {
    answer.writeHead(reply.statusCode ?? BAD_GATEWAY, withoutConnection(reply.headers));
    answer.flushHeaders();
    pipeline(reply, answer, () => undefined);
    resolve(true);
  });
  onward.on('error', (error) => {
    const isUntaken = 'code' in error && error.code === 'ECONNREFUSED';
    if (!isUntaken) answer.destroy();
    resolve(!isUntaken);
  });
  answer.on('close', () => onward.destroy());
  onward.end(body);
  return promise;
}

/** What one server says of its connection means nothing for the other line. */
function withoutConnection({ connection, ...headers }: IncomingMessage['headers']) {
  return headers;
}
