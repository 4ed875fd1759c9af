import { promisify } from 'node:util';
import { constants, zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib';
import { limits } from '@sheetwire/contract/limits';
import { StoreFault } from '#ports/store-fault.ts';

const compressAside = promisify(zstdCompress);
const decompressAside = promisify(zstdDecompress);
const { packAside, maxUnpacked } = limits.store;

/** Compresses a body with zstd; a large one off the main thread, so that nobody waits for it. */
export async function pack(body: Uint8Array, level: number): Promise<Uint8Array> {
  // Told how much comes, it sets up no more than that takes: else most of the time for a short body.
  const options = { params: { [constants.ZSTD_c_compressionLevel]: level }, pledgedSrcSize: body.length };
  const isSmall = body.length < packAside;
  return own(isSmall ? zstdCompressSync(body, options) : await compressAside(body, options));
}

/** The body that `pack` was given; one that is longer than any is a fault of the store. */
export async function unpack(packed: Uint8Array): Promise<Buffer> {
  const body = await unpackAtMost(packed, maxUnpacked);
  if (body === undefined) throw new StoreFault(`stored data unpacks to more than ${maxUnpacked} bytes`);
  return body;
}

/** The body that `pack` was given, undefined when it is longer; a few bytes may hold a long one. */
export async function unpackAtMost(packed: Uint8Array, most: number): Promise<Buffer | undefined> {
  const here = unpackHere(packed, Math.min(most, packAside));
  return here ?? orTooLong(() => decompressAside(packed, { maxOutputLength: most }));
}

/** A short body, at once; undefined when it is longer than so many bytes. */
export function unpackHere(packed: Uint8Array, most: number): Buffer | undefined {
  if (packed.length >= packAside || most < 1) return undefined;
  try {
    return zstdDecompressSync(packed, { maxOutputLength: most });
  } catch (error) {
    return undefinedIfTooLong(error);
  }
}

async function orTooLong(unpacking: () => Promise<Buffer>): Promise<Buffer | undefined> {
  try {
    return await unpacking();
  } catch (error) {
    return undefinedIfTooLong(error);
  }
}

function undefinedIfTooLong(error: unknown): undefined {
  if (error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') return undefined;
  throw error;
}

/** The same bytes alone in their buffer: a view would take the whole buffer along to another thread. */
export function own(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  const isAlone = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length;
  return isAlone ? new Uint8Array(buffer) : new Uint8Array(bytes);
}
