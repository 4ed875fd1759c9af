import { limits } from '@sheetwire/contract/limits';
import type { Theme } from '../../../../read/theme.ts';
import { whole } from '../../../../read/xml.ts';
import { childOf, childrenOf, type XmlNode } from '../../../xml-tree.ts';
import type { LabelLook, PointLook, Series, ValueSource } from '../../model.ts';
import { noLabels } from '../labels.ts';
import { lettersOf, lookOf } from '../look.ts';
import { lostIn, numbersOf, textsOf, valOf } from '../values.ts';
import type { Part, SeriesData } from './part.ts';

/** The data of a newer chart, by their numbers. */
export function dataIn(node: XmlNode | undefined): Map<string, SeriesData> {
  const found = new Map<string, SeriesData>();
  for (const data of childrenOf(node, 'data').slice(0, limits.charts.series)) {
    const numbers = childrenOf(data, 'numDim');
    const texts = childrenOf(data, 'strDim');
    const categories = texts.find(({ attributes }) => attributes.type === 'cat') ?? texts[0];
    const values = numbers.find(({ attributes }) => attributes.type !== 'x') ?? numbers[0];
    found.set(data.attributes.id ?? '', {
      ...(categories && { categories: sourceOf(categories) }),
      values: values ? sourceOf(values) : { cached: [], lost: 0 },
      isTooDeep: childrenOf(categories, 'lvl').length > limits.charts.levels,
    });
  }
  return found;
}

function sourceOf(node: XmlNode): ValueSource {
  const ref = childOf(node, 'f')?.text.trim();
  const lists = childrenOf(node, 'lvl').slice(0, limits.charts.levels);
  const [first] = lists;
  const format = first?.attributes.formatCode;
  const levels = lists.slice(1).map(textsOf);
  return {
    ...(ref && { ref }),
    cached: node.name === 'numDim' ? numbersOf(first) : textsOf(first),
    ...(levels.length > 0 && { levels }),
    ...(format && { format: format.slice(0, limits.workbook.formatLength) }),
    lost: lostIn(first),
  };
}

/** A series of a newer chart; `place` is its place among those of the chart. */
export function seriesOf(node: XmlNode, place: number, { theme, data }: Part): Series {
  const own = data.get(valOf(node, 'dataId') ?? '');
  const labels = labelsOf(childOf(node, 'dataLabels'), theme);
  const index = whole(node.attributes.formatIdx) ?? place;
  return {
    index: Math.max(0, Math.min(limits.charts.series, index)),
    name: nameOf(childOf(childOf(node, 'tx'), 'txData')),
    ...(own?.categories && { categories: own.categories }),
    values: own?.values ?? { cached: [], lost: 0 },
    look: lookOf(node, theme),
    points: pointsOf(node, theme),
    ...(labels && { labels }),
    trends: [],
    errors: [],
    isSmooth: false,
    explosion: 0,
    invertsNegative: false,
  };
}

function nameOf(node: XmlNode | undefined): ValueSource {
  const ref = childOf(node, 'f')?.text.trim();
  const text = childOf(node, 'v')?.text.trim();
  return { ...(ref && { ref }), cached: text ? [text.slice(0, limits.charts.text)] : [], lost: 0 };
}

function pointsOf(node: XmlNode, theme: Theme): Record<number, PointLook> {
  const points: Record<number, PointLook> = {};
  for (const point of childrenOf(node, 'dataPt').slice(0, limits.charts.ownLooks)) {
    const index = whole(point.attributes.idx);
    if (index !== undefined && index >= 0) points[index] = { look: lookOf(point, theme) };
  }
  return points;
}

function labelsOf(node: XmlNode | undefined, theme: Theme): LabelLook | undefined {
  if (!node) return undefined;
  const points: Record<number, Partial<LabelLook> | undefined> = {};
  for (const label of childrenOf(node, 'dataLabel').slice(0, limits.charts.ownLooks)) {
    const index = whole(label.attributes.idx);
    if (index !== undefined && index >= 0) points[index] = ownLabel(label, theme);
  }
  for (const label of childrenOf(node, 'dataLabelHidden').slice(0, limits.charts.ownLooks)) {
    const index = whole(label.attributes.idx);
    if (index !== undefined && index >= 0) points[index] = undefined;
  }
  return { ...usualLabels, ...ownLabel(node, theme), points };
}

/** Those of newer charts show values. */
const usualLabels: LabelLook = { ...noLabels, showsValue: true };

/** What a label, or all of a series, says of itself. */
function ownLabel(node: XmlNode, theme: Theme): Partial<LabelLook> {
  const seen = childOf(node, 'visibility')?.attributes;
  const isOn = (text: string | undefined) => text === '1' || text === 'true';
  const format = childOf(node, 'numFmt')?.attributes;
  const separator = childOf(node, 'separator')?.text;
  const { pos } = node.attributes;
  return {
    ...(seen && {
      showsValue: isOn(seen.value),
      showsCategory: isOn(seen.categoryName),
      showsSeries: isOn(seen.seriesName),
    }),
    ...(separator !== undefined && { separator: separator.slice(0, 10) }),
    ...(format?.formatCode !== undefined &&
      !isOn(format.sourceLinked) && { format: format.formatCode.slice(0, limits.workbook.formatLength) }),
    ...(pos !== undefined && { place: pos }),
    letters: lettersOf(childOf(node, 'txPr'), theme),
    shape: lookOf(node, theme),
  };
}
