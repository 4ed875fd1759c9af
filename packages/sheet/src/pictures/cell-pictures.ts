import { limits } from '@sheetwire/contract/limits';
import { childOf, childrenOf, readTree, within, type XmlNode } from '../drawings/xml-tree.ts';
import { type Relation, readRelations } from '../read/package-parts.ts';
import type { ReadBudget } from '../read/read-budget.ts';
import { whole } from '../read/xml.ts';
import type { ZipParts } from '../read/zip.ts';
import type { CellPicture } from './picture.ts';
import type { PictureShelf } from './picture-shelf.ts';

interface RichSource {
  readonly zip: ZipParts;
  readonly budget: ReadBudget;
  readonly pictures: PictureShelf;
}

const fromWeb = 'They are fetched from the web.';

/** The pictures that stand in cells, by the number of their value metadata ([MS-XLSX] 2.2.4.13); most books have none. */
export async function readCellPictures(
  relations: readonly Relation[],
  source: RichSource,
): Promise<ReadonlyMap<number, CellPicture>> {
  const found = new Map<number, CellPicture>();
  const part = (kind: string) => treeOf(relations, kind, source);
  const values = await part('rdRichValue');
  if (!values) return found;
  const structures = childrenOf(within(await part('rdRichValueStructure'), 'rvStructures'), 's').map(keysOf);
  const files = await filesOf(relations, source);
  const rich = childrenOf(within(values, 'rvData'), 'rv');
  for (const [number, place] of placesOf(await part('sheetMetadata'))) {
    const value = rich[place];
    const picture = value && (await pictureOf(fieldsOf(value, structures), files, source.pictures));
    if (picture && found.size < limits.workbook.pictures.inCells) found.set(number, picture);
  }
  return found;
}

async function treeOf(relations: readonly Relation[], kind: string, { zip, budget }: RichSource) {
  const found = relations.find((relation) => relation.kind === kind && zip.has(relation.target));
  return found && readTree(zip.read(found.target, false), budget);
}

/** The pictures that rich values refer to, by their place in the list of relations. */
async function filesOf(relations: readonly Relation[], source: RichSource): Promise<(string | undefined)[]> {
  const list = relations.find(({ kind, target }) => kind === 'richValueRel' && source.zip.has(target));
  if (!list) return [];
  const tree = await readTree(source.zip.read(list.target, false), source.budget);
  const own = await readRelations(source.zip, list.target, source.budget);
  const targets = new Map(own.filter(({ isExternal }) => !isExternal).map(({ id, target }) => [id, target]));
  return childrenOf(tree.children[0], 'rel').map(({ attributes }) => targets.get(attributes[':id'] ?? ''));
}

function keysOf(structure: XmlNode): string[] {
  return childrenOf(structure, 'k').map(({ attributes }) => attributes.n ?? '');
}

function fieldsOf(value: XmlNode, structures: readonly (readonly string[])[]): Map<string, string> {
  const keys = structures[whole(value.attributes.s) ?? -1] ?? [];
  const texts = childrenOf(value, 'v').map(({ text }) => text);
  return new Map(keys.map((key, n) => [key, texts[n] ?? '']));
}

async function pictureOf(
  fields: ReadonlyMap<string, string>,
  files: readonly (string | undefined)[],
  pictures: PictureShelf,
): Promise<CellPicture | undefined> {
  const alt = fields.get('Text') ?? '';
  if (fields.has('WebImageIdentifier')) return { name: undefined, alt, why: fromWeb };
  const local = whole(fields.get('_rvRel:LocalImageIdentifier'));
  if (local === undefined) return undefined;
  const taken = await pictures.take(files[local] ?? '');
  return 'name' in taken ? { name: taken.name, alt, why: undefined } : { name: undefined, alt, why: taken.why };
}

/** Of each value's metadata the rich value that it means. */
function placesOf(metadata: XmlNode | undefined): Map<number, number> {
  const types = childrenOf(childOf(metadata?.children[0], 'metadataTypes'), 'metadataType');
  const rich = types.findIndex(({ attributes }) => attributes.name === 'XLRICHVALUE') + 1;
  const future = childrenOf(metadata?.children[0], 'futureMetadata').find(
    ({ attributes }) => attributes.name === 'XLRICHVALUE',
  );
  const values = childrenOf(future, 'bk').map((bk) => whole(within(bk, 'rvb')?.attributes.i));
  const places = new Map<number, number>();
  const blocks = childrenOf(childOf(metadata?.children[0], 'valueMetadata'), 'bk');
  for (const [n, block] of blocks.entries()) {
    const record = childrenOf(block, 'rc').find(({ attributes }) => whole(attributes.t) === rich);
    const place = values[whole(record?.attributes.v) ?? -1];
    if (place !== undefined) places.set(n + 1, place);
  }
  return places;
}
