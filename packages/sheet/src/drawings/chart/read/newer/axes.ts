import { decimal } from '../../../../read/xml.ts';
import { childOf, nodeAt, type XmlNode } from '../../../xml-tree.ts';
import type { Axis, ChartText, ShapeLook } from '../../model.ts';
import { formatOf, tickOf, unitNamed } from '../axis.ts';
import { lettersOf, lookOf } from '../look.ts';
import { linesOf } from '../values.ts';
import type { Part } from './part.ts';

/** The axes of a newer chart: one of categories, and those of values. */
export interface Axes {
  readonly all: readonly Axis[];
  readonly across: Axis | undefined;
  readonly values: readonly Axis[];
  /** Per cent of a bar's width; undefined where the program chooses. */
  readonly gap: number | undefined;
}

/** Reads the axes; each element says by its scaling what it is. */
export function axesIn(nodes: readonly XmlNode[], part: Part): Axes {
  const across = nodes.find((node) => childOf(node, 'catScaling'));
  const values = nodes.filter((node) => childOf(node, 'valScaling'));
  const acrossAxis = across && axisOf(across, part, 'bottom');
  const acrossId = acrossAxis?.id ?? '';
  const valueAxes = values.map((node, n) => ({
    ...axisOf(node, part, n === 0 ? 'left' : 'right'),
    crossId: acrossId,
  }));
  const gap = decimal(childOf(across, 'catScaling')?.attributes.gapWidth);
  return {
    all: [...(acrossAxis ? [acrossAxis] : []), ...valueAxes],
    across: acrossAxis,
    values: valueAxes,
    gap: gap === undefined ? undefined : Math.max(0, Math.min(500, gap * 100)),
  };
}

function axisOf(node: XmlNode, part: Part, side: Axis['side']): Axis {
  const { theme, pale } = part;
  const isCategory = side === 'bottom';
  const scaling = childOf(node, 'valScaling')?.attributes ?? {};
  const [min, max] = [decimal(scaling.min), decimal(scaling.max)];
  const [major, minor] = [decimal(scaling.majorUnit), decimal(scaling.minorUnit)];
  const look = lookOf(node, theme);
  const title = titleIn(childOf(node, 'title'), part, { text: 'Axis Title' });
  return {
    id: node.attributes.id ?? '',
    kind: isCategory ? 'category' : 'value',
    side,
    isDeleted: node.attributes.hidden === '1' || node.attributes.hidden === 'true',
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(major !== undefined && major > 0 && { major }),
    ...(minor !== undefined && minor > 0 && { minor }),
    isReversed: false,
    ...gridOf(node, part),
    ...(title && { title }),
    ...unitsOf(childOf(node, 'units')),
    ...formatOf(node),
    // Bars may reach under the axis: the names of their places stand below them all.
    labels: childOf(node, 'tickLabels') ? (isCategory ? 'low' : 'nextTo') : 'none',
    majorTick: tickOf(childOf(node, 'majorTickMarks')?.attributes.type, 'none'),
    minorTick: tickOf(childOf(node, 'minorTickMarks')?.attributes.type, 'none'),
    crosses: side === 'right' ? 'max' : 'auto',
    crossId: '',
    isBetween: true,
    look: { ...look, line: look.line ?? (isCategory ? { paint: { color: pale }, width: 1 } : 'none') },
    letters: lettersOf(childOf(node, 'txPr'), theme),
    baseUnit: 'days',
  };
}

function gridOf(node: XmlNode, { theme, pale }: Part): { majorGrid?: ShapeLook; minorGrid?: ShapeLook } {
  const lines = (name: string): ShapeLook | undefined => {
    const found = childOf(node, name);
    return found && { line: lookOf(found, theme).line ?? { paint: { color: pale }, width: 1 } };
  };
  const [major, minor] = [lines('majorGridlines'), lines('minorGridlines')];
  return { ...(major && { majorGrid: major }), ...(minor && { minorGrid: minor }) };
}

function unitsOf(node: XmlNode | undefined): Pick<Axis, 'unit' | 'unitLabel' | 'format'> {
  const word = node?.attributes.unit;
  if (word === 'percentage') return { unit: 1, format: '0%' };
  const [unit, label] = unitNamed(word) ?? [1, ''];
  const shown = childOf(node, 'unitsLabel');
  const text = textOf(shown) ?? label;
  return { unit, ...(shown && text !== '' && { unitLabel: text }) };
}

function textOf(node: XmlNode | undefined): string | undefined {
  const text = childOf(node, 'tx');
  const lines = linesOf(childOf(text, 'rich'));
  const plain = childOf(childOf(text, 'txData'), 'v')?.text;
  return lines.length > 0 ? lines.join('\n') : plain;
}

/** The title of a chart or of an axis; one that says no text is called `text`, as the program does. */
export function titleIn(
  node: XmlNode | undefined,
  { theme }: Part,
  usual: { readonly text: string; readonly size?: number },
): ChartText | undefined {
  if (!node) return undefined;
  const { overlay } = node.attributes;
  const text = textOf(node);
  const ref = childOf(nodeAt(node, 'tx', 'txData'), 'f')?.text.trim();
  const own = { ...lettersOf(childOf(node, 'txPr'), theme), ...lettersOf(childOf(childOf(node, 'tx'), 'rich'), theme) };
  const size = usual.size === undefined ? {} : { size: usual.size };
  return {
    lines: (text ?? usual.text).slice(0, longestTitle).split('\n'),
    ...(ref && { source: { ref, cached: text === undefined ? [] : [text], lost: 0 } }),
    letters: { isBold: false, ...size, ...own },
    isOverlay: overlay === '1' || overlay === 'true',
  };
}
const longestTitle = 2000;
