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
  const isClosed = node.hasAttribute(CLOSED);
  for (const { name: key, value } of node.attributes) {
    if (!isClosed || (key !== 'disabled' && key !== CLOSED)) tag += ` ${key}="${quoteAttribute(value)}"`;
  }
  if (VOID.has(name)) return `${tag}>`;
  const inner = innerHtml(node);
  const lost = name === 'textarea' && inner.startsWith('\n') ? '\n' : '';
  return `${tag}>${lost}${inner}</${name}>`;
}
