import type { Readable, Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createZstdDecompress } from 'node:zlib';
import { limits } from '@sheetwire/contract/limits';
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

/** The body's bytes, unpacked; refuses what passes the cap or the budget, and asks for no more of it. */
export async function readBody(payload: Readable, { encoding, work, ...bounds }: BodyForm): Promise<Buffer> {
  if (encoding === undefined || encoding === 'identity') return collect(payload, bounds, work);
  const unpacker = unpackers.get(encoding.toLowerCase());
  if (!unpacker) throw new Refusal('wrong_media_type', { message: 'Content-Encoding must be gzip, br or zstd' });
  const packed = await collect(payload, bounds, work);
  const unpacked = await unpack(packed, unpacker(), { ...bounds, work });
  work.giveBack(packed.length);
  return unpacked;
}

/** By events, not by an iterator: this runs for every call of every polling client. */
function collect(source: Readable, { cap, refusal }: Bounds, work: WorkShare): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let size = 0;
  const refuse = (fault: unknown) => {
    chunks.length = 0;
    source.off('data', onData);
    source.off('end', onEnd);
    source.pause();
    reject(fault);
  };
  const onData = (chunk: Buffer) => {
    size += chunk.length;
    try {
      if (size > cap) throw refusal?.() ?? new Refusal('too_large');
      work.take(chunk.length);
      chunks.push(chunk);
    } catch (fault) {
      refuse(fault);
    }
  };
  const onEnd = () => {
    const [only] = chunks;
    if (only && chunks.length === 1) resolve(only);
    else if (size <= limits.work.turn) resolve(Buffer.concat(chunks));
    else joinInTurns(chunks, size).then(resolve, reject);
  };
  source.on('data', onData);
  source.on('end', onEnd);
  source.on('error', () => reject(new Refusal('malformed', { message: 'The body could not be read completely' })));
  source.on('close', () => {
    // After the end nobody hears of it, and a refusal with its stack is dear.
    if (!source.readableEnded) reject(new Refusal('malformed', { message: 'The body ended too early' }));
  });
  return promise;
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

async function unpack(
  packed: Buffer,
  unpacker: Transform,
  { work, ...bounds }: Omit<BodyForm, 'encoding'>,
): Promise<Buffer> {
  const unpacked = collect(unpacker, bounds, work);
  unpacker.end(packed);
  try {
    return await unpacked;
  } finally {
    unpacker.destroy();
  }
}
