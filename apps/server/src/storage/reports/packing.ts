import { promisify } from 'node:util';
import { constants, zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib';
import { limits } from '@sheetwire/contract/limits';

const compressAside = promisify(zstdCompress);
const decompressAside = promisify(zstdDecompress);

/** Compresses a body with zstd; a large one off the main thread, so that nobody waits for it. */
export async function pack(body: Uint8Array, level: number): Promise<Uint8Array> {
  const options = { params: { [constants.ZSTD_c_compressionLevel]: level } };
  const isSmall = body.length < limits.store.packAside;
  return own(isSmall ? zstdCompressSync(body, options) : await compressAside(body, options));
}

/** The body that `pack` was given. */
export async function unpack(packed: Uint8Array): Promise<Buffer> {
  return packed.length < limits.store.packAside ? zstdDecompressSync(packed) : decompressAside(packed);
}

/** The same bytes alone in their buffer: a view would take the whole buffer along to another thread. */
export function own(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  const isAlone = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length;
  return isAlone ? new Uint8Array(buffer) : new Uint8Array(bytes);
}
