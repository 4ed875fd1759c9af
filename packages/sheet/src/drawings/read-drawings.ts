import { limits } from '@sheetwire/contract/limits';
import { readPicture } from '../pictures/read-picture.ts';
import { type Relation, readRelations } from '../read/package-parts.ts';
import { readShape } from '../shapes/read-shape.ts';
import { anchorOf } from './anchor.ts';
import { readChart } from './chart/read/read-chart.ts';
import type { Drawing, DrawingContent, DrawingLeftOut } from './drawing.ts';
import type { DrawingSource } from './drawing-source.ts';
import { readTree, within, type XmlNode } from './xml-tree.ts';

/** What lies over the cells of a sheet, in the order in which it is drawn, and what of it is not. */
export interface FoundDrawings {
  readonly drawings: readonly Drawing[];
  readonly leftOut: readonly DrawingLeftOut[];
  /** Relations that something on the sheet refers to: what else a drawing part is related to was not looked at. */
  readonly met: ReadonlySet<Relation>;
  readonly relations: readonly Relation[];
}

/** Reads one thing; undefined where it is not drawn, which it then has told. */
type ThingReader = (node: XmlNode, source: DrawingSource) => Promise<DrawingContent | undefined>;

/** By the element that holds the thing. */
const readers: Readonly<Record<string, ThingReader>> = {
  graphicFrame: readFrame,
  pic: readPicture,
  sp: readShape,
  cxnSp: leftOut(() => 'shapes'),
  grpSp: leftOut(() => 'shapes'),
  contentPart: leftOut(() => 'ink'),
};

const notDrawn = 'Pages do not show these.';
const outside = 'They are outside the sheet.';
const tooMany = `A report shows up to ${limits.drawings.most} of them.`;

function leftOut(kindOf: (node: XmlNode) => string): ThingReader {
  return async (node, source) => {
    source.leaveOut(kindOf(node), notDrawn);
    return undefined;
  };
}

/** A chart, as the part that the frame refers to describes it. */
async function readFrame(node: XmlNode, source: DrawingSource): Promise<DrawingContent | undefined> {
  const what = frameKind(node);
  if (what === 'charts') return readChart(within(node, 'graphicData'), source);
  source.leaveOut(what, notDrawn);
  return undefined;
}

function frameKind(node: XmlNode): string {
  const uri = within(node, 'graphicData')?.attributes.uri ?? '';
  if (uri.includes('chart')) return 'charts';
  if (uri.includes('diagram')) return 'diagrams';
  // The name of the one holds that of the other.
  if (uri.includes('timeslicer')) return 'timelines';
  return uri.includes('slicer') ? 'slicers' : 'drawings';
}

/** Reads the drawing parts of a sheet; broken ones are told of. */
export async function readDrawings(
  paths: readonly string[],
  source: Omit<DrawingSource, 'relations' | 'leaveOut'>,
): Promise<FoundDrawings> {
  const drawings: Drawing[] = [];
  const left: DrawingLeftOut[] = [];
  const met = new Set<Relation>();
  const all: Relation[] = [];
  const ids = new Set<string>();
  for (const path of paths) {
    const relations = await readRelations(source.zip, path, source.budget);
    all.push(...relations);
    const byId = new Map(relations.map((relation) => [relation.id, relation]));
    const leaveOut = (what: string, why: string) => void left.push({ what, why });
    const tree = await readTree(source.zip.read(path, false), source.budget);
    for (const node of tree.children[0]?.children ?? []) {
      for (const id of referencesIn(node)) {
        const relation = byId.get(id);
        if (relation) met.add(relation);
      }
      const drawing = await readAnchored(node, { ...source, relations: byId, leaveOut });
      if (drawing) drawings.push({ ...drawing, id: ownId(drawing.id, ids) });
    }
  }
  return { drawings, leftOut: left, met, relations: all };
}

/** The ids of relations that stand within. */
function referencesIn(node: XmlNode): string[] {
  const own = Object.entries(node.attributes).filter(([name]) => name.startsWith(':'));
  const inner = [...node.children, ...(node.fallback ?? [])];
  return [...own.map(([, value]) => value), ...inner.flatMap(referencesIn)];
}

async function readAnchored(node: XmlNode, source: DrawingSource): Promise<Drawing | undefined> {
  const thing = node.children.find(({ name }) => Object.hasOwn(readers, name));
  const read = thing && readers[thing.name];
  if (!thing || !read) return undefined;
  const properties = within(thing, 'cNvPr')?.attributes ?? {};
  if (properties.hidden === '1' || properties.hidden === 'true') return undefined;
  const anchor = anchorOf(node);
  const content =
    source.room.left > 0 ? ((await read(thing, source)) ?? (await readInstead(thing, source))) : undefined;
  if (source.room.left <= 0) source.leaveOut('drawings', tooMany);
  if (content && !anchor) source.leaveOut('drawings', outside);
  if (!content || !anchor) return undefined;
  source.room.left--;
  const { id = '', name = '', descr = '' } = properties;
  return { anchor, id, name: descr === '' ? name : descr, content };
}

/** The picture that a file holds for programs that do not know a thing. */
async function readInstead({ fallback = [] }: XmlNode, source: DrawingSource): Promise<DrawingContent | undefined> {
  const picture = fallback.find(({ name }) => name === 'pic');
  return picture && readPicture(picture, source);
}

/** The number that the file gives a thing; its place too where another has the same. */
function ownId(given: string, ids: Set<string>): string {
  const base = /^\d{1,10}$/.test(given) ? `d${given}` : 'd';
  let id = base;
  for (let n = 2; ids.has(id); n++) id = `${base}-${n}`;
  ids.add(id);
  return id;
}
