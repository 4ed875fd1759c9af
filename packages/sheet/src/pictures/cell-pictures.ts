import { limits } from '@sheetwire/contract/limits';
import { childOf, childrenOf, readTree, within, type XmlNode } from '../drawings/xml-tree.ts';
import type { CellValue } from '../model.ts';
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

/** What stands in cells that hold more than a value, by the number of their value metadata ([MS-XLSX] 2.2.4.13). */
export interface RichValues {
  readonly pictures: ReadonlyMap<number, CellPicture>;
  /** What is shown in place of the error that older programs show. */
  readonly values: ReadonlyMap<number, CellValue>;
}

/** Reads the rich values of a workbook; most have none. */
export async function readRichValues(relations: readonly Relation[], source: RichSource): Promise<RichValues> {
  const found = new Map<number, CellPicture>();
  const shown = new Map<number, CellValue>();
  const part = (kind: string) => treeOf(relations, kind, source);
  const values = await part('rdRichValue');
  if (!values) return { pictures: found, values: shown };
  const structures = childrenOf(within(await part('rdRichValueStructure'), 'rvStructures'), 's').map(structureOf);
  const files = await filesOf(relations, source);
  const rich = childrenOf(within(values, 'rvData'), 'rv');
  for (const [number, place] of placesOf(await part('sheetMetadata'))) {
    const value = rich[place];
    if (!value) continue;
    const { type, fields } = fieldsOf(value, structures);
    const picture = await pictureOf(fields, files, source.pictures);
    if (picture && found.size < limits.workbook.pictures.inCells) found.set(number, picture);
    const text = fields.get('_DisplayString');
    const error = type === '_error' ? laterErrors.get(fields.get('errorType') ?? '') : undefined;
    if (error !== undefined) shown.set(number, { error });
    else if (text) shown.set(number, text);
  }
  return { pictures: found, values: shown };
}

/** Errors that are younger than the file format, by the number that rich values give them; older programs show `#VALUE!`. */
const laterErrors: ReadonlyMap<string, string> = new Map([
  ['8', '#SPILL!'],
  ['9', '#CONNECT!'],
  ['10', '#BLOCKED!'],
  ['11', '#UNKNOWN!'],
  ['12', '#FIELD!'],
  ['13', '#CALC!'],
]);

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

/** What the values of a rich value are. */
interface Structure {
  readonly type: string;
  readonly keys: readonly string[];
}

function structureOf(structure: XmlNode): Structure {
  return {
    type: structure.attributes.t ?? '',
    keys: childrenOf(structure, 'k').map(({ attributes }) => attributes.n ?? ''),
  };
}

function fieldsOf(value: XmlNode, structures: readonly Structure[]) {
  const { type = '', keys = [] } = structures[whole(value.attributes.s) ?? -1] ?? {};
  const texts = childrenOf(value, 'v').map(({ text }) => text);
  return { type, fields: new Map(keys.map((key, n) => [key, texts[n] ?? ''])) };
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
