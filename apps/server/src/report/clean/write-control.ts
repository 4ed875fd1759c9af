import { limits } from '@sheetwire/contract/limits';
import { type Control, controlAttributes, controlOf, inputKind } from './controls.ts';
import { escapeAttribute, escapeText } from './escape.ts';
import { calmText, inside } from './layout-cost.ts';
import { type Element, isElementNode, type Node, textOf } from './parse.ts';
import { CleanRefusal } from './refusal.ts';
import { cleanAttributes, open, type Surroundings, textOfAttributes, type Walk, writeText } from './walk.ts';

/** Whether the element is one that a control may be made of. */
export function isControl({ tagName }: Element): boolean {
  return Object.hasOwn(controlAttributes, tagName);
}

/** Writes a control of interfaces 6; one without a name, or within a link or button, leaves only the text it shows. */
export function writeControl(walk: Walk, element: Element, place: Surroundings): void {
  switch (element.tagName) {
    case 'textarea':
      writeTextarea(walk, element, place);
      break;
    case 'select':
      writeSelect(walk, element, place);
      break;
    case 'input':
      writeInput(walk, element, place);
      break;
    default:
      writeButton(walk, element, place);
  }
}

function mayStand(place: Surroundings): boolean {
  return (place.flags & (open.link | open.button)) === 0;
}

function keep(walk: Walk, control: Control | undefined): void {
  if (control) walk.controls.push(control);
  walk.marks = 0;
}

function writeTextarea(walk: Walk, element: Element, place: Surroundings): void {
  const attributes = cleanAttributes(walk, element, controlAttributes.textarea);
  const shown = element.childNodes.map(textOf).join('');
  const control = controlOf('text', attributes);
  if (!control || !mayStand(place)) {
    writeText(walk, shown);
    return;
  }
  keep(walk, control);
  const text = escapeText(calmText(shown).text);
  // The parser takes away a line feed that begins the text.
  walk.html += `<textarea${textOfAttributes(attributes)}>${text.startsWith('\n') ? '\n' : ''}${text}</textarea>`;
}

interface Option {
  readonly value: string | undefined;
  readonly text: string;
  readonly isSelected: boolean;
  readonly isDisabled: boolean;
}

function writeSelect(walk: Walk, element: Element, place: Surroundings): void {
  const attributes = cleanAttributes(walk, element, controlAttributes.select);
  const options = optionsIn(element);
  const choices = options.filter(({ isDisabled }) => !isDisabled).map(({ value, text }) => value ?? text);
  const control = controlOf('list', attributes, [...new Set(choices)]);
  if (!control || !mayStand(place)) {
    const shown = options.find(({ isSelected }) => isSelected) ?? options[0];
    writeText(walk, shown?.text ?? '');
    return;
  }
  keep(walk, control);
  walk.html += `<select${textOfAttributes(attributes)}>${options.map(optionText).join('')}</select>`;
}

/** The options in their order, of groups too, as plain text. */
function optionsIn(element: Element): Option[] {
  const found: Option[] = [];
  const within = (parent: Element, isClosed: boolean) =>
    [...parent.childNodes].reverse().map((node) => ({ node, isClosed }));
  const pending: { node: Node; isClosed: boolean }[] = within(element, false);
  for (let one = pending.pop(); one; one = pending.pop()) {
    const { node, isClosed } = one;
    if (!isElementNode(node)) continue;
    if (node.tagName === 'option') found.push(optionOf(node, isClosed));
    else if (node.tagName === 'optgroup') pending.push(...within(node, isClosed || isDisabled(node)));
    if (found.length > limits.clean.options)
      throw new CleanRefusal('too_large', `a list can have at most ${limits.clean.options} options`);
  }
  return found;
}

function optionOf(element: Element, isClosed: boolean): Option {
  const attribute = (name: string) => element.attrs.find((one) => one.name === name)?.value;
  return {
    value: attribute('value'),
    text: calmText(
      element.childNodes
        .map(textOf)
        .join('')
        .replace(/[ \t\n\f\r]+/g, ' ')
        .trim(),
    ).text,
    isSelected: attribute('selected') !== undefined,
    isDisabled: isClosed || isDisabled(element),
  };
}

function isDisabled({ attrs }: Element): boolean {
  return attrs.some(({ name }) => name === 'disabled');
}

function optionText({ value, text, isSelected, isDisabled }: Option): string {
  const written = value === undefined ? '' : ` value="${escapeAttribute(value)}"`;
  const marks = (isSelected ? ' selected=""' : '') + (isDisabled ? ' disabled=""' : '');
  return `<option${written}${marks}>${escapeText(text)}</option>`;
}

function writeInput(walk: Walk, element: Element, place: Surroundings): void {
  const attributes = cleanAttributes(walk, element, controlAttributes.input);
  const kind = inputKind(attributes.get('type'));
  if (!kind || !mayStand(place)) return;
  for (const name of kind === 'bool' ? ['value', 'min', 'max', 'step', 'readonly'] : ['checked'])
    attributes.delete(name);
  const control = controlOf(kind, attributes);
  if (!control) return;
  keep(walk, control);
  walk.html += `<input${textOfAttributes(attributes)}>`;
}

/** A button that runs something, or that submits or cancels the edits of a tag; its type is always plain. */
function writeButton(walk: Walk, element: Element, place: Surroundings): void {
  const attributes = cleanAttributes(walk, element, controlAttributes.button);
  const does = ['data-control', 'data-submit', 'data-cancel'].some((name) => attributes.has(name));
  if (!does || !mayStand(place)) {
    walk.content(walk, element, place);
    return;
  }
  keep(walk, controlOf('button', attributes));
  const opened = textOfAttributes(attributes);
  walk.html += `<button${opened} type="button">`;
  inside(walk.scope, opened, () => {
    walk.content(walk, element, { parent: 'button', flags: open.button, inTable: place.inTable });
  });
  walk.html += '</button>';
  walk.marks = 0;
}
