import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '../free-port.ts';

/** A line to PostgreSQL on which answers to writes can be lost: what was asked for is kept, and the server that asked never hears so. */
export interface PostgresLine {
  readonly port: number;
  /** From here on each answer that ends a write is lost, and its connection with it; but not of statements like these. */
  lose(but: RegExp): void;
  /** Answers come again; how many were lost meanwhile. */
  bring(): number;
  stop(): Promise<void>;
}

/** Opens a line on 127.0.0.1 that leads to the port of a PostgreSQL server. */
export async function postgresLineTo(target: number): Promise<PostgresLine> {
  const sockets = new Set<Socket>();
  const state: { but: RegExp | undefined; lost: number } = { but: undefined, lost: 0 };
  const keep = (socket: Socket, other: () => Socket): void => {
    sockets.add(socket);
    socket.on('close', () => {
      sockets.delete(socket);
      other().destroy();
    });
    socket.on('error', () => socket.destroy());
  };
  const server = createServer((from) => {
    const to = connect(target, '127.0.0.1');
    keep(from, () => to);
    keep(to, () => from);
    const talk = new Talk();
    from.on('data', (bytes: Buffer) => {
      talk.asked(bytes);
      to.write(bytes);
    });
    to.on('data', (bytes: Buffer) => {
      const kept = talk.answered(bytes);
      const { but } = state;
      if (!but || kept.every((statement) => but.test(statement))) {
        from.write(bytes);
        return;
      }
      state.lost++;
      from.destroy();
    });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port,
    lose(but) {
      state.but = but;
      state.lost = 0;
    },
    bring() {
      state.but = undefined;
      return state.lost;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const WRITES = /\b(?:insert|update|delete|merge|truncate)\b/i;
/** A lock is no write. */
const LOCKS = /\bfor (?:no key )?update\b/gi;

/** Follows one connection: what it is asked to write, and when that is kept. */
class Talk {
  readonly #asks = new Messages(true);
  readonly #answers = new Messages(false);
  readonly #prepared = new Map<string, string>();
  #writes: string[] = [];
  #isUndone = false;

  /** Reads what the client sends. */
  asked(bytes: Buffer): void {
    for (const { type, body } of this.#asks.of(bytes)) {
      const first = text(body, 0);
      const second = () => text(body, first.length + 1);
      if (type === 'Q') this.#does(first);
      else if (type === 'P') this.#prepared.set(first, second());
      else if (type === 'B') this.#does(this.#prepared.get(second()) ?? '');
    }
  }

  /** Reads what the server sends: what is written and kept once a transaction has ended in it. */
  answered(bytes: Buffer): readonly string[] {
    const kept: string[] = [];
    for (const { type, body } of this.#answers.of(bytes)) {
      if (type === 'E') this.#isUndone = true;
      // The last one says it: what was undone to a savepoint may be kept without that part.
      if (type === 'C') this.#isUndone = text(body, 0) === 'ROLLBACK';
      if (type !== 'Z' || body.toString('latin1') !== 'I') continue;
      if (!this.#isUndone) kept.push(...this.#writes);
      this.#writes = [];
      this.#isUndone = false;
    }
    return kept;
  }

  #does(statement: string): void {
    if (isWrite(statement)) this.#writes.push(statement);
  }
}

function isWrite(statement: string): boolean {
  return WRITES.test(statement.replace(LOCKS, ''));
}

function text(body: Buffer, from: number): string {
  return body.toString('latin1', from, body.indexOf(0, from));
}

interface Message {
  readonly type: string;
  readonly body: Buffer;
}

/** Cuts one direction of a connection into messages: a letter, the length with itself, the body. */
class Messages {
  #rest: Buffer = Buffer.alloc(0);
  #isStart: boolean;

  /** What a client says first has no letter. */
  constructor(hasStart: boolean) {
    this.#isStart = hasStart;
  }

  *of(bytes: Buffer): Generator<Message> {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    for (;;) {
      const letter = this.#isStart ? 0 : 1;
      if (this.#rest.length < letter + 4) return;
      const end = letter + this.#rest.readUInt32BE(letter);
      if (this.#rest.length < end) return;
      const type = this.#rest.toString('latin1', 0, letter);
      const body = this.#rest.subarray(letter + 4, end);
      this.#rest = this.#rest.subarray(end);
      this.#isStart = false;
      yield { type, body };
    }
  }
}
