import type { Alignment, BorderLine, Borders, Fill, Font } from '../../cell-style.ts';
import { xml } from './xml-text.ts';

/** The children of a font, in the order of the format; a run names its font in another element. */
export function fontProperties(font: Font, nameElement: 'name' | 'rFont'): string {
  const { isBold, isItalic, isStruck, underline, position, color, size, name } = font;
  const own = [
    isBold ? '<b/>' : '',
    isItalic ? '<i/>' : '',
    isStruck ? '<strike/>' : '',
    underlineElement(underline),
    position === 'line' ? '' : `<vertAlign val="${position === 'super' ? 'superscript' : 'subscript'}"/>`,
    `<sz val="${size}"/>`,
    color === undefined ? '' : colorElement('color', color),
  ].join('');
  const named = `<${nameElement} val="${xml(name)}"/>`;
  return nameElement === 'rFont' ? named + own : own + named;
}

function underlineElement(underline: Font['underline']): string {
  if (underline === 'none') return '';
  return underline === 'single' ? '<u/>' : `<u val="${underline}"/>`;
}

/** A fill of one colour. */
export function fillElement(fill: Fill): string {
  return `<fill><patternFill patternType="solid">${colorElement('fgColor', fill.ground)}<bgColor indexed="64"/></patternFill></fill>`;
}

export function borderElement({ start, end, top, bottom }: Borders): string {
  return `<border>${lineElement('left', start)}${lineElement('right', end)}${lineElement('top', top)}${lineElement('bottom', bottom)}<diagonal/></border>`;
}

function lineElement(side: string, line: BorderLine | undefined): string {
  if (!line) return `<${side}/>`;
  const color = line.color === undefined ? '<color auto="1"/>' : colorElement('color', line.color);
  return `<${side} style="${line.style}">${color}</${side}>`;
}

function colorElement(name: string, color: string): string {
  return `<${name} rgb="FF${color.slice(1).toUpperCase()}"/>`;
}

/** '' for what every cell has. */
export function alignmentElement(align: Alignment): string {
  const { horizontal, vertical, isWrapped, shrinks, indent, rotation, direction } = align;
  const attributes = [
    horizontal === 'general' ? '' : ` horizontal="${horizontal === 'across' ? 'centerContinuous' : horizontal}"`,
    vertical === 'bottom' ? '' : ` vertical="${vertical}"`,
    rotation === 0 ? '' : ` textRotation="${rotationNumber(rotation)}"`,
    isWrapped ? ' wrapText="1"' : '',
    indent > 0 ? ` indent="${indent}"` : '',
    shrinks ? ' shrinkToFit="1"' : '',
    direction === 'context' ? '' : ` readingOrder="${direction === 'ltr' ? 1 : 2}"`,
  ].join('');
  return attributes === '' ? '' : `<alignment${attributes}/>`;
}

function rotationNumber(rotation: Alignment['rotation']): number {
  if (rotation === 'stacked') return 255;
  return rotation < 0 ? 90 - rotation : rotation;
}
