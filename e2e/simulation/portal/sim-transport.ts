import { EventParser } from '@sheetwire/client/event-parser';
import type { LineReader, StreamEnd, StreamTransport } from '@sheetwire/client/stream-transport';
import { limits } from '@sheetwire/contract/limits';
import type { Frame } from '@sheetwire/server/live/frames';
import { LiveStream, type Outlet } from '@sheetwire/server/live/live-stream';
import type { World } from '../world/world.ts';
import type { Balancer, SimClient } from './exchange.ts';
import type { Running } from './server.ts';

const second = 1000;
const ID_BYTES = 18;

/** The stream of one browser, through the balancer to a server's hub. */
export function simTransport(world: World, balancer: Balancer, client: SimClient): StreamTransport {
  return { seesComments: true, open: (reader) => open(world, balancer, { client, reader }) };
}

interface Opening {
  readonly client: SimClient;
  readonly reader: LineReader;
}

function open(world: World, balancer: Balancer, { client, reader }: Opening): () => void {
  const { machine, road } = client;
  const { scheduler } = world;
  let isOver = false;
  let forget: () => void = () => undefined;
  const end = (how: StreamEnd) => {
    if (isOver) return;
    isOver = true;
    forget();
    reader.onEnd(how);
  };
  const cut = () => scheduler.plan({ after: 1, what: 'stream cut', machine, run: () => end({ kind: 'cut' }) });
  const server = balancer.next();
  const running = server?.running;
  if (!server || !running) {
    cut();
    return () => {
      isOver = true;
    };
  }
  forget = server.onEnd(cut);
  const parser = new EventParser();
  const outlet = new SimOutlet({
    ...{ world, client, running },
    onText: (text) => {
      if (isOver) return;
      reader.onAlive();
      for (const event of parser.push(text)) if (!isOver) reader.onEvent(event);
    },
    onEnd: () => end({ kind: 'cut' }),
  });
  const refuse = (how: StreamEnd) => road.carry({ what: 'stream refused', machine, run: () => end(how) });
  road.carry({ what: 'stream', machine: running.machine, run: () => begin(running, { client, outlet, refuse }) });
  return () => {
    isOver = true;
    forget();
    road.carry({ what: 'stream closed', machine: running.machine, run: () => outlet.left() });
  };
}

interface Beginning {
  readonly client: SimClient;
  readonly outlet: SimOutlet;
  readonly refuse: (how: StreamEnd) => void;
}

/** As the call of the stream does (areas/live/stream.ts). */
function begin({ reporting: { hub }, bytes }: Running, { client, outlet, refuse }: Beginning): void {
  if (hub.isCutOff) refuse({ kind: 'refused', status: 503, retryAfter: limits.store.retryAfter });
  else if (hub.isLeaving) refuse({ kind: 'refused', status: 503, retryAfter: second });
  else {
    const id = Buffer.from(bytes(ID_BYTES)).toString('base64url');
    const stream = new LiveStream(id, client.actor, outlet);
    outlet.onLeft = () => hub.drop(stream);
    hub.open(stream);
  }
}

interface OutletParts {
  readonly world: World;
  readonly client: SimClient;
  readonly running: Running;
  readonly onText: (text: string) => void;
  readonly onEnd: () => void;
}

/** A stream's bytes on their way to the browser, in order. */
class SimOutlet implements Outlet {
  readonly #parts: OutletParts;
  #waiting = 0;
  #last = 0;
  #isOver = false;
  #drained: (() => void)[] = [];
  /** The browser went away, or the line is cut. */
  onLeft: () => void = () => undefined;

  constructor(parts: OutletParts) {
    this.#parts = parts;
  }

  get waiting(): number {
    return this.#waiting;
  }

  write({ plain: bytes }: Frame): void {
    if (this.#isOver) return;
    const text = bytes.toString();
    this.#waiting += bytes.length;
    this.#send('bytes', () => {
      this.#parts.onText(text);
      this.#sent(bytes.length);
    });
  }

  onceDrained(listener: () => void): void {
    this.#drained.push(listener);
  }

  close(within: number): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#send('end', () => this.#parts.onEnd());
    void within;
  }

  destroy(): void {
    this.close(0);
    this.left();
  }

  left(): void {
    this.#isOver = true;
    this.onLeft();
  }

  #send(what: string, run: () => void): void {
    const { client } = this.#parts;
    this.#last = client.road.carryAfter(this.#last, { what: `stream ${what}`, machine: client.machine, run });
  }

  /** The server learns that bytes have left. */
  #sent(length: number): void {
    const { world, running } = this.#parts;
    const run = () => {
      this.#waiting -= length;
      if (this.#waiting > 0) return;
      const listeners = this.#drained;
      this.#drained = [];
      for (const listener of listeners) listener();
    };
    world.scheduler.plan({ after: 0.1, what: 'sent', machine: running.machine, run });
  }
}
