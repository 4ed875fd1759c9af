import { gridCss } from '@sheetwire/page/grid-css';
import { followFocus } from './focus/behind-dialog.ts';
import type { PageView } from './page-view.ts';

/** What stands in the root beside the page, whichever page that is. */
interface Beside {
  readonly elements: () => readonly HTMLElement[];
  readonly sheet: CSSStyleSheet;
}

/** The shadow root of the report: one page, what the document puts beside it, their sheets, and the focus in them. */
export class DocumentRoot {
  readonly root: ShadowRoot;
  readonly #base = new CSSStyleSheet();
  readonly #beside: Beside;

  constructor(root: ShadowRoot, beside: Beside, signal: AbortSignal) {
    this.root = root;
    this.#beside = beside;
    this.#base.replaceSync(gridCss);
    followFocus(root, signal);
  }

  /** Puts a page there, before the one that goes is taken out. */
  add({ element, styles }: PageView): void {
    this.root.adoptedStyleSheets = [this.#base, styles.sheet, this.#beside.sheet];
    if (!element.isConnected) this.root.append(element);
  }

  /** Only this page stays. */
  keep({ element }: PageView): void {
    const elements = this.#beside.elements();
    const kept: ReadonlySet<ChildNode> = new Set<ChildNode>([element, ...elements]);
    for (const node of [...this.root.childNodes]) if (!kept.has(node)) node.remove();
    if (elements[0]?.isConnected === false) this.root.prepend(...elements);
  }

  clear(): void {
    this.root.replaceChildren();
    this.root.adoptedStyleSheets = [this.#base, this.#beside.sheet];
  }
}
