import { droppedWhole, type ElementRule, flowElements } from './elements.ts';
import { imageAttributes } from './images.ts';
import { inside } from './layout-cost.ts';
import { type Element, isElementNode, isTextNode, type Parent } from './parse.ts';
import {
  attributeText,
  cleanAttributes,
  open,
  refuseGrowth,
  type Surroundings,
  textOfAttributes,
  type Walk,
  writeText,
} from './walk.ts';
import { isControl, writeControl } from './write-control.ts';
import { writeDrawing } from './write-drawing.ts';
import { writeTable } from './write-table.ts';

const HTML = 'http://www.w3.org/1999/xhtml';
/** Block elements that an open list item or entry reaches through (the parser's own exceptions). */
const THROUGH = new Set(['address', 'div', 'p']);

/** Writes what lies in an element: known elements where they read back as written, of all others the text alone. */
export function writeContent(walk: Walk, parent: Parent, place: Surroundings): void {
  for (const node of parent.childNodes) {
    if (isTextNode(node)) writeText(walk, node.value);
    else if (isElementNode(node)) writeElement(walk, node, place);
  }
}

function writeElement(walk: Walk, element: Element, place: Surroundings): void {
  refuseGrowth(walk);
  if (element.namespaceURI !== HTML) writeDrawing(walk, element);
  else if (isControl(element)) writeControl(walk, element, place);
  else if (element.tagName === 'img') writeImage(walk, element);
  else if (element.tagName === 'table' && (place.flags & open.paragraph) === 0) writeTable(walk, element, place);
  else writeFlow(walk, element, place);
}

/** Whether the parser would put the element here and close nothing for it. */
function mayStand(tag: string, { placement }: ElementRule, { flags, parent }: Surroundings): boolean {
  switch (placement) {
    case 'text':
      return tag !== 'a' || (flags & open.link) === 0;
    case 'note':
      return parent === 'ruby';
    case 'void':
      return true;
    case 'block':
    case 'rule':
      return (flags & open.paragraph) === 0;
    case 'heading':
      return (flags & open.paragraph) === 0 && !/^h[1-6]$/.test(parent);
    case 'item':
      return (flags & (open.paragraph | open.item)) === 0;
    case 'entry':
      return (flags & (open.paragraph | open.entry)) === 0;
  }
}

function writeFlow(walk: Walk, element: Element, place: Surroundings): void {
  const tag = element.tagName;
  if (tag === 'q') {
    writeQuote(walk, element, place);
    return;
  }
  const rule = flowElements.get(tag);
  if (!rule || !mayStand(tag, rule, place)) {
    if (!droppedWhole.has(tag)) walk.content(walk, element, place);
    return;
  }
  const attributes = attributeText(walk, element, rule.attributes);
  walk.html += `<${tag}${attributes}${relOf(element, rule.attributes)}>`;
  const ends = endsLetter(tag, rule);
  if (ends) walk.marks = 0;
  if (rule.placement === 'void' || rule.placement === 'rule') return;
  const within = { parent: tag, flags: flagsIn(tag, rule, place.flags), inTable: place.inTable };
  inside(walk.scope, attributes, () => {
    if (tag === 'pre') writePreformatted(walk, element, within);
    else walk.content(walk, element, within);
  });
  walk.html += `</${tag}>`;
  if (ends) walk.marks = 0;
}

/** With marks of its own: those of a browser depend on all quotes before, which it counts anew for each. */
function writeQuote(walk: Walk, element: Element, place: Surroundings): void {
  writeText(walk, '\u201c');
  walk.content(walk, element, place);
  writeText(walk, '\u201d');
}

/** Whether no text behind the tag goes on upon a letter before it: elements in a line leave it one text. */
function endsLetter(tag: string, { placement }: ElementRule): boolean {
  return placement !== 'text' && placement !== 'note' && tag !== 'wbr';
}

/** Every link that leads anywhere keeps the portal to itself. */
function relOf(element: Element, attributes: ElementRule['attributes']): string {
  if (element.tagName !== 'a') return '';
  const href = element.attrs.find(({ name, prefix }) => name === 'href' && !prefix);
  return href && attributes.get('href')?.(href.value) !== undefined ? ' rel="noopener noreferrer"' : '';
}

function flagsIn(tag: string, { placement }: ElementRule, flags: number): number {
  const lasting = flags & (open.link | open.button);
  switch (placement) {
    case 'text':
    case 'note':
      return tag === 'a' ? flags | open.link : flags;
    case 'item':
      return lasting | open.item;
    case 'entry':
      return lasting | open.entry;
    default:
      if (tag === 'p') return flags | open.paragraph;
      return THROUGH.has(tag) ? flags : lasting;
  }
}

/** The parser takes away a line feed that begins the text, so one is written before it. */
function writePreformatted(walk: Walk, element: Element, place: Surroundings): void {
  const before = walk.html;
  walk.html = '';
  walk.content(walk, element, place);
  walk.html = `${before}${walk.html.startsWith('\n') ? '\n' : ''}${walk.html}`;
}

/** An image that may not be shown leaves its text. */
function writeImage(walk: Walk, element: Element): void {
  const attributes = cleanAttributes(walk, element, imageAttributes);
  if (!attributes.has('src')) {
    writeText(walk, attributes.get('alt') ?? '');
    return;
  }
  walk.html += `<img${textOfAttributes(attributes)}>`;
  walk.marks = 0;
}
