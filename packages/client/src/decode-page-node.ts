import { gunzipSync } from 'node:zlib';
import { limits } from '@sheetwire/contract/limits';
import { isCompressed } from './decode-page.ts';

/** As `decodePage`, for Node: a compressed page is unpacked with a cap on its size. */
export function decodePageInNode(page: string): string {
  if (!isCompressed(page)) return page;
  return gunzipSync(Buffer.from(page, 'base64'), { maxOutputLength: limits.maxUnpackedPage }).toString('utf8');
}
