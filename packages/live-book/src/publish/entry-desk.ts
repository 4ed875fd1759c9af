import type { Clock } from '@sheetwire/client/clock';
import type { ControlUpdate, UpdateAnswer } from '@sheetwire/client/publisher-updates';
import { limits } from '@sheetwire/contract/limits';
import { placeOf } from '../cell-names.ts';
import { BookBusy, type BookControl, type BookValue, type CellEntry, CellLocked, type LiveBook } from '../live-book.ts';
import { entryOf, entryOfValue, holdsEntry } from './cell-entry.ts';
import { findControl, NotPublished } from './find-control.ts';

interface Written {
  readonly control: BookControl;
  /** What is put back; of an earlier entry that came too late what was there before that one. */
  before: BookValue;
  readonly entry: CellEntry;
  /** Counts what was written. */
  readonly number: number;
}

interface DeskParts {
  readonly book: LiveBook;
  readonly clock: Pick<Clock, 'after'>;
  /** The sheets of the workbook that viewers see, by their names; undefined while that is on its way. */
  readonly published: () => readonly string[] | undefined;
  /** A cell was written: what hangs on it is to be published. */
  readonly onWritten: () => void;
}

/** Puts what viewers enter into the cells of a workbook, and takes back what came too late. */
export class EntryDesk {
  readonly #parts: DeskParts;
  /** By the id of the entry; the eldest are forgotten. */
  readonly #written = new Map<string, Written>();
  /** What is to be taken back: never more than was written. */
  #late: readonly Written[] = [];
  #count = 0;
  #turn: Promise<unknown> = Promise.resolve();
  #isOver = false;

  constructor(parts: DeskParts) {
    this.#parts = parts;
  }

  /** Writes a viewer's entry; somebody who types in the workbook is waited for. */
  async enter(update: Pick<ControlUpdate, 'id' | 'name' | 'value'>): Promise<UpdateAnswer> {
    return this.#patiently(() =>
      this.#inTurn(async () => {
        // The same may be entered again: what came too late is not to take that back.
        await this.#takeBackAll();
        return this.#unlessLocked(() => this.#write(update));
      }),
    );
  }

  /**
   * The viewers were told that these failed: the cells get back what they held, unless they changed since, or are locked by
   * now. Somebody who types in the workbook is waited for, however long.
   */
  async takeBack(ids: readonly string[]): Promise<void> {
    this.#late = [...this.#late, ...ids.flatMap((id) => this.#written.get(id) ?? [])];
    for (const id of ids) this.#written.delete(id);
    const { entryLook } = limits.liveBook;
    const takeBackAll = () => this.#inTurn(() => this.#takeBackAll());
    while (this.#late.length > 0 && !this.#isOver && 'why' in (await this.#unlessBusy(takeBackAll))) {
      await this.#wait(entryLook);
    }
  }

  /** Nothing is taken back any more. */
  stop(): void {
    this.#isOver = true;
  }

  /** One after another: what is taken back is looked at and written without another entry in between. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    // Who asked hears of a fault; the next one has its turn anyway.
    this.#turn = done.catch(() => undefined);
    return done;
  }

  /** Throws BookBusy with what is left. */
  async #takeBackAll(): Promise<void> {
    for (let next = this.#late[0]; next; next = this.#late[0]) {
      const written = next;
      await this.#unlessLocked(() => this.#restore(written));
      this.#late = this.#late.filter((one) => one !== written);
    }
  }

  async #write({ id, name, value }: Pick<ControlUpdate, 'id' | 'name' | 'value'>): Promise<UpdateAnswer> {
    const { book, published, onWritten } = this.#parts;
    const control = await findControl(book, { name, published: published() });
    if (!control) return never('The workbook no longer has this control');
    const choices = control.kind === 'list' ? await book.choices(control) : [];
    const { has1904Dates } = await book.facts();
    const made = entryOf({ control, choices, has1904Dates }, value);
    if ('refusal' in made) return never(made.refusal);
    const before = await this.#valueOf(control);
    await book.write(control, made.entry);
    this.#keep(id, { control, before, entry: made.entry, number: this.#count++ });
    onWritten();
    return { status: 'updated' };
  }

  /** What the workbook keeps from viewers is never theirs to set. */
  async #unlessLocked<T>(write: () => Promise<T>): Promise<T | UpdateAnswer> {
    try {
      return await write();
    } catch (fault) {
      if (fault instanceof CellLocked) return never(fault.message);
      throw fault;
    }
  }

  async #restore(written: Written): Promise<void> {
    const { control, before, entry } = written;
    const next = this.#nextAfter(written);
    if (next) {
      // The cell is that entry's by now, which may come too late as well.
      if (holdsEntry(next.before, entry)) next.before = before;
      return;
    }
    const back = entryOfValue(before);
    const sheets = await this.#parts.book.sheets();
    if (!back || !sheets.some(({ name }) => name === control.sheet)) return;
    if (!holdsEntry(await this.#valueOf(control), entry)) return;
    await this.#parts.book.write(control, back);
    this.#parts.onWritten();
  }

  /** What was written next into the same cell, and was not taken back. */
  #nextAfter({ control: { sheet, address }, number }: Written): Written | undefined {
    return [...this.#written.values(), ...this.#late]
      .filter((one) => one.number > number && one.control.sheet === sheet && one.control.address === address)
      .toSorted((a, b) => a.number - b.number)[0];
  }

  async #valueOf({ sheet, address }: BookControl): Promise<BookValue> {
    const { row = 1, column = 1 } = placeOf(address) ?? {};
    const { values } = await this.#parts.book.read(sheet, { top: row, left: column, bottom: row, right: column });
    return values[0]?.[0] ?? null;
  }

  /** Waits for somebody who types in the workbook, and for a workbook on its way; answers why where that takes too long. */
  async #patiently(work: () => Promise<UpdateAnswer>): Promise<UpdateAnswer> {
    const { entryWait, entryLook } = limits.liveBook;
    for (let waited = 0; ; waited += entryLook) {
      const done = await this.#unlessBusy(work);
      if ('answer' in done) return done.answer;
      if (waited >= entryWait) return { status: 'rejected', message: `${done.why}; try again` };
      await this.#wait(entryLook);
    }
  }

  /** Or why the workbook takes nothing now. */
  async #unlessBusy<T>(work: () => Promise<T>): Promise<{ readonly answer: T } | { readonly why: string }> {
    try {
      return { answer: await work() };
    } catch (fault) {
      if (fault instanceof BookBusy || fault instanceof NotPublished) return { why: fault.message };
      throw fault;
    }
  }

  #wait(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#parts.clock.after(ms, resolve);
    return promise;
  }

  #keep(id: string, written: Written): void {
    this.#written.set(id, written);
    const [eldest] = this.#written.keys();
    if (this.#written.size > limits.liveBook.entriesKept && eldest !== undefined) this.#written.delete(eldest);
  }
}

function never(message: string): UpdateAnswer {
  return { status: 'skip_retry', message };
}
