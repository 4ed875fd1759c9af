import { CLOSED } from '@sheetwire/page/closed-controls';
import { escapeText, quoteAttribute } from '@sheetwire/page/tag-writer';

const VOID = new Set(['br', 'col', 'hr', 'img', 'input', 'wbr']);

/** The children of a node as canonical HTML: what the server's serialiser writes of the same tree. */
export function innerHtml(parent: Node): string {
  let html = '';
  for (let node = parent.firstChild; node; node = node.nextSibling) html += outerHtml(node);
  return html;
}

/** A node as canonical HTML. */
export function outerHtml(node: Node): string {
  if (node instanceof Text) return escapeText(node.data);
  if (!(node instanceof Element)) return '';
  const name = node.localName;
  let tag = `<${name}`;
  const ours = ownAttributes(node);
  for (const { name: key, value } of node.attributes) {
    if (!ours.includes(key)) tag += ` ${key}="${quoteAttribute(value)}"`;
  }
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
