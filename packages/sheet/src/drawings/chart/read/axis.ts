import { limits } from '@sheetwire/contract/limits';
import type { Theme } from '../../../read/theme.ts';
import { childOf, nodeAt, type XmlNode } from '../../xml-tree.ts';
import type { Axis, ChartText, ShapeLook, TickMark } from '../model.ts';
import { lettersOf, lookOf } from './look.ts';
import { linesOf, numberOf, placeOf, saysYes, sourceOf, valOf } from './values.ts';

const sides = new Map<string, Axis['side']>([
  ['l', 'left'],
  ['r', 'right'],
  ['t', 'top'],
  ['b', 'bottom'],
]);
const kinds = new Map<string, Axis['kind']>([
  ['catAx', 'category'],
  ['valAx', 'value'],
  ['dateAx', 'date'],
]);

const units: Readonly<Record<string, readonly [divisor: number, label: string]>> = {
  hundreds: [1e2, 'Hundreds'],
  thousands: [1e3, 'Thousands'],
  tenThousands: [1e4, '× 10,000'],
  hundredThousands: [1e5, '× 100,000'],
  millions: [1e6, 'Millions'],
  tenMillions: [1e7, '× 10,000,000'],
  hundredMillions: [1e8, '× 100,000,000'],
  billions: [1e9, 'Billions'],
  trillions: [1e12, 'Trillions'],
};

/** An axis of a plot; undefined for one of a third dimension. */
export function axisOf(node: XmlNode, theme: Theme): Axis | undefined {
  const kind = kinds.get(node.name);
  if (!kind) return undefined;
  const scaling = childOf(node, 'scaling');
  return {
    id: valOf(node, 'axId') ?? '',
    kind,
    side: sides.get(valOf(node, 'axPos') ?? 'b') ?? 'bottom',
    isDeleted: saysYes(node, 'delete'),
    ...scaleOf(scaling),
    isReversed: valOf(scaling, 'orientation') === 'maxMin',
    ...stepsOf(node),
    ...gridOf(node, theme),
    ...titleIn(node, theme),
    ...formatOf(node),
    labels: labelPlace(valOf(node, 'tickLblPos')),
    majorTick: tickOf(valOf(node, 'majorTickMark'), 'out'),
    minorTick: tickOf(valOf(node, 'minorTickMark'), 'none'),
    crosses: crossesOf(node),
    crossId: valOf(node, 'crossAx') ?? '',
    ...betweenOf(node),
    look: lookOf(node, theme),
    letters: lettersOf(childOf(node, 'txPr'), theme),
    ...unitOf(childOf(node, 'dispUnits')),
    baseUnit: timeUnit(valOf(node, 'baseTimeUnit')) ?? 'days',
  };
}

function scaleOf(scaling: XmlNode | undefined): Partial<Axis> {
  const [min, max, base] = [numberOf(scaling, 'min'), numberOf(scaling, 'max'), numberOf(scaling, 'logBase')];
  return {
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(base !== undefined && base > 1 && { logBase: Math.min(1000, base) }),
  };
}

function stepsOf(node: XmlNode): Partial<Axis> {
  const [major, minor] = [numberOf(node, 'majorUnit'), numberOf(node, 'minorUnit')];
  const [label, tick] = [numberOf(node, 'tickLblSkip'), numberOf(node, 'tickMarkSkip')];
  const majorUnit = timeUnit(valOf(node, 'majorTimeUnit'));
  return {
    ...(major !== undefined && major > 0 && { major }),
    ...(minor !== undefined && minor > 0 && { minor }),
    ...(label !== undefined && label >= 1 && { labelStep: Math.round(label) }),
    ...(tick !== undefined && tick >= 1 && { tickStep: Math.round(tick) }),
    ...(majorUnit && { majorUnit }),
  };
}

function gridOf(node: XmlNode, theme: Theme): { majorGrid?: ShapeLook; minorGrid?: ShapeLook } {
  const [major, minor] = [childOf(node, 'majorGridlines'), childOf(node, 'minorGridlines')];
  return { ...(major && { majorGrid: lookOf(major, theme) }), ...(minor && { minorGrid: lookOf(minor, theme) }) };
}

function titleIn(node: XmlNode, theme: Theme): { title?: ChartText } {
  const title = titleOf(childOf(node, 'title'), theme);
  return title ? { title } : {};
}

/** The format that an axis has of its own. */
export function formatOf(node: XmlNode): { format?: string } {
  const { formatCode, sourceLinked } = childOf(node, 'numFmt')?.attributes ?? {};
  const isLinked = sourceLinked === '1' || sourceLinked === 'true';
  return formatCode === undefined || isLinked ? {} : { format: formatCode.slice(0, limits.workbook.formatLength) };
}

function labelPlace(text: string | undefined): Axis['labels'] {
  return text === 'low' || text === 'high' || text === 'none' ? text : 'nextTo';
}

/** A kind of tick by its word. */
export function tickOf(text: string | undefined, otherwise: TickMark): TickMark {
  return text === 'in' || text === 'out' || text === 'cross' || text === 'none' ? text : otherwise;
}

function betweenOf(node: XmlNode): Pick<Axis, 'isBetween'> {
  const said = valOf(node, 'crossBetween');
  return said === undefined ? {} : { isBetween: said !== 'midCat' };
}

function crossesOf(node: XmlNode): Axis['crosses'] {
  const at = numberOf(node, 'crossesAt');
  if (at !== undefined) return at;
  const said = valOf(node, 'crosses');
  return said === 'min' || said === 'max' ? said : 'auto';
}

/** What the values of an axis are divided by, by its word, and how that is called. */
export function unitNamed(word: string | undefined): readonly [divisor: number, label: string] | undefined {
  return word !== undefined && Object.hasOwn(units, word) ? units[word] : undefined;
}

function unitOf(node: XmlNode | undefined): { unit: number; unitLabel?: string } {
  const own = numberOf(node, 'custUnit');
  const [unit, label] = unitNamed(valOf(node, 'builtInUnit')) ?? [own !== undefined && own > 0 ? own : 1, ''];
  const shown = childOf(node, 'dispUnitsLbl');
  const text = linesOf(nodeAt(shown, 'tx', 'rich')).join(' ') || label;
  return { unit, ...(shown && text !== '' && { unitLabel: text }) };
}

function timeUnit(text: string | undefined): Axis['baseUnit'] | undefined {
  return text === 'days' || text === 'months' || text === 'years' ? text : undefined;
}

/** A title; undefined where there is none, no lines for one that names itself. */
export function titleOf(node: XmlNode | undefined, theme: Theme): ChartText | undefined {
  if (!node) return undefined;
  const text = childOf(node, 'tx');
  const rich = childOf(text, 'rich');
  const source = sourceOf(text);
  const lines = rich ? linesOf(rich) : source.cached.filter((line) => line !== undefined).map(String);
  const place = placeOf(node);
  return {
    lines: lines.filter((line, n) => line !== '' || n > 0),
    ...(!rich && source.ref !== undefined && { source }),
    letters: { ...lettersOf(childOf(node, 'txPr'), theme), ...lettersOf(rich, theme) },
    isOverlay: saysYes(node, 'overlay'),
    ...(place && { place }),
  };
}
