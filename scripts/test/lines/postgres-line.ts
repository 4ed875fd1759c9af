import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '../free-port.ts';

/** A line to PostgreSQL on which answers to writes can be lost: what was asked for is done, and whoever asked never hears. */
export interface PostgresLine {
  readonly port: number;
  /** From here on each answer that ends a write is lost, and its connection with it. */
  lose(): void;
  /** Answers come again; how many were lost meanwhile. */
  bring(): number;
  stop(): Promise<void>;
}

/** Opens a line on 127.0.0.1 that leads to the port of a PostgreSQL server. */
export async function postgresLineTo(target: number): Promise<PostgresLine> {
  const sockets = new Set<Socket>();
  const state = { isLosing: false, lost: 0 };
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
      const isEndOfWrite = talk.answered(bytes);
      if (!isEndOfWrite || !state.isLosing) {
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
    lose() {
      state.isLosing = true;
      state.lost = 0;
    },
    bring() {
      state.isLosing = false;
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

/** Follows one connection: whether what it is asked writes, and when it is answered. */
class Talk {
  readonly #asks = new Messages(true);
  readonly #answers = new Messages(false);
  readonly #writing = new Set<string>();
  #isWriting = false;

  /** Reads what the client sends. */
  asked(bytes: Buffer): void {
    for (const { type, body } of this.#asks.of(bytes)) {
      if (type === 'Q') this.#isWriting ||= isWrite(text(body, 0));
      else if (type === 'P') this.#prepared(body);
      else if (type === 'B') this.#isWriting ||= this.#writing.has(text(body, text(body, 0).length + 1));
    }
  }

  /** Reads what the server sends; true when a transaction that wrote ends in it. */
  answered(bytes: Buffer): boolean {
    let isEnd = false;
    for (const { type, body } of this.#answers.of(bytes)) {
      if (type !== 'Z' || body.toString('latin1') !== 'I') continue;
      isEnd ||= this.#isWriting;
      this.#isWriting = false;
    }
    return isEnd;
  }

  #prepared(body: Buffer): void {
    const name = text(body, 0);
    if (isWrite(text(body, name.length + 1))) this.#writing.add(name);
    else this.#writing.delete(name);
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
