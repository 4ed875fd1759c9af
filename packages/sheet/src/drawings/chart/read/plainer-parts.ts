import { childOf, type XmlNode } from '../../xml-tree.ts';
import { hasGround, styleNumber } from './chart-style.ts';

/** What is drawn in a plainer way or not at all, by the element that asks for it. */
const reasons = new Map([
  ['userShapes', 'Shapes on a chart are not drawn.'],
  ['serLines', 'Lines between series are not drawn.'],
  ['blipFill', 'Picture fills are drawn in gray.'],
  ['gradFill', 'Gradients are drawn as their middle color.'],
]);
const dropLines = 'Drop lines of areas are not drawn.';
const ground = 'The background of its chart style is not drawn.';

/** Why parts of a chart look plainer than in its file, each reason once. */
export function plainerParts(tree: XmlNode): string[] {
  const found = new Set<string>();
  look(tree, found);
  const space = childOf(tree, 'chartSpace');
  if (space && hasGround(styleNumber(space))) found.add(ground);
  return [...found];
}

function look(node: XmlNode, found: Set<string>): void {
  for (const child of node.children) {
    const why = child.name === 'serLines' && node.name === 'ofPieChart' ? undefined : reasons.get(child.name);
    if (why !== undefined) found.add(why);
    if (child.name === 'dropLines' && node.name.startsWith('area')) found.add(dropLines);
    look(child, found);
  }
}
