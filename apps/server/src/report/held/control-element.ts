import type { Control } from '#report/clean/controls.ts';
import { escapeAttribute, escapeText } from '#report/clean/escape.ts';

/** Where a control's element lies in canonical HTML. */
export interface ElementAt {
  readonly start: number;
  readonly end: number;
  readonly markup: string;
}

/**
 * The element of a control. Canonical HTML has no bare `<` or `>` but those of its tags, and no bare `"` but those around
 * its values: a text or value that looks like a control's mark lies in no tag of a control, or not where a name stands.
 */
export function findElement(html: string, name: string): ElementAt | undefined {
  const mark = ` data-control="${name}"`;
  if (!html.includes(mark)) return undefined;
  const tagged = new RegExp(`<(textarea|select|input|button)(?: [^<>]*)?${mark.replaceAll('.', '\\.')}[^<>]*>`).exec(
    html,
  );
  if (!tagged) return undefined;
  const [start, open] = [tagged.index, tagged.index + tagged[0].length];
  const close = tagged[1] === 'input' ? '' : `</${tagged[1]}>`;
  const closeAt = html.indexOf(close, open);
  if (closeAt < 0) return undefined;
  const end = closeAt + close.length;
  return { start, end, markup: html.slice(start, end) };
}

/** Attributes one after the other, each with its value: what looks like one inside of a value is none. */
const ATTRIBUTES = / ([a-z][a-z0-9-]*)="([^"]*)"/g;

/** The value of an attribute of the element's own tag, as it is written there. */
export function attributeOf(markup: string, name: string): string | undefined {
  for (const [, found, value] of openTag(markup).matchAll(ATTRIBUTES)) if (found === name) return value;
  return undefined;
}

/** The HTML with the element replaced. */
export function withElement(html: string, { start, end }: ElementAt, markup: string): string {
  return html.slice(0, start) + markup + html.slice(end);
}

/** A control's canonical markup as it shows a valid value; null shows it cleared, a button shows nothing of it. */
export function showValue(markup: string, kind: Control['kind'], value: string | null): string {
  switch (kind) {
    case 'text':
      return showText(markup, value ?? '');
    case 'bool':
      return showFlag(markup, value === 'true');
    case 'list':
      return showChoice(markup, value ?? '');
    case 'date':
    case 'datetime':
    case 'time':
      return showDate(markup, value);
    case 'button':
      return markup;
  }
}

/** The parser takes away a line feed that begins the text. */
function showText(markup: string, value: string): string {
  const text = escapeText(value.replace(/\r\n?/g, '\n'));
  return `${openTag(markup)}${text.startsWith('\n') ? '\n' : ''}${text}</textarea>`;
}

function showFlag(markup: string, isChecked: boolean): string {
  const plain = markup.replace(' checked=""', '');
  return isChecked ? `${plain.slice(0, -1)} checked="">` : plain;
}

function showChoice(markup: string, value: string): string {
  const [attribute, text] = [` value="${escapeAttribute(value)}"`, escapeText(value)];
  let isFound = false;
  return markup.replace(/<option([^>]*)>([^<]*)<\/option>/g, (_, attributes: string, shown: string) => {
    const plain = attributes.replace(' selected=""', '');
    const isChosen = !isFound && (plain.includes(' value="') ? plain.startsWith(attribute) : shown === text);
    isFound ||= isChosen;
    const marks = isChosen ? withSelected(plain) : plain;
    return `<option${marks}>${shown}</option>`;
  });
}

/** Attributes in the order in which the cleaner writes them. */
function withSelected(attributes: string): string {
  const at = attributes.indexOf(' disabled=""');
  return at < 0 ? `${attributes} selected=""` : `${attributes.slice(0, at)} selected=""${attributes.slice(at)}`;
}

function showDate(markup: string, value: string | null): string {
  const plain = markup.replace(ATTRIBUTES, (whole, name) => (name === 'value' ? '' : whole));
  return value === null ? plain : `${plain.slice(0, -1)} value="${escapeAttribute(value)}">`;
}

function openTag(markup: string): string {
  return markup.slice(0, markup.indexOf('>') + 1);
}
