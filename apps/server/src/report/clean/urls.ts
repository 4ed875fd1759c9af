import { limits } from '@sheetwire/contract/limits';

const BASE = 'https://portal.invalid';
const DATA_IMAGE = /^data:image\/(?:png|gif|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/i;

const LAST_BLANK = 0x20;

/** Takes out what a browser takes out before it reads an address; by hand, since `[…]+$` looks again at each blank. */
function asRead(value: string): string {
  let from = 0;
  let to = value.length;
  while (from < to && value.charCodeAt(from) <= LAST_BLANK) from++;
  while (to > from && value.charCodeAt(to - 1) <= LAST_BLANK) to--;
  return value.slice(from, to).replace(/[\t\n\r]/g, '');
}

/** Where a link may lead: the web, mail, a place of this portal or of this page (safety 1, Links); else undefined. */
export function cleanLink(value: string): string | undefined {
  const link = asRead(value);
  if (link.length > limits.clean.linkLength || /[\u0000-\u001f\u007f\\]/.test(link)) return undefined;
  if (/^https?:\/\/[^/?#]/i.test(link)) return URL.canParse(link) ? link : undefined;
  if (/^mailto:/i.test(link) || link.startsWith('#') || link.startsWith('?')) return link;
  return rootPath(link) === undefined ? undefined : link;
}

/** What an image may show: its own data or a linked file of this portal; nothing calls another host (safety 1). */
export function cleanImage(value: string): string | undefined {
  const source = asRead(value);
  if (DATA_IMAGE.test(source)) return source;
  if (/[\u0000-\u001f\u007f\\]/.test(source) || source.length > limits.clean.linkLength) return undefined;
  return rootPath(source)?.startsWith('/linkedfiles/') ? source : undefined;
}

/** The path that a root-relative address comes to; undefined for any other address and for one that names a host. */
function rootPath(link: string): string | undefined {
  if (!link.startsWith('/') || !URL.canParse(link, BASE)) return undefined;
  const url = new URL(link, BASE);
  return url.origin === BASE && !url.pathname.startsWith('//') ? url.pathname : undefined;
}
