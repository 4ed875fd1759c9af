import { constants, deflateRawSync } from 'node:zlib';

/** What a gzip stream begins with (RFC 1952, 2.3): deflate, nothing named, no time, Unix. */
export const gzipStart = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

/** Less fits into one packet as it is. */
const WORTH = 1400;
/** The fastest: a delta then takes 5 ms a megabyte, and a quarter of its bytes (decision 97). */
const options = { level: 1, finishFlush: constants.Z_SYNC_FLUSH };

/** Bytes that a stored block takes at most, and what stands before them; so many are deflated at a time, each for itself. */
const BLOCK = 0xff_ff;
const BLOCK_HEAD = 5;
/** Where a piece leaves more than this part of its bytes, what follows is not tried: random text takes 35 ms a megabyte. */
const MOST_LEFT = 0.5;

/**
 * Bytes as a part of a gzip stream that ends at a whole byte and refers to nothing before it: it is made once and fits
 * into every stream, wherever that stands, and a reader has all of it as soon as its last byte came (RFC 1951, 3.2.4).
 * Linear in the bytes; from where little becomes smaller on, the rest is stored.
 */
export function gzipPart(plain: Buffer): Buffer {
  if (plain.length < WORTH) return stored(plain);
  const parts: Buffer[] = [];
  for (let from = 0; from < plain.length; from += BLOCK) {
    const piece = plain.subarray(from, from + BLOCK);
    const deflated = deflateRawSync(piece, options);
    if (deflated.length > piece.length * MOST_LEFT) {
      parts.push(deflated.length < piece.length ? deflated : stored(piece), stored(plain.subarray(from + BLOCK)));
      break;
    }
    parts.push(deflated);
  }
  return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
}

function stored(plain: Buffer): Buffer {
  const blocks: Buffer[] = [];
  for (let from = 0; from < plain.length; from += BLOCK) {
    const bytes = plain.subarray(from, from + BLOCK);
    const head = Buffer.alloc(BLOCK_HEAD);
    head.writeUInt16LE(bytes.length, 1);
    head.writeUInt16LE(BLOCK - bytes.length, 1 + Uint16Array.BYTES_PER_ELEMENT);
    blocks.push(head, bytes);
  }
  return Buffer.concat(blocks);
}
