import type { Readable, Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createZstdDecompress } from 'node:zlib';
import { Refusal } from '#lib/refusal.ts';

/** A frame may ask for a window of 128 MiB of memory; 32 MiB hold any body that is taken. */
const ZSTD_WINDOW_LOG = 25;

const unpackers = new Map<string, () => Transform>([
  ['gzip', () => createGunzip()],
  ['br', () => createBrotliDecompress()],
  ['zstd', () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG } })],
]);

/** The body's bytes, unpacked; both the packed and the unpacked size are capped (interfaces 4, Limits). */
export async function readBody(payload: Readable, encoding: string | undefined, cap: number): Promise<Buffer> {
  if (encoding === undefined || encoding === 'identity') return collect(payload, cap);
  const unpacker = unpackers.get(encoding.toLowerCase());
  if (!unpacker) throw new Refusal('wrong_media_type', { message: 'Content-Encoding may be gzip, br or zstd' });
  const packed = await collect(payload, cap);
  return unpack(packed, unpacker(), cap);
}

/** By events, not by an iterator: this runs for every call of every polling client. */
function collect(source: Readable, cap: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let size = 0;
  source.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= cap) {
      chunks.push(chunk);
      return;
    }
    chunks.length = 0;
    source.pause();
    reject(new Refusal('too_large'));
  });
  source.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size)));
  source.on('error', () => reject(new Refusal('malformed', { message: 'The body cannot be read to its end' })));
  source.on('close', () => {
    // After the end nobody hears of it, and a refusal with its stack is dear.
    if (!source.readableEnded) reject(new Refusal('malformed', { message: 'The body ended too early' }));
  });
  return promise;
}

async function unpack(packed: Buffer, unpacker: Transform, cap: number): Promise<Buffer> {
  const unpacked = collect(unpacker, cap);
  unpacker.end(packed);
  try {
    return await unpacked;
  } finally {
    unpacker.destroy();
  }
}
