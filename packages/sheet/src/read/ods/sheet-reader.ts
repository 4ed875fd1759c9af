import { limits } from '@sheetwire/contract/limits';
import { parseRange } from '../../address.ts';
import { linkIn, linkMarks } from '../../formula/cells/cell-formulas.ts';
import { mayLink } from '../../formula/cells/link-formulas.ts';
import type { Cell, Sheet, SheetLink } from '../../model.ts';
import type { GroupPlace } from '../../outline/layout.ts';
import type { LeftOut } from '../left-out.ts';
import { bytesOf, type ReadBudget, spendMemory } from '../read-budget.ts';
import { ownText } from '../shared-strings.ts';
import { type Attributes, whole } from '../xml.ts';
import { linkTarget, listedRanges } from './addresses.ts';
import { AsideReader } from './aside.ts';
import type { CellLook, CellLooks } from './cell-looks.ts';
import { type CellText, CellTextReader } from './cell-text.ts';
import { type TypedValue, typedValue } from './cell-values.ts';
import { pointsOf } from './lengths.ts';
import { plainFormula } from './rule-words.ts';
import { OdsRules } from './rules.ts';
import { SheetGrid } from './sheet-grid.ts';
import type { StyleBook } from './style-book.ts';
import type { ValidationBook } from './validations.ts';
import type { ViewSettings } from './view-settings.ts';

/** What all sheets of a document share. */
export interface OdsParts {
  readonly budget: ReadBudget;
  readonly styles: StyleBook;
  readonly looks: CellLooks;
  readonly views: ViewSettings;
  readonly leftOut: LeftOut;
  readonly validations: ValidationBook;
  /** Pixels of a digit of the default font: the unit of widths. */
  readonly digit: number;
  has1904Dates: boolean;
}

/** Reads one table of the document into a sheet. */
export class OdsSheetReader {
  readonly #parts: OdsParts;
  readonly #attributes: Attributes;
  readonly #grid: SheetGrid;
  readonly #text: CellTextReader;
  readonly #links: SheetLink[] = [];
  readonly #aside: AsideReader;
  /** Validations of the table that were told of. */
  readonly #validations = new Set<string>();
  /** Tables in a cell of this one. */
  #innerTables = 0;
  /** The groups around what is read, and whether each is closed. */
  readonly #groups: boolean[] = [];
  #cell: { readonly attributes: Attributes; readonly isCovered: boolean } | undefined;
  readonly #rules: OdsRules;
  #isInRules = false;
  #rowStyle: string | undefined;
  #usualHeight: number | undefined;

  constructor(attributes: Attributes, parts: OdsParts) {
    this.#attributes = attributes;
    this.#parts = parts;
    this.#grid = new SheetGrid(parts.budget);
    this.#rules = new OdsRules({
      lookOf: (style) => parts.looks.partLook(style),
      onLost: () => this.isHidden || parts.leftOut.note('conditional formats', this.name),
    });
    this.#aside = new AsideReader((thing) => this.isHidden || parts.leftOut.note(thing, this.name));
    this.#text = new CellTextReader(parts.budget, (style) => parts.looks.textFont(style));
  }

  open(name: string, attributes: Attributes): void {
    if (this.#aside.open(name)) return;
    if (name === 'table') this.#innerTables++;
    else if (this.#innerTables > 0) return;
    else if (this.#cell) this.#text.open(name, attributes);
    else if (this.#isInRules || name === 'conditional-formats') {
      this.#isInRules = true;
      this.#rules.open(name, attributes);
    } else this.#openPart(name, attributes);
  }

  close(name: string): void {
    if (this.#aside.close()) return;
    if (name === 'table') this.#innerTables--;
    else if (this.#innerTables > 0) return;
    else if (this.#isInRules) {
      this.#rules.close(name);
      this.#isInRules = name !== 'conditional-formats';
    } else if (name === 'table-cell' || name === 'covered-table-cell') this.#closeCell();
    else if (name === 'table-row') this.#grid.closeRow();
    else if (name === 'table-row-group' || name === 'table-column-group') this.#groups.pop();
    else if (this.#cell) this.#text.close(name);
  }

  text(text: string): void {
    if (this.#cell && !this.#aside.isOpen && this.#innerTables === 0) this.#text.text(text);
  }

  #openPart(name: string, attributes: Attributes): void {
    switch (name) {
      case 'table-column':
        this.#openColumn(attributes);
        break;
      case 'table-row':
        this.#openRow(attributes);
        break;
      case 'table-cell':
      case 'covered-table-cell':
        this.#cell = { attributes, isCovered: name === 'covered-table-cell' };
        break;
      case 'table-row-group':
      case 'table-column-group':
        this.#groups.push(attributes[':display'] === 'false');
        break;
    }
  }

  #openColumn(attributes: Attributes): void {
    const points = pointsOf(
      this.#parts.styles.property('table-column', attributes[':style-name'], ['table-column', 'column-width']),
    );
    const style = attributes[':default-cell-style-name'];
    this.#grid.addColumns(repeats(attributes, 'columns'), {
      width: this.#characters(points),
      isHidden: this.#isHidden(attributes) || points === 0,
      style: style === undefined ? 0 : this.#parts.looks.of(style).number,
      ...this.#group(attributes),
    });
  }

  #characters(points: number | undefined): number | undefined {
    return points === undefined ? undefined : Math.max(0, Math.round(points / pointsOfPixel)) / this.#parts.digit;
  }

  #openRow(attributes: Attributes): void {
    const { styles } = this.#parts;
    const own = (key: string) => styles.property('table-row', attributes[':style-name'], ['table-row', key]);
    const height = pointsOf(own('row-height'));
    const isOptimal = own('use-optimal-row-height') !== 'false';
    if (isOptimal) this.#usualHeight ??= height;
    this.#rowStyle = attributes[':default-cell-style-name'];
    const isUsual = isOptimal && height === this.#usualHeight;
    const facts = {
      height: isUsual ? undefined : height,
      isHidden: this.#isHidden(attributes) || height === 0,
      ...this.#group(attributes),
    };
    this.#grid.openRow(repeats(attributes, 'rows'), facts);
  }

  #isHidden(attributes: Attributes): boolean {
    const visibility = attributes[':visibility'];
    return visibility === 'collapse' || visibility === 'filter' || this.#groups.includes(true);
  }

  /** What a closed group hides may be expanded, but not what a filter hides. */
  #group(attributes: Attributes): { readonly group?: GroupPlace } {
    if (this.#groups.length === 0) return {};
    const level = Math.min(limits.groupLevels, this.#groups.length);
    const isFolded = this.#groups.includes(true) && attributes[':visibility'] !== 'filter';
    return { group: { level, ...(isFolded && { isFolded }) } };
  }

  #closeCell(): void {
    const open = this.#cell;
    if (!open) return;
    this.#cell = undefined;
    const { attributes, isCovered } = open;
    this.#noteValidation(attributes[':content-validation-name']);
    const found = this.#text.take();
    const rows = whole(attributes[':number-rows-spanned']) ?? 1;
    const columns = whole(attributes[':number-columns-spanned']) ?? 1;
    if (rows > 1 || columns > 1) this.#grid.addMerge(rows, columns);
    if (!isCovered && found?.href !== undefined) this.#addLink(found.href);
    this.#grid.addCells(
      repeats(attributes, 'columns'),
      isCovered ? this.#blank(attributes) : this.#made(attributes, found),
    );
  }

  /** Each validation is told of once. */
  #noteValidation(name: string | undefined): void {
    if (name === undefined || this.#validations.has(name) || this.isHidden) return;
    const lost = this.#parts.validations.of(name);
    if (lost.length > 0) this.#validations.add(name);
    for (const { what, why } of lost) this.#parts.leftOut.note(what, this.name, why);
  }

  #styleOf(attributes: Attributes) {
    const name = attributes[':style-name'] ?? this.#rowStyle;
    return name === undefined ? undefined : this.#parts.looks.of(name);
  }

  #blank(attributes: Attributes): Omit<Cell, 'column'> | undefined {
    const look = this.#styleOf(attributes);
    return look ? { style: look.number, value: undefined } : undefined;
  }

  #made(attributes: Attributes, found: CellText | undefined): Omit<Cell, 'column'> | undefined {
    const columnStyle = this.#grid.columnStyle(this.#grid.place.column);
    const look = this.#styleOf(attributes) ?? this.#parts.looks.at(columnStyle);
    const typed = typedValue(attributes, found?.text, this.#parts.has1904Dates);
    const { value } = typed;
    const formula = attributes[':formula'];
    if (value === undefined && formula === undefined) return this.#blank(attributes);
    const more = {
      ...(formula !== undefined && this.#linkOf(formula)),
      ...(value === undefined && { isUncalculated: true as const }),
    };
    return { style: look?.number ?? 0, ...contentOf(typed, found, look), ...more };
  }

  /** Where a formula leads; what other workbooks write in another way is named. */
  #linkOf(formula: string): Pick<Cell, 'link' | 'linkFormula'> {
    if (!mayLink(formula)) return {};
    const text = plainFormula(formula.replace(/^oooc:/, ''));
    if (text === undefined) {
      if (!this.isHidden) this.#parts.leftOut.note('links', this.name, 'Their formulas cannot be read.');
      return {};
    }
    const link = linkIn({ text, away: { rows: 0, columns: 0 } });
    if (typeof link === 'object') {
      this.#parts.budget.texts.spend(text.length);
      spendMemory(this.#parts.budget, bytesOf.formula, text);
    }
    return linkMarks(typeof link === 'string' ? linkTarget(link) : link);
  }

  #addLink(href: string): void {
    const { row, column } = this.#grid.place;
    this.#parts.budget.links.spend(1);
    spendMemory(this.#parts.budget, bytesOf.link, href);
    this.#links.push({ range: { top: row, left: column, bottom: row, right: column }, target: linkTarget(href) });
  }

  get name(): string {
    return ownText(this.#attributes[':name'] ?? '');
  }

  get isHidden(): boolean {
    return this.#ofTable('display') === 'false';
  }

  #ofTable(key: string): string | undefined {
    return this.#parts.styles.property('table', this.#attributes[':style-name'], ['table', key]);
  }

  /** Undefined for a copy of a sheet of another document, which stands in this one for its formulas. */
  sheet(): Sheet | undefined {
    if (/^'?(?:file|https?|ftp|smb):.*#/.test(this.name)) return undefined;
    const { views, digit } = this.#parts;
    const view = views.of(this.name);
    const ranges = listedRanges(this.#attributes[':print-ranges'] ?? '', limits.workbook.areas);
    return {
      name: this.name,
      isHidden: this.isHidden,
      isRightToLeft: this.#ofTable('writing-mode') === 'rl-tb',
      hasGridlines: view.hasGridlines,
      hidesZeros: views.hidesZeros,
      ...(view.zoom !== undefined && { zoom: view.zoom }),
      defaultColumnWidth: defaultColumn / digit,
      defaultRowHeight: this.#usualHeight,
      hidesOtherRows: false,
      columns: this.#grid.columns,
      rows: this.#grid.rows(),
      merges: this.#grid.merges,
      freeze: view.freeze,
      links: this.#links,
      tables: [],
      rules: this.#rules.rules,
      printAreas: ranges.map(parseRange).filter((range) => range !== undefined),
    };
  }
}

/** The value of a cell, and the text that is shown in its place where no format code tells it. */
function contentOf(
  { value, isShown, isMoment }: TypedValue,
  found: CellText | undefined,
  look: CellLook | undefined,
): Pick<Cell, 'value' | 'runs' | 'shown'> {
  if (typeof value === 'string') return { value: ownText(value), ...(found?.runs && { runs: found.runs }) };
  if (typeof value !== 'number') return { value };
  if (look?.isBoolean) return { value: value !== 0 };
  const isLost = isShown || look?.isExact === false || (isMoment && look?.format === 'General');
  return isLost && found ? { value, shown: found.text } : { value };
}

const pointsOfPixel = 0.75;
/** Pixels of a column of which the document says nothing: 2.258 cm. */
const defaultColumn = 85;

function repeats(attributes: Attributes, what: 'rows' | 'columns'): number {
  return Math.max(1, whole(attributes[`:number-${what}-repeated`]) ?? 1);
}
