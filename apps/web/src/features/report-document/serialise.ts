import { CLOSED } from '@sheetwire/page/closed-controls';
import { escapeText, quoteAttribute } from '@sheetwire/page/tag-writer';

const VOID = new Set(['br', 'col', 'hr', 'img', 'input', 'wbr']);

/** The children of a node as canonical HTML: what the server's serialiser writes of the same tree. */
export function innerHtml(parent: Node): string {
  let html = '';
  for (let node = parent.firstChild; node; node = node.nextSibling) html += outerHtml(node);
  return html;
}

/** The attributes of an element as they stand in its canonical open tag. */
export function attributesOf(element: Element): string {
  let text = '';
  const ours = ownAttributes(element);
  // By name: `attributes` makes a node of each, which the browser keeps as long as the element.
  for (const name of element.getAttributeNames()) {
    if (!ours.includes(name)) text += ` ${name}="${quoteAttribute(element.getAttribute(name) ?? '')}"`;
  }
  return text;
}

/** A node as canonical HTML. */
export function outerHtml(node: Node): string {
  if (node instanceof Text) return escapeText(node.data);
  if (!(node instanceof Element)) return '';
  const name = node.localName;
  const tag = `<${name}${attributesOf(node)}`;
  if (VOID.has(name)) return `${tag}>`;
  const inner = innerHtml(node);
  const lost = name === 'textarea' && inner.startsWith('\n') ? '\n' : '';
  return `${tag}>${lost}${inner}</${name}>`;
}

const none: readonly string[] = [];

/** What this page says of a control: that it is closed to its reader, and why. */
function ownAttributes(node: Element): readonly string[] {
  const closed = node.hasAttribute(CLOSED) ? ['disabled', CLOSED] : none;
  return node.hasAttribute('data-why') ? [...closed, 'title', 'data-why'] : closed;
}
