import { limits } from '@sheetwire/contract/limits';
import { drawingElements, drawingText } from './drawings.ts';
import { type Element, isElementNode, isTextNode } from './parse.ts';
import type { AttributeRules } from './rules.ts';
import { attributeText, type Walk, writeText } from './walk.ts';

const SVG = 'http://www.w3.org/2000/svg';

const { layout } = limits.clean;

/** What an element of a drawing lies in. */
interface Within {
  /** The clip that it is part of, with the shapes of it that were written. */
  readonly clip?: { shapes: number } | undefined;
  /** Clipped elements around it. */
  readonly clipped: number;
  /** The element around it, with the stops of a gradient that were written. */
  readonly parent?: { stops: number };
}

/** Writes a drawing: known shapes with their look; every other element goes with all that is in it. */
export function writeDrawing(walk: Walk, element: Element, within: Within = { clipped: 0 }): void {
  const tag = element.tagName;
  const rules = element.namespaceURI === SVG ? drawingElements.get(tag) : undefined;
  if (!rules || !hasRoom(tag, within)) return;
  const clip = within.clip ?? (tag === 'clipPath' ? { shapes: 0 } : undefined);
  const mayClip = clip === undefined && within.clipped < layout.clips;
  const attributes = attributeText(walk, element, mayClip ? rules : withoutClip(rules));
  const clipped = within.clipped + (attributes.includes(' clip-path="') ? 1 : 0);
  const inside = { clip, clipped, parent: { stops: 0 } };
  walk.html += `<${tag}${attributes}>`;
  endLetter(walk, tag);
  for (const child of element.childNodes) {
    if (isElementNode(child)) writeDrawing(walk, child, inside);
    else if (isTextNode(child) && drawingText.has(tag)) writeText(walk, child.value);
  }
  walk.html += `</${tag}>`;
  endLetter(walk, tag);
}

/** Parts of a text are one text: marks go on from one to the other. */
function endLetter(walk: Walk, tag: string): void {
  if (tag !== 'tspan') walk.marks = 0;
}

/** A clip of letters or of many shapes is drawn apart for each element that it clips; many stops are read for each shape. */
function hasRoom(tag: string, { clip, parent }: Within): boolean {
  if (tag === 'stop' && parent) return ++parent.stops <= layout.stops;
  return !clip || (!drawingText.has(tag) && ++clip.shapes <= layout.clipShapes);
}

/** A clip within a clip is drawn as often as both have shapes, and so on: a chain of them would never end. */
function withoutClip(rules: AttributeRules): AttributeRules {
  const without = clipless.get(rules) ?? new Map([...rules].filter(([name]) => name !== 'clip-path'));
  clipless.set(rules, without);
  return without;
}
const clipless = new Map<AttributeRules, AttributeRules>();
