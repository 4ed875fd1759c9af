import { gunzipSync, gzipSync } from 'node:zlib';
import { limits } from '@sheetwire/contract/limits';
import { CleanRefusal } from '../clean/refusal.ts';

/** How base64 of gzip begins: its two magic bytes and the only method there is. */
const PACKED = 'H4sI';

/** Whether a page came packed: it is as long as it pleases then. */
export function isPacked(text: string): boolean {
  return text.startsWith(PACKED);
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * A page as published to its HTML: `H4sI…` is unpacked, anything else is the page itself. Refuses what is not valid
 * base64 gzip of UTF-8, what is packed twice, and what is larger than `cap` bytes or grows too many times (safety 1).
 */
export function decodePage(text: string, cap: number): string {
  const html = isPacked(text) ? unpack(text, cap) : text;
  if (html.length > cap || Buffer.byteLength(html) > cap) throw tooLarge(cap);
  return html;
}

/** A page's HTML as base64 of gzip, which begins with `H4` (interfaces 4). */
export function encodePage(html: string): string {
  return gzipSync(html).toString('base64');
}

function unpack(text: string, cap: number): string {
  if (text.length % 4 !== 0 || !BASE64.test(text)) throw new CleanRefusal('page_undecodable');
  const packed = Buffer.from(text, 'base64');
  const most = Math.max(1, Math.min(cap, Math.max(limits.unpack.from, packed.length * limits.unpack.ratio)));
  const html = decodeUtf8(gunzip(packed, most));
  if (html.startsWith(PACKED)) throw new CleanRefusal('page_undecodable', 'it is compressed twice');
  return html;
}

function gunzip(packed: Buffer, most: number): Buffer {
  try {
    return gunzipSync(packed, { maxOutputLength: most });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(most);
    throw new CleanRefusal('page_undecodable');
  }
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new CleanRefusal('page_undecodable', 'it is not UTF-8');
  }
}

function tooLarge(most: number): CleanRefusal {
  return new CleanRefusal('too_large', `a page decompresses to more than ${most} bytes`);
}
