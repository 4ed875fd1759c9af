import { limits } from '@sheetwire/contract/limits';
import { cellAttributes, tableParts } from './elements.ts';
import { layoutScope } from './layout-cost.ts';
import { type Element, isElementNode } from './parse.ts';
import { CleanRefusal } from './refusal.ts';
import { attributeText, cleanAttributes, type Surroundings, textOfAttributes, type Walk } from './walk.ts';

/** Writes a table: its parts in their places and nothing between them. */
export function writeTable(walk: Walk, table: Element, place: Surroundings): void {
  if (place.inTable) walk.hasNestedTables = true;
  const { tables } = limits.clean.layout;
  if (++walk.tables > tables)
    throw new CleanRefusal('page_too_deep', `tables can be nested at most ${tables} levels deep`);
  openPart(walk, table);
  walk.marks = 0;
  for (const part of elementsIn(table)) writePart(walk, part);
  walk.tables--;
  walk.html += '</table>';
  walk.marks = 0;
}

function writePart(walk: Walk, part: Element): void {
  switch (part.tagName) {
    case 'caption':
      openPart(walk, part);
      walk.content(walk, part, { parent: 'caption', flags: 0, inTable: true });
      break;
    case 'colgroup':
      openPart(walk, part);
      writeColumns(walk, part);
      break;
    case 'thead':
    case 'tbody':
    case 'tfoot':
      openPart(walk, part);
      writeRows(walk, part);
      break;
    default:
      return;
  }
  walk.html += `</${part.tagName}>`;
}

/** A browser makes each column that is named, with cells or without. */
function writeColumns(walk: Walk, group: Element): void {
  const columns = elementsIn(group).filter(({ tagName }) => tagName === 'col');
  for (const column of columns.length === 0 ? [group] : columns) {
    walk.columns += Number(tableParts.get('col')?.get('span')?.(spanOf(column)) ?? 1);
    if (walk.columns > limits.clean.columns)
      throw new CleanRefusal(
        'too_large',
        `a page can name at most ${limits.clean.columns} columns by col and colgroup`,
      );
    if (column !== group) openPart(walk, column);
  }
}

function spanOf({ attrs }: Element): string {
  return attrs.find(({ name }) => name === 'span')?.value ?? '';
}

function writeRows(walk: Walk, part: Element): void {
  const rows = elementsIn(part).filter(({ tagName }) => tagName === 'tr');
  for (const [n, row] of rows.entries()) writeRow(walk, row, rows.length - n);
}

function writeRow(walk: Walk, row: Element, rowsLeft: number): void {
  openPart(walk, row);
  for (const cell of elementsIn(row))
    if (cell.tagName === 'td' || cell.tagName === 'th') writeCell(walk, cell, rowsLeft);
  walk.html += '</tr>';
}

/** A cell is a world of its own: what is open around its table does not reach into it. */
function writeCell(walk: Walk, cell: Element, rowsLeft: number): void {
  const tag = cell.tagName;
  if (++walk.cellCount > walk.maxCells) {
    throw new CleanRefusal('too_large', `a report can have at most ${walk.maxCells} cells (SHEETWIRE_MAX_CELLS)`);
  }
  walk.html +=
    cell.attrs.length === 0 ? `<${tag}>` : `<${tag}${textOfAttributes(attributesOfCell(walk, cell, rowsLeft))}>`;
  const outer = walk.scope;
  walk.marks = 0;
  // A cell of an outermost table is cleaned alike when it is published alone; one within a cell goes with it.
  if (walk.tables === 1) walk.scope = layoutScope();
  walk.content(walk, cell, { parent: tag, flags: 0, inTable: true });
  walk.scope = outer;
  walk.html += `</${tag}>`;
}

function attributesOfCell(walk: Walk, cell: Element, rowsLeft: number): Map<string, string> {
  const attributes = cleanAttributes(walk, cell, cellAttributes);
  const name = attributes.get('data-cell');
  if (name !== undefined && walk.cellNames.has(name)) attributes.delete('data-cell');
  else if (name !== undefined) walk.cellNames.add(name);
  // No span leaves its part of the table, whatever it says.
  if (Number(attributes.get('rowspan') ?? 1) > rowsLeft) attributes.set('rowspan', String(rowsLeft));
  countSpan(walk, attributes);
  // Last, where a delta that sets a style number would write it.
  const style = attributes.get('data-s');
  if (style !== undefined && attributes.delete('data-s')) attributes.set('data-s', style);
  return attributes;
}

function countSpan(walk: Walk, attributes: ReadonlyMap<string, string>): void {
  const columns = Number(attributes.get('colspan') ?? 1);
  const rows = Number(attributes.get('rowspan') ?? 1);
  walk.covered += columns * rows;
  if (walk.covered > limits.clean.spanned) throw new CleanRefusal('too_large', 'merged cells cover too large an area');
}

function openPart(walk: Walk, part: Element): void {
  const rules = tableParts.get(part.tagName);
  walk.html += `<${part.tagName}${rules ? attributeText(walk, part, rules) : ''}>`;
}

function elementsIn(parent: Element): Element[] {
  return parent.childNodes.filter(isElementNode);
}
