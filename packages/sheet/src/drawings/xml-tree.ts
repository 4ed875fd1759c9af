import { limits } from '@sheetwire/contract/limits';
import { bytesOf, type ReadBudget, spendMemory } from '../read/read-budget.ts';
import { type Attributes, parseXml, whole } from '../read/xml.ts';

/** An element of a part that is small enough to be held as a whole; names come without their prefix. */
export interface XmlNode {
  readonly name: string;
  readonly attributes: Attributes;
  readonly children: readonly XmlNode[];
  /** The text directly within it. */
  readonly text: string;
  /** The points of a chart's values, as far as a chart shows them, and how many there are more. */
  readonly points?: readonly XmlPoint[];
  readonly pointsLost?: number;
  /** What older programs read in its place. */
  readonly fallback?: readonly XmlNode[];
}

/** A value of a chart: its place among the values of its series, and its text. */
export interface XmlPoint {
  readonly index: number;
  readonly format: string | undefined;
  readonly text: string;
}

interface Draft extends XmlNode {
  readonly children: Draft[];
  text: string;
  points?: { index: number; format: string | undefined; text: string }[];
  pointsLost?: number;
  fallback?: readonly XmlNode[];
}

/** Whose text may be white space alone: a run of a text, and what parts the parts of a label. Elsewhere it is layout. */
const SPACED: ReadonlySet<string> = new Set(['t', 'separator']);

/**
 * Reads a part whole. What an extension holds stands where the extension stands; of alternatives the first one is
 * taken, which is what newer programs read.
 */
export async function readTree(chunks: AsyncIterable<Uint8Array>, budget: ReadBudget): Promise<XmlNode> {
  const top: Draft = { name: '', attributes: {}, children: [], text: '' };
  const path: Draft[] = [top];
  // Points come by the hundred thousand: they are no elements.
  let inPoint = 0;
  const open = (name: string, attributes: Attributes) => {
    if (inPoint > 0 || name === 'pt') {
      if (inPoint++ === 0) addPoint(path.at(-1), attributes, budget);
      return;
    }
    spendMemory(budget, bytesOf.node);
    for (const key in attributes) spendMemory(budget, bytesOf.attribute, attributes[key]);
    const node: Draft = { name, attributes, children: [], text: '' };
    path.at(-1)?.children.push(node);
    path.push(node);
  };
  const text = (more: string) => {
    if (inPoint > 0) {
      const point = path.at(-1)?.points?.at(-1);
      if (point && !path.at(-1)?.pointsLost) point.text = (point.text + more).slice(0, limits.charts.text);
      return;
    }
    const node = path.at(-1);
    if (!node || (node.text === '' && more.trim() === '' && !SPACED.has(node.name))) return;
    spendMemory(budget, 0, more);
    node.text += more;
  };
  const close = () => {
    if (inPoint > 0) {
      inPoint--;
      return;
    }
    const node = path.pop();
    if (node) settle(node.children);
  };
  await parseXml(chunks, {
    open,
    openExtension: open,
    text,
    textOfExtension: text,
    close,
    closeExtension: close,
  });
  return top;
}

function addPoint(node: Draft | undefined, attributes: Attributes, budget: ReadBudget): void {
  if (!node) return;
  node.points ??= [];
  const index = whole(attributes.idx) ?? node.points.length;
  if (node.points.length >= limits.charts.points || index >= limits.charts.points || index < 0) {
    node.pointsLost = (node.pointsLost ?? 0) + 1;
    return;
  }
  spendMemory(budget, bytesOf.point);
  node.points.push({ index, format: attributes.formatCode, text: '' });
}

/** Puts what an alternative holds in its place. */
function settle(children: Draft[]): void {
  if (!children.some(({ name }) => name === 'Choice' || name === 'Fallback')) return;
  const settled: Draft[] = [];
  let taken: string | undefined;
  for (const child of children) {
    const requires = child.attributes.Requires ?? '';
    if (child.name === 'Choice' && (taken === undefined || taken === requires) && child.children.length > 0) {
      taken = requires;
      settled.push(...child.children);
    } else if (child.name === 'Fallback') {
      fallBack(settled, child.children, taken !== undefined);
      taken = undefined;
    } else if (child.name !== 'Choice') settled.push(child);
  }
  children.splice(0, children.length, ...settled);
}

/** What an alternative holds for those who know none of it: kept by what was taken in its place. */
function fallBack(settled: Draft[], own: readonly Draft[], isTaken: boolean): void {
  const last = settled.at(-1);
  if (!isTaken) settled.push(...own);
  else if (last) last.fallback = own;
}

/** The first child of that name. */
export function childOf(node: XmlNode | undefined, name: string): XmlNode | undefined {
  return node?.children.find((child) => child.name === name);
}

/** The children of that name. */
export function childrenOf(node: XmlNode | undefined, name: string): readonly XmlNode[] {
  return node?.children.filter((child) => child.name === name) ?? [];
}

/** What stands at the end of a path of names. */
export function nodeAt(node: XmlNode | undefined, ...names: readonly string[]): XmlNode | undefined {
  let found = node;
  for (const name of names) found = childOf(found, name);
  return found;
}

/** The first element of that name within, at any depth. */
export function within(node: XmlNode | undefined, name: string): XmlNode | undefined {
  for (const child of node?.children ?? []) {
    const found = child.name === name ? child : within(child, name);
    if (found) return found;
  }
  return undefined;
}

/** All text within, in order. */
export function textWithin(node: XmlNode | undefined): string {
  if (!node) return '';
  return node.text + node.children.map(textWithin).join('');
}
