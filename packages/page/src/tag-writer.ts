import { attribute } from './table-scan.ts';

/** Ends the declarations that the rendering puts before the publisher's in a style attribute; 1 = he wrote none. */
const NO_WIRE_STYLE = ';--w:1';
const BEFORE_WIRE_STYLE = ';--w:0;';

/** The attributes that the rendering may add; `data-keep` lists those which the publisher wrote himself. */
export const ADDED_ATTRIBUTES: ReadonlySet<string> = new Set([
  'class',
  'role',
  'aria-label',
  'aria-rowcount',
  'aria-colcount',
  'aria-rowindex',
  'aria-colindex',
  'aria-colspan',
  'aria-rowspan',
  'data-n',
  'data-w',
  'data-keep',
  'data-t',
  'data-d',
  'data-r',
  'data-seen',
  'data-fold',
  'data-since',
  'aria-description',
]);

/** What the rendering adds to one open tag. */
export interface Additions {
  readonly attributes: readonly (readonly [name: string, value: string])[];
  /** Declarations, without a semicolon at the end. */
  readonly style?: string;
}

/** The attribute text of a wire tag with the rendering's own attributes behind it; `wireStyle` undoes the style. */
export function withAdditions(wire: string, { attributes, style }: Additions): string {
  let text = wire;
  let kept = '';
  for (const [name, value] of attributes) {
    if (wire !== '' && attribute(wire, name) !== undefined) kept += kept === '' ? name : ` ${name}`;
    else text += ` ${name}="${value}"`;
  }
  if (kept !== '') text += ` data-keep="${kept}"`;
  return style ? withStyle(text, style) : text;
}

function withStyle(attributes: string, style: string): string {
  const at = attributes.indexOf(' style="');
  if (at < 0) return `${attributes} style="${style}${NO_WIRE_STYLE}"`;
  const start = at + ' style="'.length;
  return attributes.slice(0, start) + style + BEFORE_WIRE_STYLE + attributes.slice(start);
}

/** The publisher's own value of a rendered style attribute; undefined when he wrote none. */
export function wireStyle(rendered: string): string | undefined {
  const before = rendered.indexOf(BEFORE_WIRE_STYLE);
  const none = rendered.endsWith(NO_WIRE_STYLE);
  if (before < 0) return none ? undefined : rendered;
  return rendered.slice(before + BEFORE_WIRE_STYLE.length);
}

/** A rendered style attribute with the rendering's declarations set anew. */
export function restyled(rendered: string | null, style: string): string {
  const wire = rendered === null ? undefined : wireStyle(rendered);
  return wire === undefined ? style + NO_WIRE_STYLE : style + BEFORE_WIRE_STYLE + wire;
}

/** A cell's rendered style with the clip of its text set, or taken away; undefined when nothing is left of it. */
export function withClip(rendered: string | null, clip: string | undefined): string | undefined {
  const text = rendered ?? '';
  const wire = wireStyle(text);
  const end = text.lastIndexOf(wire === undefined ? NO_WIRE_STYLE : BEFORE_WIRE_STYLE);
  const own = end < 0 ? [] : text.slice(0, end).split(';');
  const style = [...own.filter((one) => !one.startsWith('clip-path:')), ...(clip === undefined ? [] : [clip])];
  if (style.length > 0) return restyled(rendered, style.join(';'));
  return rendered === null || wire === undefined ? undefined : wire;
}

/** Text made safe within a double-quoted attribute, as the canonical form writes it. */
export function quoteAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;').replaceAll('`', '&#96;');
}

/** Text as the canonical form writes it. */
export function escapeText(text: string): string {
  return /[&<>]/.test(text) ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : text;
}
