import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createZstdDecompress } from 'node:zlib';
import { Refusal } from './refusal.ts';

const unpackers = new Map<string, () => Transform>([
  ['gzip', () => createGunzip()],
  ['br', () => createBrotliDecompress()],
  ['zstd', () => createZstdDecompress()],
]);

/** The body's bytes, unpacked; both the packed and the unpacked size are capped (interfaces 4, Limits). */
export async function readBody(payload: Readable, encoding: string | undefined, cap: number): Promise<Buffer> {
  if (encoding === undefined || encoding === 'identity') return collect(payload, cap);
  const unpacker = unpackers.get(encoding.toLowerCase());
  if (!unpacker) throw new Refusal('wrong_media_type', { message: 'Content-Encoding may be gzip, br or zstd' });
  const packed = await collect(payload, cap);
  return unpack(packed, unpacker(), cap);
}

async function collect(source: AsyncIterable<Buffer>, cap: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > cap) throw new Refusal('too_large');
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size);
}

async function unpack(packed: Buffer, unpacker: Transform, cap: number): Promise<Buffer> {
  let unpacked: Buffer = Buffer.alloc(0);
  try {
    await pipeline([packed], unpacker, async (chunks: AsyncIterable<Buffer>) => {
      unpacked = await collect(chunks, cap);
    });
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal('malformed', { message: 'The body cannot be unpacked' });
  }
  return unpacked;
}
