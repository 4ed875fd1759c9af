import type { Relation } from './package-parts.ts';
import type { ZipParts } from './zip.ts';

const OBJECT = /ObjectType="(\w{1,20})"/g;
/** Of the end of a piece, which may cut an attribute in two. */
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
      const end = Math.max(0, text.length - overlap);
      count += controlsIn(text, end);
      rest = text.slice(end);
    }
    count += controlsIn(rest, rest.length);
  }
  return count;
}

/** Those that begin before an end; pictures stand for embedded objects, which the sheet lists itself. */
function controlsIn(text: string, end: number): number {
  return [...text.matchAll(OBJECT)].filter(({ index, 1: kind }) => index < end && kind !== 'Note' && kind !== 'Pict')
    .length;
}
