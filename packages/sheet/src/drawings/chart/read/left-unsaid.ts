import { childOf, type XmlNode } from '../../xml-tree.ts';

const ofLabels = ['showVal', 'showCatName', 'showSerName', 'showPercent', 'showBubbleSize'];
const ofGroup = ['varyColors'];

/** What is on where an element does not say otherwise, by the element (decision 88). */
const unsaid: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['chartSpace', ['roundedCorners']],
  ['catAx', ['delete']],
  ['valAx', ['delete']],
  ['dateAx', ['delete']],
  ['title', ['overlay']],
  ['legend', ['overlay']],
  ['dLbls', ofLabels],
  ['dLbl', ofLabels],
  ...['bar', 'bar3D', 'pie', 'pie3D', 'ofPie', 'doughnut', 'scatter', 'bubble'].map(
    (kind) => [`${kind}Chart`, ofGroup] as const,
  ),
]);

/** The same of a series, by the kind of its group. */
const unsaidOfSeries: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['lineChart', ['smooth']],
  ['scatterChart', ['smooth']],
  ['barChart', ['invertIfNegative']],
  ['bar3DChart', ['invertIfNegative']],
  ['bubbleChart', ['invertIfNegative']],
]);

/** A chart part with what it means by what it leaves unsaid, as Excel has read it since 2010 (decision 88). */
export function withUnsaid(node: XmlNode, parent = ''): XmlNode {
  const names = (node.name === 'ser' ? unsaidOfSeries.get(parent) : unsaid.get(node.name)) ?? [];
  const added = names.filter((name) => !childOf(node, name)).map(on);
  const children = node.children.map((child) => withUnsaid(child, node.name));
  const isSame = added.length === 0 && children.every((child, n) => child === node.children[n]);
  return isSame ? node : { ...node, children: [...children, ...added] };
}

/** An element without a value says yes. */
function on(name: string): XmlNode {
  return { name, attributes: {}, children: [], text: '' };
}
