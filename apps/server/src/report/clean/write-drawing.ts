import { drawingElements, drawingText } from './drawings.ts';
import { escapeText } from './escape.ts';
import { type Element, isElementNode, isTextNode } from './parse.ts';
import { attributeText, type Walk } from './walk.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** Writes a drawing: known shapes with their look; every other element goes with all that is in it. */
export function writeDrawing(walk: Walk, element: Element): void {
  const tag = element.tagName;
  const rules = element.namespaceURI === SVG ? drawingElements.get(tag) : undefined;
  if (!rules) return;
  walk.html += `<${tag}${attributeText(element, rules)}>`;
  for (const child of element.childNodes) {
    if (isElementNode(child)) writeDrawing(walk, child);
    else if (isTextNode(child) && drawingText.has(tag)) walk.html += escapeText(child.value);
  }
  walk.html += `</${tag}>`;
}
