import type { LiveEventName, LiveEvents } from '@sheetwire/contract/live';
import { stream, watch } from '@sheetwire/contract/live';
import { freePort } from '../../../../scripts/test/free-port.ts';
import type { TestApp } from './test-app.ts';

/** An event as it came. */
export interface Received {
  readonly name: LiveEventName;
  readonly data: Record<string, unknown>;
}

/** A reader of the live stream over a real port. */
export class StreamClient {
  readonly events: Received[] = [];
  /** Comments that came so far. */
  comments = 0;
  readonly #base: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #abort = new AbortController();
  #waiting: (() => void)[] = [];
  isOver = false;

  private constructor(base: string, headers: Readonly<Record<string, string>>) {
    this.#base = base;
    this.#headers = headers;
  }

  /** Opens a stream and waits for its hello. */
  static async open(base: string, headers: Readonly<Record<string, string>>): Promise<StreamClient> {
    const client = new StreamClient(base, headers);
    const answer = await fetch(`${base}${stream.path}`, { headers, signal: client.#abort.signal });
    if (!answer.ok || !answer.body) throw new Error(`the stream answers ${answer.status}`);
    client.#read(answer.body).catch(() => client.#end());
    await client.next('hello');
    return client;
  }

  /** The first event of this name, present or to come; it is taken out of the list. */
  async next<Name extends LiveEventName>(name: Name): Promise<LiveEvents[Name]> {
    for (;;) {
      const at = this.events.findIndex((event) => event.name === name);
      const [event] = at < 0 ? [] : this.events.splice(at, 1);
      if (event) {
        if (name === 'hello') this.#id = String(event.data.streamId);
        return event.data as unknown as LiveEvents[Name];
      }
      if (this.isOver) throw new Error(`the stream ended before ${name}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  async watch(topics: readonly { topic: string; version: number; viewSecret?: string }[]): Promise<number> {
    const answer = await fetch(`${this.#base}${watch.path}`, {
      method: 'POST',
      headers: { ...this.#headers, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ streamId: this.#id, topics }),
    });
    return answer.status;
  }

  /** Resolves when the server ended the stream. */
  async ended(): Promise<void> {
    while (!this.isOver) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  close(): void {
    this.#abort.abort();
  }

  #id = '';

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    let text = '';
    const decoder = new TextDecoder();
    for await (const bytes of body) {
      text += decoder.decode(bytes, { stream: true });
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        this.#take(text.slice(0, end));
        text = text.slice(end + 2);
      }
    }
    this.#end();
  }

  #take(block: string): void {
    const found = /^event: (\w+)\ndata: (.*)$/.exec(block);
    if (block.startsWith(':')) this.comments++;
    if (found) this.events.push({ name: found[1] as LiveEventName, data: JSON.parse(found[2] ?? '{}') });
    this.#wake();
  }

  #end(): void {
    this.isOver = true;
    this.#wake();
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

/** Opens a free port on loopback for the app; answers its address. */
export async function listen({ app }: TestApp): Promise<string> {
  return app.fastify.listen({ host: '127.0.0.1', port: await freePort() });
}
