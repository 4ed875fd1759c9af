import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BookValue } from '@sheetwire/live-book/live-book';
import { BookModel } from '@sheetwire/live-book/test-support/book-model';
import { type BookSpec, type Edit, splitCell } from '@sheetwire/live-book/test-support/book-spec';
import type { Heard } from '@sheetwire/live-book/test-support/test-leases';
import type { TestPortal, TestPublish } from '@sheetwire/live-book/test-support/test-portal';
import { expect } from 'vitest';
import type { LibreOffice } from './libre-office.ts';
import type { SuitePortal } from './suite-portal.ts';

const topic = 'ACME/RATES/DAILY';
const within = { timeout: 60_000, interval: 50 };

interface Parts {
  readonly office: LibreOffice;
  /** Where LibreOffice may read. */
  readonly folder: string;
  readonly server: SuitePortal;
}

/** A workbook of the suite in LibreOffice, with the installed extension between it and the portal of the suite. */
export class OfficeStage {
  readonly portal: TestPortal;
  readonly office: LibreOffice;
  #counted = 0;

  private constructor(office: LibreOffice, portal: TestPortal) {
    this.office = office;
    this.portal = portal;
  }

  /** Opens the workbook from a file, as users do. */
  static async open(spec: BookSpec, { office, folder, server }: Parts): Promise<OfficeStage> {
    const file = join(folder, 'case.xlsx');
    await writeFile(file, await new BookModel(spec).bytes());
    // Who may not write a file gets it read-only, and of that LibreOffice tells no change.
    await chmod(file, 0o666);
    const isComma = spec.hasDecimalComma ? 'True' : 'False';
    await office.run(`book = opened(${JSON.stringify(file)}, ${JSON.stringify(topic)}, ${isComma})`);
    return new OfficeStage(office, server.fresh());
  }

  /** Goes live, and waits until the workbook is published. */
  async start(): Promise<void> {
    await this.office.run('job(book, "live")');
    await expect.poll(() => this.status(), within).toMatchObject({ state: 'live', isAtRest: true });
    expect(this.kindsSince()).toEqual(['workbook']);
  }

  /** Does these in one go; answers how many seconds that took. */
  async apply(...edits: readonly Edit[]): Promise<number> {
    const took = await this.office.run(`
began = time.monotonic()
edited(book, json.loads(${JSON.stringify(JSON.stringify(edits))}))
answer = time.monotonic() - began`);
    return Number(took);
  }

  /** Does these, and waits until nothing is left to send; answers how many seconds it took to do them. */
  async edit(...edits: readonly Edit[]): Promise<number> {
    const took = await this.apply(...edits);
    await this.rests();
    return took;
  }

  /** Values, structure and formats were looked at since the last change, and what differs was sent. */
  async rests(): Promise<void> {
    await expect.poll(() => this.status(), within).toMatchObject({ isAtRest: true });
  }

  status(): Promise<unknown> {
    return this.office.run('answer = job(book, "status")');
  }

  /** Resolves once its state and words are these. */
  async says(state: string, words: string | RegExp): Promise<void> {
    const wanted = typeof words === 'string' ? words : expect.stringMatching(words);
    await expect.poll(() => this.status(), within).toMatchObject({ state, words: wanted });
  }

  publishesSince(): TestPublish[] {
    const since = this.portal.publishes.slice(this.#counted);
    this.#counted = this.portal.publishes.length;
    return since;
  }

  kindsSince(): string[] {
    return this.publishesSince().map(({ kind }) => kind);
  }

  /** The cell `Sheet!A1` as viewers see it. */
  shown(cell: string): BookValue {
    const [sheet, address] = splitCell(cell);
    return this.portal.shown.get(sheet)?.get(address)?.value ?? null;
  }

  /** What the cell `Sheet!A1` holds in LibreOffice. */
  held(cell: string): Promise<unknown> {
    return this.office.run(`answer = value_in(book, _cell(book, ${JSON.stringify(cell)}))`);
  }

  /** Viewers see the workbook as it is in LibreOffice, no cell more or less. */
  async agrees(): Promise<void> {
    const seen: Record<string, Record<string, BookValue>> = {};
    for (const [name, cells] of this.portal.shown) {
      const filled = [...cells].filter(([, { value }]) => value !== null && value !== '');
      seen[name] = Object.fromEntries(filled.map(([address, { value }]) => [address, value]));
    }
    expect(seen).toEqual(await this.office.run('answer = held(book)'));
  }

  /** A viewer enters a value; answers what they hear. */
  enter(name: string, value: string | null, id?: string): Promise<Heard> {
    return this.portal.leases.enter(name, value, id);
  }

  async stop(): Promise<void> {
    this.portal.fault = () => undefined;
    await this.office.run('job(book, "stop"); book.close(True)');
    this.portal.leases.cut();
  }
}
