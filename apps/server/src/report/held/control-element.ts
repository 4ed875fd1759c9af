import { controlMarks } from '@sheetwire/page/model/control-marks';
import type { Control } from '#report/clean/controls.ts';
import { escapeAttribute, escapeText } from '#report/clean/escape.ts';
import { calmText } from '#report/clean/layout-cost.ts';

/** Where a control's element lies in canonical HTML. */
export interface ElementAt {
  readonly start: number;
  readonly end: number;
  readonly markup: string;
}

/** The element of a control; undefined when it is not there. */
export function findElement(html: string, name: string): ElementAt | undefined {
  const mark = controlMarks(html).find((one) => one.name === name);
  return mark && { start: mark.start, end: mark.end, markup: html.slice(mark.start, mark.end) };
}

/** The HTML with the elements of controls replaced, in one pass; `change` answers undefined for those that stay. */
export function withElements(html: string, change: (name: string, markup: string) => string | undefined): string {
  let text = '';
  let from = 0;
  for (const { name, start, end } of controlMarks(html)) {
    const markup = change(name, html.slice(start, end));
    if (markup === undefined) continue;
    text += html.slice(from, start) + markup;
    from = end;
  }
  return text + html.slice(from);
}

/** Attributes one after the other, each with its value: what looks like one inside of a value is none. */
const ATTRIBUTES = / ([a-z][a-z0-9-]*)="([^"]*)"/g;

/** The value of an attribute of the element's own tag, as it is written there. */
export function attributeOf(markup: string, name: string): string | undefined {
  for (const [, found, value] of openTag(markup).matchAll(ATTRIBUTES)) if (found === name) return value;
  return undefined;
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

/** As the cleaner writes one. The parser takes away a line feed that begins the text. */
function showText(markup: string, value: string): string {
  const text = escapeText(calmText(value.replace(/\r\n?/g, '\n')).text);
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
