import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { limits } from '@sheetwire/contract/limits';

const pack = promisify(gzip);

/** A page's wire form: `H4…` (base64 gzip) above 8 KiB, and whenever the HTML itself begins with H4 (semantics 4). */
export async function encodePage(html: string): Promise<string> {
  if (html.length <= limits.compressFrom && !html.startsWith('H4')) return html;
  return (await pack(html, { level: 6 })).toString('base64');
}
