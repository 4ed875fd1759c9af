import { escapeAttribute, escapeText } from '../render/escape.ts';

interface ListSource {
  readonly name: string;
  /** What it is called for those who do not see where it stands. */
  readonly label: string;
  readonly options: readonly string[];
  /** The text that the cell shows. */
  readonly shown: string;
  readonly allowsBlank: boolean;
}

/** A list to choose from; what the cell shows is chosen, whether the list has it or not. */
export function listControl({ name, label, options, shown, allowsBlank }: ListSource): string {
  const others = options.includes(shown) ? [] : [shown];
  const blank = allowsBlank && shown !== '' ? [''] : [];
  const all = [...others, ...blank, ...options].map((text) => optionHtml(text, text === shown));
  return `<select data-control="${name}" aria-label="${escapeAttribute(label)}">${all.join('')}</select>`;
}

function optionHtml(text: string, isChosen: boolean): string {
  // The text of an option is shown with its spaces drawn together.
  const plain = text.replace(/[ \t\n\f\r]+/g, ' ').trim();
  return `<option value="${escapeAttribute(text)}"${isChosen ? ' selected=""' : ''}>${escapeText(plain)}</option>`;
}

/** A text to type over; in it stands what may be entered for what the cell holds. */
export function textControl({ name, label, shown }: Pick<ListSource, 'name' | 'label' | 'shown'>): string {
  return `<textarea data-control="${name}" aria-label="${escapeAttribute(label)}" rows="1">${escapeText(shown)}</textarea>`;
}

/** A checkbox. */
export function checkboxControl(name: string, label: string, isChecked: boolean): string {
  return `<input type="checkbox" data-control="${name}" aria-label="${escapeAttribute(label)}"${isChecked ? ' checked=""' : ''}>`;
}
