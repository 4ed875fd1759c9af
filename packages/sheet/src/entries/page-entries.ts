import { limits } from '@sheetwire/contract/limits';
import { controlPrefixes } from '@sheetwire/rules/control';
import { holds, parseAddress, parseRange } from '../address.ts';
import type { CellStyle } from '../cell-style.ts';
import { DefinedNames } from '../defined-names.ts';
import type { Cell, CellRange, NotShown, Sheet, Workbook } from '../model.ts';
import { parseReference } from '../reference.ts';
import { shownText } from '../render/cell-content.ts';
import { SourceCells } from '../sparklines/source-cells.ts';
import { quoted } from '../workbook-error.ts';
import { checkboxControl, listControl, textControl } from './control-html.ts';
import { movedSource, sourceOf } from './list-source.ts';
import { type NamedCells, namedCells } from './named-cells.ts';
import { rawText } from './raw-text.ts';
import type { ListValidation } from './validation.ts';

/** A cell with its place and how it looks. */
interface EntryCell {
  readonly address: string;
  readonly cell: Cell | undefined;
  readonly look: CellStyle;
}

/** What a list lists for the cell that was asked for last. */
interface KnownOptions {
  /** What its source refers to as a name. */
  readonly named: string | undefined;
  readonly source: string;
  /** Or why it is text. */
  readonly found: readonly string[] | string;
}

const byFormula = 'Their entries come from a formula.';
const tooLong = `A list can have up to ${limits.workbook.entries.options} entries.`;
const tooMany = 'A report has too many lists.';

/** The entries that the pages of a report take where their publisher asks for them: lists and checkboxes (fidelity 5). */
export class PageEntries {
  readonly #workbook: Workbook;
  readonly #names: DefinedNames;
  readonly #options = new Map<ListValidation, KnownOptions>();
  readonly #prefixes: ReadonlyMap<string, string>;
  /** The cells that take entries by the names that were asked for; undefined where lists and checkboxes do. */
  readonly #named: NamedCells | undefined;
  readonly #lost = new Map<Sheet, Map<string, Set<ListValidation>>>();
  #optionsLeft: number = limits.workbook.entries.allOptions;
  /** Cells that may still be read for lists: one that moves with its cell is read for each anew. */
  #readsLeft: number = limits.workbook.entries.allOptions;
  #controlsLeft: number = limits.workbook.entries.controls;

  constructor(workbook: Workbook, takes: true | readonly string[] = true) {
    this.#workbook = workbook;
    this.#named = takes === true ? undefined : namedCells(workbook, takes);
    this.#names = new DefinedNames(workbook.names);
    this.#prefixes = controlPrefixes(workbook.sheets.map(({ name }) => name));
  }

  /** The cells of a sheet that have a list, but for whole rows and columns of them. */
  rangesOf(sheet: Sheet): CellRange[] {
    if (this.#named) return [...(this.#named.bySheet.get(sheet)?.keys() ?? [])].flatMap((one) => parseRange(one) ?? []);
    const { lists = [] } = sheet;
    return lists.flatMap(({ ranges }) => ranges.filter(isLimited));
  }

  /** The cells that entries of lists come from, by the sheet's name in lower case. */
  get sources(): { readonly sheet: string; readonly range: CellRange }[] {
    return this.#workbook.sheets.flatMap((sheet) =>
      (sheet.lists ?? []).flatMap((list) => {
        const refers = this.#names.refersOf(list.source, sheet.name);
        const reference = refers === undefined ? sourceOf(list) : parseReference(refers);
        return reference ? [{ sheet: (reference.sheet ?? sheet.name).toLowerCase(), range: reference.range }] : [];
      }),
    );
  }

  /** The control of a cell; undefined where it has none. */
  controlOf(sheet: Sheet, place: EntryCell): string | undefined {
    const name = this.#nameOf(sheet, place.address);
    if (name === undefined) return undefined;
    const { cell, look, address } = place;
    if (look.isCheckbox && (cell?.value === undefined || typeof cell.value === 'boolean')) {
      return --this.#controlsLeft < 0 ? undefined : checkboxControl(name, address, cell?.value === true);
    }
    const { row = 0, column = 0 } = parseAddress(address) ?? {};
    const list = sheet.lists?.find(({ ranges }) => ranges.some((range) => holds(range, row, column)));
    if (list) return this.#listControl(sheet, list, { ...place, name });
    return this.#named ? this.#textControl(name, place) : undefined;
  }

  /** What the control of a cell is called; undefined where the cell is not one of those that were named. */
  #nameOf(sheet: Sheet, address: string): string | undefined {
    if (this.#named) return this.#named.bySheet.get(sheet)?.get(address);
    return `${this.#prefixes.get(sheet.name)}.${address}`;
  }

  #listControl(
    sheet: Sheet,
    list: ListValidation,
    { name, address, cell, look }: EntryCell & { readonly name: string },
  ): string | undefined {
    const options = this.#optionsOf(list, sheet, address);
    const why = typeof options === 'string' ? options : this.#spent(options.length);
    if (typeof options === 'string' || why !== undefined) {
      this.#lose(sheet, list, why ?? tooMany);
      return undefined;
    }
    const shown = cell ? shownText(cell, look, this.#workbook.has1904Dates).text.trim() : '';
    const label = list.prompt || (this.#named ? name : address);
    return listControl({ name, label, options, shown, allowsBlank: list.allowsBlank });
  }

  #textControl(name: string, { cell, look }: EntryCell): string | undefined {
    const { has1904Dates } = this.#workbook;
    const shown = rawText(cell?.value, { format: look.format, has1904Dates });
    return --this.#controlsLeft < 0 ? undefined : textControl({ name, label: name, shown });
  }

  #spent(options: number): string | undefined {
    this.#optionsLeft -= options;
    return this.#optionsLeft < 0 || --this.#controlsLeft < 0 ? tooMany : undefined;
  }

  #lose(sheet: Sheet, list: ListValidation, why: string): void {
    const ofSheet = this.#lost.get(sheet) ?? new Map<string, Set<ListValidation>>();
    this.#lost.set(sheet, ofSheet.set(why, (ofSheet.get(why) ?? new Set()).add(list)));
  }

  #optionsOf(list: ListValidation, sheet: Sheet, address: string): readonly string[] | string {
    const known = this.#options.get(list);
    const named = known ? known.named : this.#names.refersOf(list.source, sheet.name);
    const source = named ?? movedSource(list.source, list.start, address);
    if (known?.source === source) return known.found;
    const found = this.#optionsLeft < 0 ? tooMany : this.#read(source, sheet);
    this.#options.set(list, { named, source, found });
    return found;
  }

  #read(source: string, sheet: Sheet): readonly string[] | string {
    const texts = source.startsWith('"') ? source.slice(1, -1).replaceAll('""', '"').split(',') : undefined;
    const options = texts ? texts.map((text) => text.trim()) : this.#fromCells(source, sheet);
    if (typeof options === 'string') return options;
    return [...new Set(options.filter((text) => text !== ''))];
  }

  #fromCells(source: string, sheet: Sheet): readonly string[] | string {
    const reference = parseReference(source);
    if (!reference) return byFormula;
    const name = (reference.sheet ?? sheet.name).toLowerCase();
    const from = this.#workbook.sheets.find((one) => one.name.toLowerCase() === name);
    if (!from) return byFormula;
    const cells = new SourceCells(from);
    const { top, bottom, left, right } = cells.within(reference.range);
    const count = (bottom - top + 1) * (right - left + 1);
    if (count > limits.workbook.entries.options) return tooLong;
    this.#readsLeft -= count;
    if (this.#readsLeft < 0) return tooMany;
    const { styles, has1904Dates } = this.#workbook;
    const [plain] = styles;
    return [...cells.places({ top, bottom, left, right }, true)].map((cell) => {
      const look = (cell && styles[cell.style]) ?? plain;
      return cell && look ? shownText(cell, look, has1904Dates).text.trim() : '';
    });
  }

  /** The lists that pages show as text. */
  get notShown(): NotShown[] {
    const lost = [...this.#lost].flatMap(([{ name }, whys]) =>
      [...whys].map(([why, lists]) => ({ sheet: quoted(name), what: 'validation lists', count: lists.size, why })),
    );
    return [...(this.#named?.notShown ?? []), ...lost];
  }
}

function isLimited({ top, left, bottom, right }: CellRange): boolean {
  return bottom - top < manyRows && right - left < manyColumns;
}

const manyRows = 1000;
const manyColumns = 100;
