import { limits } from '@sheetwire/contract/limits';
import type { Theme } from '../../../read/theme.ts';
import { whole } from '../../../read/xml.ts';
import { childOf, childrenOf, nodeAt, textWithin, type XmlNode } from '../../xml-tree.ts';
import type { LabelLook, LabelWord, PointLabel } from '../model.ts';
import { lettersOf, lookOf } from './look.ts';
import { saysYes, sourceOf, valOf } from './values.ts';

/** How labels of points look; undefined where there are none. */
export function labelsOf(node: XmlNode | undefined, theme: Theme): LabelLook | undefined {
  if (!node || saysYes(node, 'delete')) return undefined;
  const points: Record<number, PointLabel | undefined> = {};
  for (const label of childrenOf(node, 'dLbl').slice(0, limits.charts.ownLooks)) {
    const index = whole(valOf(label, 'idx'));
    if (index === undefined || index < 0) continue;
    const rich = nodeAt(label, 'tx', 'rich');
    const cells = nodeAt(label, 'tx', 'strRef');
    const words = wordsOf(rich);
    points[index] = saysYes(label, 'delete')
      ? undefined
      : {
          ...ownLabel(label, theme),
          ...(words.length > 0 && { words }),
          ...(cells && { source: sourceOf(childOf(label, 'tx')) }),
          letters: lettersOf(rich ?? childOf(label, 'txPr'), theme),
        };
  }
  return { ...noLabels, ...ownLabel(node, theme), points };
}

/** Labels that say nothing, where the file says no more. */
export const noLabels: LabelLook = {
  showsValue: false,
  showsCategory: false,
  showsSeries: false,
  showsPercent: false,
  showsSize: false,
  showsRange: false,
  separator: ', ',
  letters: {},
  shape: {},
  points: {},
};

function ownLabel(node: XmlNode, theme: Theme): Omit<LabelLook, 'points'> {
  const format = childOf(node, 'numFmt')?.attributes;
  const isOwn = format && format.sourceLinked !== '1' && format.sourceLinked !== 'true';
  const place = valOf(node, 'dLblPos');
  return {
    showsValue: saysYes(node, 'showVal'),
    showsCategory: saysYes(node, 'showCatName'),
    showsSeries: saysYes(node, 'showSerName'),
    showsPercent: saysYes(node, 'showPercent'),
    showsSize: saysYes(node, 'showBubbleSize'),
    showsRange: /^(?:1|true)$/.test(extended(node, 'showDataLabelsRange')?.attributes.val ?? ''),
    separator: (childOf(node, 'separator')?.text ?? ', ').slice(0, 10),
    ...(isOwn &&
      format.formatCode !== undefined && { format: format.formatCode.slice(0, limits.workbook.formatLength) }),
    ...(place !== undefined && { place }),
    letters: lettersOf(childOf(node, 'txPr'), theme),
    shape: lookOf(node, theme),
  };
}

/** What an extension of an element holds by that name. */
export function extended(node: XmlNode, name: string): XmlNode | undefined {
  return childrenOf(node, 'ext')
    .map((extension) => childOf(extension, name))
    .find((found) => found !== undefined);
}

/** The words of a label, its paragraphs in one line; fields stand for what they show. */
function wordsOf(rich: XmlNode | undefined): LabelWord[] {
  return childrenOf(rich, 'p')
    .slice(0, mostParagraphs)
    .flatMap((paragraph, n): LabelWord[] => {
      const words = paragraph.children.slice(0, mostRuns).map(wordOf);
      return n > 0 ? [' ', ...words] : words;
    })
    .filter((word) => word !== '');
}
const mostParagraphs = 20;
const mostRuns = 50;

function wordOf(run: XmlNode): LabelWord {
  if (run.name === 'br') return ' ';
  const field = run.name === 'fld' ? run.attributes.type : undefined;
  return field !== undefined && fields.has(field)
    ? { field }
    : textWithin(childOf(run, 't'))
        .slice(0, limits.charts.text)
        .replaceAll(/[\r\n]+/g, ' ');
}

/** The fields of [MS-ODRAWXML] that labels know. */
const fields: ReadonlySet<string> = new Set([
  'CELLRANGE',
  'VALUE',
  'YVALUE',
  'XVALUE',
  'CATEGORYNAME',
  'SERIESNAME',
  'PERCENTAGE',
  'BUBBLESIZE',
]);
