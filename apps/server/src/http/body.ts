import type { Readable, Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createZstdDecompress } from 'node:zlib';
import { limits } from '@sheetwire/contract/limits';
import { type FileParts, PartCutter } from '#lib/bytes/file-parts.ts';
import { SmallPieces } from '#lib/bytes/small-pieces.ts';
import { ownTurn } from '#lib/own-turn.ts';
import { Refusal } from '#lib/refusal.ts';
import type { WorkShare } from '#lib/work-budget.ts';

/** A frame may ask for a window of 128 MiB of memory; 32 MiB hold any body that is taken. */
const ZSTD_WINDOW_LOG = 25;

const unpackers = new Map<string, () => Transform>([
  ['gzip', () => createGunzip()],
  ['br', () => createBrotliDecompress()],
  ['zstd', () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG } })],
]);

interface Bounds {
  /** Bytes at most, packed and unpacked (interfaces 4, Limits). */
  readonly cap: number;
  /** What a longer one is told, where its limit has a name. */
  readonly refusal?: () => Refusal;
}

export interface BodyForm extends Bounds {
  /** The Content-Encoding. */
  readonly encoding: string | undefined;
  /** Every byte is taken from the budget as it comes. */
  readonly work: WorkShare;
}

/** What becomes of the bytes of a body as they come. */
interface Sink<T> {
  add(chunk: Buffer): void;
  /** No more comes: what came is let go, though the line stays open. */
  drop(): void;
  end(work: WorkShare): T | Promise<T>;
}

/** The body's bytes, unpacked; refuses what passes the cap or the budget, and asks for no more of it. */
export function readBody(payload: Readable, form: BodyForm): Promise<Buffer> {
  return readInto(payload, form, new Joined());
}

/** The same in parts of a size, never as a whole. */
export function readParts(payload: Readable, form: BodyForm, size: number): Promise<FileParts> {
  return readInto(payload, form, new PartCutter(size));
}

async function readInto<T>(payload: Readable, { encoding, work, ...bounds }: BodyForm, sink: Sink<T>): Promise<T> {
  if (encoding === undefined || encoding === 'identity') return collect(payload, { ...bounds, work }, sink);
  const unpacker = unpackers.get(encoding.toLowerCase());
  if (!unpacker) throw new Refusal('wrong_media_type', { message: 'Content-Encoding must be gzip, br or zstd' });
  const packed = await collect(payload, { ...bounds, work }, new Joined());
  const unpacked = await unpack(packed, unpacker(), { ...bounds, work, sink });
  work.giveBack(packed.length);
  return unpacked;
}

/** By events, not by an iterator: this runs for every call of every polling client. */
function collect<T>(source: Readable, { cap, refusal, work }: Omit<BodyForm, 'encoding'>, sink: Sink<T>): Promise<T> {
  // Who calls was looked up first, and nothing more is told of a line that closed meanwhile.
  if (source.destroyed && !source.readableEnded) return Promise.reject(endedTooEarly());
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  let size = 0;
  const pieces = new SmallPieces({
    add(piece) {
      work.take(piece.length);
      sink.add(piece);
    },
  });
  const refuse = (fault: unknown) => {
    sink.drop();
    source.off('data', onData);
    source.off('end', onEnd);
    source.pause();
    reject(fault);
  };
  const onData = (chunk: Buffer) => {
    size += chunk.length;
    try {
      if (size > cap) throw refusal?.() ?? new Refusal('too_large');
      pieces.add(chunk);
    } catch (fault) {
      refuse(fault);
    }
  };
  const onEnd = () => {
    try {
      pieces.handOn();
      resolve(sink.end(work));
    } catch (fault) {
      reject(fault);
    }
  };
  source.on('data', onData);
  source.on('end', onEnd);
  source.on('error', () => reject(new Refusal('malformed', { message: 'The body could not be read completely' })));
  source.on('close', () => {
    // After the end nobody hears of it, and a refusal with its stack is dear.
    if (!source.readableEnded) reject(endedTooEarly());
  });
  return promise;
}

function endedTooEarly(): Refusal {
  return new Refusal('malformed', { message: 'The body ended too early' });
}

/** The bytes in one piece of memory. */
class Joined implements Sink<Buffer> {
  readonly #chunks: Buffer[] = [];
  #size = 0;

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
  }

  drop(): void {
    this.#chunks.length = 0;
  }

  end(work: WorkShare): Buffer | Promise<Buffer> {
    const [only] = this.#chunks;
    if (only && this.#chunks.length === 1) return only;
    if (this.#size <= limits.work.turn) return Buffer.concat(this.#chunks);
    return this.#inTurns(work);
  }

  /** What is joined is there twice for a while, and counted twice. */
  async #inTurns(work: WorkShare): Promise<Buffer> {
    work.take(this.#size);
    const joined = await joinInTurns(this.#chunks, this.#size);
    work.giveBack(this.#size);
    return joined;
  }
}

/** Filling fresh memory is slow: a long body is joined over several turns of the event loop, and handed on in one of its own. */
async function joinInTurns(chunks: Buffer[], size: number): Promise<Buffer> {
  const joined = Buffer.allocUnsafeSlow(size);
  let end = 0;
  let turnEnd = limits.work.turn;
  for (const [n, chunk] of chunks.entries()) {
    end += chunk.copy(joined, end);
    chunks[n] = nothing;
    if (end < turnEnd) continue;
    turnEnd = end + limits.work.turn;
    await ownTurn();
  }
  await ownTurn();
  return joined;
}

const nothing = Buffer.alloc(0);

async function unpack<T>(
  packed: Buffer,
  unpacker: Transform,
  { sink, ...bounds }: Omit<BodyForm, 'encoding'> & { readonly sink: Sink<T> },
): Promise<T> {
  const unpacked = collect(unpacker, bounds, sink);
  unpacker.end(packed);
  try {
    return await unpacked;
  } finally {
    unpacker.destroy();
  }
}
