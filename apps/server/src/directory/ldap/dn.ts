const run = /(?:\\(?:[0-9a-f]{2}|.))+/gisu;
const single = /\\(?:([0-9a-f]{2})|(.))/gisu;

/**
 * A distinguished name in one spelling, so that a group's members are found however the server writes them (RFC 4514):
 * lower case, no spaces around separators, every escape undone and what looks like a separator marked.
 */
export function canonicalDn(dn: string): string {
  const plain = dn.includes('\\') ? dn.replace(run, unescaped) : dn;
  return plain
    .replace(/\s*([,;=+])\s*/g, (_, separator: string) => (separator === ';' ? ',' : separator))
    .trim()
    .toLowerCase();
}

function unescaped(escapes: string): string {
  const bytes = [...escapes.matchAll(single)].map(([, hex, character = '']) =>
    hex === undefined ? Buffer.from(character) : Buffer.from(hex, 'hex'),
  );
  return Buffer.concat(bytes)
    .toString()
    .replace(/[,;=+ \\]/g, (character) => `\\${character.charCodeAt(0).toString(16)}`);
}
