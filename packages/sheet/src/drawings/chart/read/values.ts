import { limits } from '@sheetwire/contract/limits';
import { decimal, isOn, whole } from '../../../read/xml.ts';
import { childOf, childrenOf, textWithin, type XmlNode } from '../../xml-tree.ts';
import type { ManualPlace, ValueSource } from '../model.ts';

/** The `val` of a child. */
export function valOf(node: XmlNode | undefined, name: string): string | undefined {
  return childOf(node, name)?.attributes.val;
}

/** The number that a child says. */
export function numberOf(node: XmlNode | undefined, name: string): number | undefined {
  return decimal(valOf(node, name));
}

/** The number that a child says, within bounds; `otherwise` where it says none. */
export function boundedOf(node: XmlNode | undefined, name: string, bounds: readonly [number, number, number]): number {
  const [least, otherwise, most] = bounds;
  const text = valOf(node, name)?.replace('%', '');
  return Math.max(least, Math.min(most, decimal(text) ?? otherwise));
}

/** Whether a child says yes: one without a value does. */
export function saysYes(node: XmlNode | undefined, name: string, missing = false): boolean {
  const child = childOf(node, name);
  return child ? isOn(child.attributes.val, true) : missing;
}

const none: ValueSource = { cached: [], lost: 0 };

/** The values of an element: by reference with what the file remembers, or written out. */
export function sourceOf(node: XmlNode | undefined): ValueSource {
  const data = node?.children.find(({ name }) => /^(?:num|str|multiLvlStr)(?:Ref|Lit)$/.test(name));
  if (!data) {
    const text = childOf(node, 'v')?.text;
    return text === undefined ? none : { cached: [text.slice(0, limits.charts.text)], lost: 0 };
  }
  const ref = childOf(data, 'f')?.text.trim();
  const cache = data.name.endsWith('Lit') ? data : data.children.find(({ name }) => name.endsWith('Cache'));
  const levels = childrenOf(cache, 'lvl').slice(0, limits.charts.levels).map(textsOf);
  const format = childOf(cache, 'formatCode')?.text;
  const isNumeric = data.name.startsWith('num');
  return {
    ...(ref && { ref }),
    cached: levels[0] ?? (isNumeric ? numbersOf(cache) : textsOf(cache)),
    ...(levels.length > 1 && { levels: levels.slice(1) }),
    ...(format && { format: format.slice(0, limits.workbook.formatLength) }),
    lost: lostIn(cache),
  };
}

/** How many points of a list there are beyond those that are drawn. */
export function lostIn(cache: XmlNode | undefined): number {
  return Math.max(cache?.pointsLost ?? 0, saidLength(cache) - limits.charts.points, 0);
}

/** The newer kinds of charts say it in an attribute. */
function saidLength(cache: XmlNode | undefined): number {
  return whole(valOf(cache, 'ptCount') ?? cache?.attributes.ptCount) ?? 0;
}

function lengthOf(cache: XmlNode | undefined): number {
  const said = saidLength(cache);
  const last = (cache?.points ?? []).reduce((most, { index }) => Math.max(most, index + 1), 0);
  return Math.min(limits.charts.points, Math.max(said, last));
}

/** The numbers of a list of points. */
export function numbersOf(cache: XmlNode | undefined): (number | undefined)[] {
  const values = new Array<number | undefined>(lengthOf(cache)).fill(undefined);
  for (const { index, text } of cache?.points ?? []) values[index] = decimal(text.trim());
  return values;
}

/** The texts of a list of points. */
export function textsOf(cache: XmlNode | undefined): (string | undefined)[] {
  const values = new Array<string | undefined>(lengthOf(cache)).fill(undefined);
  for (const { index, text } of cache?.points ?? []) values[index] = text.trim();
  return values;
}

/** Where something was placed by hand. */
export function placeOf(node: XmlNode | undefined): ManualPlace | undefined {
  const manual = childOf(childOf(node, 'layout'), 'manualLayout');
  if (!manual) return undefined;
  const share = (name: string) => {
    const value = numberOf(manual, name);
    return value === undefined ? undefined : Math.max(-1, Math.min(1, value));
  };
  const [x, y, width, height] = [share('x'), share('y'), share('w'), share('h')];
  const isEdge = valOf(manual, 'xMode') === 'edge';
  return {
    ...(x !== undefined && isEdge && { x }),
    ...(y !== undefined && valOf(manual, 'yMode') === 'edge' && { y }),
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    isInner: valOf(manual, 'layoutTarget') === 'inner',
  };
}

/** The lines of a text that stands in paragraphs. */
export function linesOf(rich: XmlNode | undefined): string[] {
  return childrenOf(rich, 'p')
    .slice(0, mostLines)
    .flatMap((paragraph) => {
      const runs = paragraph.children.map((run) => (run.name === 'br' ? '\n' : textWithin(childOf(run, 't'))));
      return runs.join('').slice(0, limits.charts.text).split(/\r?\n/);
    });
}
const mostLines = 20;
