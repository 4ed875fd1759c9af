const ONE_BYTE = 0x80;
const TWO_BYTES = 0x800;
const SURROGATES = 0xd800;
const AFTER_SURROGATES = 0xe000;

/** The bytes of a text in UTF-8: what the limit of a report counts, the same in a browser and on a server. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let n = 0; n < text.length; n++) {
    const code = text.charCodeAt(n);
    if (code < ONE_BYTE) continue;
    // Each half of a pair counts for two of its four bytes.
    bytes += code < TWO_BYTES || (code >= SURROGATES && code < AFTER_SURROGATES) ? 1 : 2;
  }
  return bytes;
}
