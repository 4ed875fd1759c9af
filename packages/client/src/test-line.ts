import type { LiveEventName, LiveEvents } from '@sheetwire/contract/live';
import { parseOutput } from '@sheetwire/contract/parse-output';
import type { Caller } from './caller.ts';
import { CallError, NetworkFailure, type Refusal } from './failures.ts';
import type { LineReader, StreamEnd, StreamTransport } from './stream-transport.ts';

/** One attempt to open a stream, played by a test. */
export class TestLine {
  readonly #reader: LineReader;
  isClosed = false;

  constructor(reader: LineReader) {
    this.#reader = reader;
  }

  send<Name extends LiveEventName>(name: Name, data: LiveEvents[Name]): void {
    this.raw(name, JSON.stringify(data));
  }

  raw(name: string, data: string): void {
    if (this.isClosed) return;
    this.#reader.onAlive();
    this.#reader.onEvent({ name, data });
  }

  comment(): void {
    if (!this.isClosed) this.#reader.onAlive();
  }

  end(end: StreamEnd = { kind: 'cut' }): void {
    if (!this.isClosed) this.#reader.onEnd(end);
  }
}

/** A transport whose lines a test plays. */
export class TestTransport implements StreamTransport {
  readonly seesComments = true;
  readonly lines: TestLine[] = [];

  get line(): TestLine {
    const line = this.lines.at(-1);
    if (!line) throw new Error('No line was opened');
    return line;
  }

  open(reader: LineReader): () => void {
    const line = new TestLine(reader);
    this.lines.push(line);
    return () => {
      line.isClosed = true;
    };
  }
}

/** Calls that a test answers: `answer` gives the output, or throws; `serverTime` is what the answers say of the time. */
export function testCaller(
  answer: (name: string, input: unknown) => unknown,
  serverTime: () => number | undefined = () => undefined,
): {
  readonly call: Caller;
  readonly asked: { readonly name: string; readonly input: unknown }[];
} {
  const asked: { name: string; input: unknown }[] = [];
  const call: Caller = async (definition, input, options) => {
    const name = definition.path.split('/').at(-2) ?? '';
    asked.push({ name, input });
    const output = parseOutput(definition, await unlessAborted(answer(name, input), options?.signal));
    const at = serverTime();
    if (at !== undefined) options?.onServerTime?.(at);
    if (output === undefined) throw new TypeError(`The test answers ${name} in another shape`);
    return output;
  };
  return { call, asked };
}

/** As fetch does: an abort ends the wait for an answer. */
function unlessAborted(answer: unknown, signal: AbortSignal | undefined): Promise<unknown> {
  const aborted = new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
  return Promise.race([answer, aborted]);
}

/** What a call fails with while the line is down. */
export function lineDown(): never {
  throw new NetworkFailure(new TypeError('down'));
}

/** What a refused call fails with. */
export function refuse(refusal: Refusal): never {
  throw new CallError(refusal);
}
