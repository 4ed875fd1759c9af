import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { areaName } from '@sheetwire/live-book/cell-names';
import { BookBusy, type CellArea, type Hint, type LiveBook, type ReadCells } from '@sheetwire/live-book/live-book';
import { withFormulas } from '@sheetwire/sheet/formula/calculate';
import type { Cell, Sheet, Workbook } from '@sheetwire/sheet/model';
import { readWorkbook } from '@sheetwire/sheet/publish-pages';
import { shownText } from '@sheetwire/sheet/render/cell-content';
import { WorkbookError } from '@sheetwire/sheet/workbook-error';
import { FileWatch, type WatchTimes } from '#publish/watch-file.ts';

interface Content {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly workbook: Workbook;
}

/** A workbook as its file is saved: it tells of a save, takes no entries, and its texts are those of its formats. */
export class FileBook implements LiveBook {
  readonly #file: string;
  readonly #watch: FileWatch;
  readonly #ending = new AbortController();
  readonly #hearers = new Set<(hint: Hint) => void>();
  #content: Promise<Content> | undefined;
  #watching: Promise<void> = Promise.resolve();

  constructor(file: string, times: WatchTimes) {
    this.#file = file;
    this.#watch = new FileWatch(file, times);
  }

  async open(): Promise<this> {
    await this.#watch.settle(this.#ending.signal);
    this.#watching = this.#follow();
    return this;
  }

  async facts() {
    const { workbook } = await this.#read();
    return { title: basename(this.#file), has1904Dates: workbook.has1904Dates, isInUsEnglish: true };
  }

  async sheets() {
    const { workbook } = await this.#read();
    return workbook.sheets.map(({ name, isHidden }) => ({ name, isHidden }));
  }

  async usedRange(name: string): Promise<CellArea | undefined> {
    const { sheet } = await this.#sheet(name);
    const filled = sheet.rows.map(({ number, cells }) => ({ number, cells: cells.filter(hasValue) }));
    const rows = filled.filter(({ cells }) => cells.length > 0);
    const [first, last] = [rows[0], rows.at(-1)];
    if (!first || !last) return undefined;
    const columns = rows.flatMap(({ cells }) => [cells[0]?.column ?? 1, cells.at(-1)?.column ?? 1]);
    const left = columns.reduce((a, b) => Math.min(a, b));
    return { top: first.number, left, bottom: last.number, right: columns.reduce((a, b) => Math.max(a, b)) };
  }

  async read(name: string, { top, left, bottom, right }: CellArea): Promise<ReadCells> {
    const { sheet, workbook } = await this.#sheet(name);
    const rows = new Map(
      sheet.rows.filter(({ number }) => number >= top && number <= bottom).map((row) => [row.number, row]),
    );
    const grid = <T>(of: (cell: Cell | undefined) => T): T[][] =>
      Array.from({ length: bottom - top + 1 }, (_, n) => {
        const cells = new Map(rows.get(top + n)?.cells.map((cell) => [cell.column, cell]));
        return Array.from({ length: right - left + 1 }, (__, m) => of(cells.get(left + m)));
      });
    return { values: grid((cell) => cell?.value ?? null), texts: grid((cell) => textOf(cell, workbook)) };
  }

  async look(name: string): Promise<string> {
    const { sheet, workbook } = await this.#sheet(name);
    const { rows, ...rest } = sheet;
    const looks = rows.map((row) => [
      row.number,
      row.height,
      row.isHidden,
      row.style,
      ...row.cells.map(({ style }) => style),
    ]);
    return JSON.stringify([rest, looks, workbook.styles]);
  }

  async names() {
    return (await this.#read()).workbook.names.map(({ name, sheet, refers }) => ({
      ...{ name, refers },
      ...(sheet !== undefined && { sheet }),
    }));
  }

  async validations(name: string) {
    const { lists = [] } = (await this.#sheet(name)).sheet;
    return lists.map(({ ranges, source }) => ({ areas: ranges.map(areaName).join(','), source }));
  }

  async controls() {
    return [];
  }

  async choices() {
    return [];
  }

  async write(): Promise<void> {
    throw new Error('A saved file takes no entries');
  }

  onChange(hear: (hint: Hint) => void): () => void {
    this.#hearers.add(hear);
    return () => this.#hearers.delete(hear);
  }

  async copy() {
    return (await this.#read()).bytes;
  }

  async close(): Promise<void> {
    this.#ending.abort();
    this.#watch.close();
    await this.#watching;
  }

  async #follow(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      await this.#watch.changed(signal).catch((fault: unknown) => {
        if (!signal.aborted) throw fault;
      });
      this.#content = undefined;
      if (!signal.aborted) for (const hear of this.#hearers) hear('values');
    }
  }

  /** What was read stands until the next save: values and file are of one moment. */
  #read(): Promise<Content> {
    this.#content ??= this.#load();
    return this.#content;
  }

  async #load(): Promise<Content> {
    try {
      const bytes = new Uint8Array(await readFile(this.#file));
      const read = await readWorkbook(bytes);
      return { bytes, workbook: withFormulas(read, new Date()).workbook };
    } catch (fault) {
      this.#content = undefined;
      if (fault instanceof WorkbookError) throw new BookBusy();
      throw fault;
    }
  }

  /** A sheet that went meanwhile is looked for again with the next content. */
  async #sheet(name: string): Promise<{ readonly sheet: Sheet; readonly workbook: Workbook }> {
    const { workbook } = await this.#read();
    const sheet = workbook.sheets.find((one) => one.name === name);
    if (!sheet) throw new BookBusy();
    return { sheet, workbook };
  }
}

function hasValue({ value }: Cell): boolean {
  return value !== undefined;
}

function textOf(cell: Cell | undefined, { styles, has1904Dates }: Workbook): string {
  const look = cell && styles[cell.style];
  return look ? shownText(cell, look, has1904Dates).text : '';
}
