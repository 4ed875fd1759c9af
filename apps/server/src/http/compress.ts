import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { limits } from '@sheetwire/contract/limits';
import type { Encoded } from './encoded.ts';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
const brotliQuality = 4;
const gzipLevel = 5;

/** The encoding that both sides know, best first; undefined when the client takes none. */
export function acceptedEncoding(header: string | undefined): 'br' | 'gzip' | undefined {
  const accepted = new Set(
    (header ?? '')
      .toLowerCase()
      .split(',')
      .map((part) => part.trim())
      .filter((part) => !/;\s*q=0(?:\.0+)?$/.test(part))
      .map((part) => part.split(';')[0]),
  );
  if (accepted.has('br')) return 'br';
  return accepted.has('gzip') ? 'gzip' : undefined;
}

/**
 * A large answer is compressed when the client takes it, and is bytes in any case: a text would be copied for each line
 * that it goes to. A small one is not worth the work.
 */
export async function encodeAnswer(json: string, acceptEncoding: string | undefined): Promise<Encoded> {
  if (json.length < limits.compressFrom) return { encodedBody: json };
  const encoding = acceptedEncoding(acceptEncoding);
  const bytes = Buffer.from(json);
  if (encoding === undefined) return { encodedBody: bytes };
  if (encoding === 'gzip') return { encodedBody: await toGzip(bytes, { level: gzipLevel }), encoding };
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
  return { encodedBody: await toBrotli(bytes, { params }), encoding };
}
