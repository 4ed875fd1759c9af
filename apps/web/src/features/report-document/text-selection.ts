/** One end of a selection as the reader made it: how far into which cell's text. */
interface Point {
  readonly cell: Element;
  readonly offset: number;
  readonly node: Node;
  readonly nodeOffset: number;
}
interface SavedSelection {
  readonly start: Point;
  readonly end: Point;
  readonly isBackward: boolean;
}

interface ComposedSelection {
  getComposedRanges?(options: { shadowRoots: ShadowRoot[] }): StaticRange[];
}
interface RootWithSelection {
  getSelection?(): Selection | null;
}

/** The selection within a shadow root, or undefined when there is none in it. */
export function selectionWithin(root: ShadowRoot): StaticRange | undefined {
  const selection: (Selection & ComposedSelection) | null = document.getSelection();
  if (!selection || selection.rangeCount === 0) return undefined;
  const range = selection.getComposedRanges
    ? selection.getComposedRanges({ shadowRoots: [root] })[0]
    : rangeOfRoot(root);
  if (!range || range.collapsed) return undefined;
  const { host } = root;
  const meets = (node: Node) => node === host || root.contains(node) || node.contains(host);
  return meets(range.startContainer) || meets(range.endContainer) ? range : undefined;
}

/** What engines without getComposedRanges offer. */
function rangeOfRoot(root: ShadowRoot & RootWithSelection): StaticRange | undefined {
  const selection = root.getSelection?.();
  if (!selection || selection.rangeCount === 0) return undefined;
  return new StaticRange(selection.getRangeAt(0));
}

/** A field with the focus has its own text. */
export function isTyping(): boolean {
  const focused = document.activeElement?.shadowRoot?.activeElement ?? document.activeElement;
  return focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement;
}

/** Notes the selection before cells are written; undefined when neither end lies in a cell of the document. */
function saveSelection(root: ShadowRoot): SavedSelection | undefined {
  // What is selected in a text control is its own: seen from outside it is the whole control.
  if (root.activeElement?.matches('textarea, input')) return undefined;
  const range = selectionWithin(root);
  if (!range || !root.contains(range.startContainer) || !root.contains(range.endContainer)) return undefined;
  const start = pointAt(range.startContainer, range.startOffset);
  const end = pointAt(range.endContainer, range.endOffset);
  if (!start || !end) return undefined;
  return { start, end, isBackward: isBackward() };
}

function isBackward(): boolean {
  const selection = document.getSelection();
  return selection !== null && 'direction' in selection && selection.direction === 'backward';
}

function pointAt(node: Node, nodeOffset: number): Point | undefined {
  const element = node instanceof Element ? node : node.parentElement;
  const cell = element?.closest('td, th');
  if (!cell) return undefined;
  const before = document.createRange();
  before.setStart(cell, 0);
  before.setEnd(node, nodeOffset);
  return { cell, offset: before.toString().length, node, nodeOffset };
}

/** Sets the selection again after its cells were written, each end as far into the new text as it was in the old. */
export function restoreSelection(saved: SavedSelection, written: ReadonlySet<Element>): void {
  if (!written.has(saved.start.cell) && !written.has(saved.end.cell)) return;
  if (!saved.start.cell.isConnected || !saved.end.cell.isConnected) return;
  const start = place(saved.start, written);
  const end = place(saved.end, written);
  const [anchor, focus] = saved.isBackward ? [end, start] : [start, end];
  document.getSelection()?.setBaseAndExtent(anchor.node, anchor.offset, focus.node, focus.offset);
}

function place(point: Point, written: ReadonlySet<Element>): { node: Node; offset: number } {
  if (!written.has(point.cell)) return { node: point.node, offset: point.nodeOffset };
  let left = point.offset;
  const texts = document.createTreeWalker(point.cell, NodeFilter.SHOW_TEXT);
  let last: Node = point.cell;
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const length = node.textContent?.length ?? 0;
    if (left <= length) return { node, offset: left };
    left -= length;
    last = node;
  }
  return { node: last, offset: last === point.cell ? 0 : (last.textContent?.length ?? 0) };
}

/** Asking for the selection lays the page out: it is asked once after it moved, and again only while it lies here. */
export class SelectionHere {
  readonly #root: ShadowRoot;
  #maySelect = true;

  constructor(root: ShadowRoot, signal: AbortSignal) {
    this.#root = root;
    const moved = () => {
      this.#maySelect = true;
    };
    document.addEventListener('selectionchange', moved, { signal });
  }

  save(): SavedSelection | undefined {
    const selection = this.#maySelect ? saveSelection(this.#root) : undefined;
    if (!selection) this.#maySelect = false;
    return selection;
  }
}
