import { drawnCss } from '@sheetwire/page/grid-css';

/** The look of one page's cells as a sheet: `[data-s="n"]` is entry n of the page's styles (interfaces 6). */
export class PageStyles {
  readonly sheet = new CSSStyleSheet();
  readonly #list: string[];

  constructor(styles: readonly string[]) {
    this.#list = [...styles];
    this.sheet.replaceSync(styles.map((_, n) => selector(n)).join(''));
    for (const [n, css] of styles.entries()) this.set(n, css);
  }

  /** The entries as the report has them. */
  get list(): readonly string[] {
    return this.#list;
  }

  /** Sets one entry; text goes in through a declaration block only, so that it can never leave its rule. */
  set(number: number, css: string): void {
    while (this.sheet.cssRules.length <= number) {
      this.sheet.insertRule(selector(this.sheet.cssRules.length), this.sheet.cssRules.length);
    }
    while (this.#list.length < number) this.#list.push('');
    this.#list[number] = css;
    const rule = this.sheet.cssRules[number];
    if (rule instanceof CSSStyleRule) rule.style.cssText = drawnCss(css);
  }
}

/** Adds a sheet to those of the report's root; a page that is drawn anew begins without it. */
export function adoptSheet(root: ShadowRoot, sheet: CSSStyleSheet): void {
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}

function selector(number: number): string {
  return `[data-s="${number}"]{}`;
}
