import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { limits } from '@sheetwire/contract/limits';
import { shortening } from '@sheetwire/page/model/short-page';
import { inSlices, Slice } from '#lib/slices.ts';

const pack = promisify(gzip);

/** Makes a page's wire form. */
export type EncodePage = (html: string) => Promise<string>;

/** A page's wire form: `H4…` (base64 gzip) above 8 KiB, and whenever the HTML itself begins with H4 (semantics 4). */
export async function encodePage(html: string): Promise<string> {
  if (html.length <= limits.compressFrom && !html.startsWith('H4')) return html;
  return (await pack(html, { level: 6 })).toString('base64');
}

const slice = new Slice();
let before: Promise<unknown> = Promise.resolve();

/**
 * The wire form of a page for the portal's own viewer: its short form is compressed (decision 82). Pages are shortened one
 * after the other, so that many at once make no long turn either.
 */
export async function encodeShortPage(html: string): Promise<string> {
  const short = before.then(async () => {
    await slice.rest();
    return inSlices(shortening(html));
  });
  before = short.catch(() => undefined);
  return encodePage(await short);
}
