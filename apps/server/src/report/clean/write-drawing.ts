import { drawingElements, drawingText } from './drawings.ts';
import { type Element, isElementNode, isTextNode } from './parse.ts';
import type { AttributeRules } from './rules.ts';
import { attributeText, type Walk, writeText } from './walk.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** Writes a drawing: known shapes with their look; every other element goes with all that is in it. */
export function writeDrawing(walk: Walk, element: Element, isClip = false): void {
  const tag = element.tagName;
  const rules = element.namespaceURI === SVG ? drawingElements.get(tag) : undefined;
  if (!rules) return;
  const isWithinClip = isClip || tag === 'clipPath';
  const attributes = attributeText(walk, element, isWithinClip ? withoutClip(rules) : rules);
  walk.html += `<${tag}${attributes}>`;
  for (const child of element.childNodes) {
    if (isElementNode(child)) writeDrawing(walk, child, isWithinClip);
    else if (isTextNode(child) && drawingText.has(tag)) writeText(walk, child.value);
  }
  walk.html += `</${tag}>`;
}

/** A clip within a clip is drawn as often as both have shapes, and so on: a chain of them would never end. */
function withoutClip(rules: AttributeRules): AttributeRules {
  const without = clipless.get(rules) ?? new Map([...rules].filter(([name]) => name !== 'clip-path'));
  clipless.set(rules, without);
  return without;
}
const clipless = new Map<AttributeRules, AttributeRules>();
