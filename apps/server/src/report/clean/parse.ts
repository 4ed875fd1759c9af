import { limits } from '@sheetwire/contract/limits';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html as markup, parseFragment } from 'parse5';
import { CleanRefusal } from './refusal.ts';

export type Parent = DefaultTreeAdapterTypes.ParentNode;
export type Element = DefaultTreeAdapterTypes.Element;
export type Node = DefaultTreeAdapterTypes.ChildNode;

export interface ParseCaps {
  readonly nodes: number;
  readonly depth: number;
}

/** Cells or rows without their table, as a cut-out of a page has them. */
const BARE_PART = /^[ \t\n\f\r]*<(?:tr|td|th|tbody|thead|tfoot|caption|colgroup|col)[\s/>]/i;

/** A page as a browser would read it within a div; stops at the caps while it reads, before memory is spent. */
export function parsePage(html: string, caps: ParseCaps): Parent {
  return parse(BARE_PART.test(html) ? `<table>${html}` : html, caps);
}

/** The inside of one cell. */
export function parseCell(html: string): Parent {
  return parse(html, { nodes: limits.clean.nodes, depth: limits.clean.cellDepth });
}

function parse(html: string, caps: ParseCaps): Parent {
  const context = defaultTreeAdapter.createElement('div', markup.NS.HTML, []);
  // An open formatting element comes again in each paragraph: a short page must not become a large tree.
  const nodes = Math.min(caps.nodes, limits.clean.fewNodes + html.length);
  return parseFragment(context, html, { treeAdapter: boundedAdapter({ nodes, depth: caps.depth }) });
}

function boundedAdapter(caps: ParseCaps): typeof defaultTreeAdapter {
  let nodes = 0;
  let depth = 0;
  // Texts need no count: they lie between elements and comments.
  const count = () => {
    if (++nodes > caps.nodes) throw new CleanRefusal('too_large', `a page can have at most ${caps.nodes} elements`);
  };
  return {
    ...defaultTreeAdapter,
    createElement(...args) {
      count();
      return defaultTreeAdapter.createElement(...args);
    },
    createCommentNode(data) {
      count();
      return defaultTreeAdapter.createCommentNode(data);
    },
    onItemPush() {
      // The parser's own root is one more.
      if (++depth > caps.depth + 1) throw new CleanRefusal('page_too_deep');
    },
    onItemPop() {
      depth--;
    },
  };
}

export const { isElementNode, isTextNode } = defaultTreeAdapter;

/** The text of a node without its marks. */
export function textOf(node: Node): string {
  if (isTextNode(node)) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}
