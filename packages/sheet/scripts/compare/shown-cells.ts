import { parseAddress } from '../../src/address.ts';
import type { RenderedPage } from '../../src/publish-pages.ts';

/** The look of a cell of a page, as its declarations say it. */
export interface ShownCell {
  readonly text: string;
  readonly fill: string | undefined;
  /** Undefined = that of the page. */
  readonly color: string | undefined;
  readonly family: string;
  readonly size: number;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly isUnderlined: boolean;
  readonly isStruck: boolean;
  readonly horizontal: string;
  readonly vertical: string;
  /** Parts of its text have looks of their own. */
  readonly hasRuns: boolean;
  readonly isNumber: boolean;
}

/** The cells of a page by `row,column`. */
export function shownCells({ html, styles }: RenderedPage): Map<string, ShownCell> {
  const found = new Map<string, ShownCell>();
  for (const [, table = '', body = ''] of html.matchAll(/<table([^>]*)>(.*?)<\/table>/gs)) {
    const plain = declarations(attribute(table, 'style'));
    for (const [, attributes = '', inner = ''] of body.matchAll(/<t[dh]((?: [^>]*)?)>(.*?)<\/t[dh]>/gs)) {
      const place = parseAddress(attribute(attributes, 'data-cell'));
      if (!place) continue;
      const number = attribute(attributes, 'data-s');
      const css = number === '' ? attribute(attributes, 'style') : (styles[Number(number)] ?? '');
      found.set(`${place.row},${place.column}`, cellOf({ plain, own: declarations(css) }, attributes, inner));
    }
  }
  return found;
}

type Declarations = ReadonlyMap<string, string>;

function cellOf(
  { plain, own }: { readonly plain: Declarations; readonly own: Declarations },
  attributes: string,
  inner: string,
): ShownCell {
  const said = (name: string) => own.get(name) ?? plain.get(name) ?? '';
  const decoration = `${own.get('text-decoration') ?? ''}${inner.startsWith('<span style="display:block;border-bottom') ? ' underline' : ''}`;
  return {
    text: unescaped(inner.replace(/<svg.*?<\/svg>/gs, '').replace(/<[^>]*>/g, '')),
    fill: own.get('background-color') === 'canvas' ? undefined : own.get('background-color'),
    color: /<a [^>]* style="color:([^"]*)"/.exec(inner)?.[1] ?? inkOf(own.get('color')),
    family: said('font-family').split(',')[0]?.replaceAll('"', '').replaceAll('&quot;', '') ?? '',
    size: Number.parseFloat(said('font-size')),
    isBold: own.get('font-weight') === '700',
    isItalic: own.get('font-style') === 'italic',
    isUnderlined: decoration.includes('underline'),
    isStruck: decoration.includes('line-through'),
    horizontal: own.get('text-align') ?? 'general',
    vertical: own.get('vertical-align') ?? 'bottom',
    hasRuns: /<(?:sup|sub|span style="(?!display:block;border|float:))/.test(inner),
    isNumber: attributes.includes(' data-num'),
  };
}

function inkOf(color: string | undefined): string | undefined {
  return color === 'canvastext' ? undefined : color;
}

function attribute(attributes: string, name: string): string {
  return unescaped(new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1] ?? '');
}

function declarations(css: string): Map<string, string> {
  return new Map(
    css.split(/;(?![^(]*\))/).map((one) => {
      const at = one.indexOf(':');
      return [one.slice(0, at).trim(), one.slice(at + 1).trim()];
    }),
  );
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&nbsp;', '\u00a0')
    .replaceAll('&amp;', '&');
}
