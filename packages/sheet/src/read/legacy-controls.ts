import type { Relation } from './package-parts.ts';
import type { ZipParts } from './zip.ts';

const OBJECT = /ObjectType="(\w{1,20})"/g;
/** What a part may end with of an attribute that begins the next piece. */
const overlap = 40;

/** How many form controls a sheet has in the drawings of older programs, which hold its notes too. */
export async function countLegacyControls(relations: readonly Relation[], zip: ZipParts): Promise<number> {
  // Newer programs describe each of them in a part of its own besides.
  if (relations.some(({ kind }) => kind === 'ctrlProp')) return 0;
  let count = 0;
  for (const { kind, target } of relations) {
    if (kind !== 'vmlDrawing' || !zip.has(target)) continue;
    let rest = '';
    for await (const chunk of zip.read(target, false)) {
      const text = rest + Buffer.from(chunk).toString('latin1');
      for (const match of text.matchAll(OBJECT)) if (match[1] !== 'Note') count++;
      rest = text.slice(Math.max(text.lastIndexOf('"') + 1, text.length - overlap));
    }
  }
  return count;
}
