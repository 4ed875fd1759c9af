import { TestClock } from '@sheetwire/client/test-clock';
import { limits } from '@sheetwire/contract/limits';
import { expect } from 'vitest';
import { cellName, partsOf } from '../cell-names.ts';
import type { BookValue, LiveBook } from '../live-book.ts';
import { BookPublisher } from '../publish/book-publisher.ts';
import { type LiveState, wordsOfState } from '../publish/live-state.ts';
import type { PublisherParts } from '../publish/publisher-parts.ts';
import { type BookSpec, type Edit, splitCell } from '../test-support/book-spec.ts';
import { TestPortal, type TestPublish } from '../test-support/test-portal.ts';

/** A workbook of an implementation that a test drives. */
export interface BookDriver {
  readonly book: LiveBook;
  /** Does these; resolves once the workbook has told of a change, when it tells at all. */
  apply(...edits: Edit[]): Promise<void>;
  /** Somebody types in a cell, or is done. */
  type(isTyping: boolean): void;
  /** The program closes the workbook. */
  closeBook(): void;
  /** Ends what the driver started. */
  stop(): Promise<void>;
}

export type OpenDriver = (spec: BookSpec) => Promise<BookDriver>;

/** A workbook, a portal and a publisher between them, on a clock that the test moves. */
export class Stage {
  readonly clock = new TestClock(Date.UTC(2026, 10, 23, 12));
  readonly portal = new TestPortal(this.clock);
  readonly driver: BookDriver;
  readonly states: string[] = [];
  pauses = 0;
  readonly publisher: BookPublisher;
  readonly #heard: { readonly wants: (state: LiveState) => boolean; readonly resolve: () => void }[] = [];
  #counted = 0;

  constructor(driver: BookDriver) {
    this.driver = driver;
    this.publisher = this.another({ instanceId: 'desk' }, (state) => this.#hear(state));
  }

  /** One more publisher of the same workbook and report. */
  another(more: Partial<PublisherParts> & { readonly instanceId: string }, onState: PublisherParts['onState']) {
    return new BookPublisher({
      ...{ book: this.driver.book, portal: this.portal, clock: this.clock, chance: () => 0, topic: 'ACME/RATES/DAILY' },
      pause: async () => void this.pauses++,
      onState,
      ...more,
    });
  }

  /** Connects, and waits until the workbook is published. */
  async start(): Promise<this> {
    const isLive = this.reaches('live');
    this.publisher.start();
    await this.clock.advance(0);
    await isLive;
    await this.rest();
    this.publishesSince();
    return this;
  }

  /** Resolves once the publisher is in the state, at once where it is. */
  reaches(name: LiveState['state']): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (this.publisher.state.state === name) resolve();
    else this.#heard.push({ wants: ({ state }) => state === name, resolve });
    return promise;
  }

  /** Does these, and waits until they are published. */
  async edit(...edits: Edit[]): Promise<void> {
    await this.driver.apply(...edits);
    await this.rest();
    const { bookPause, quiet } = limits.liveBook;
    for (let waited = 0; this.publisher.isWaiting && waited < bookPause; waited += quiet) await this.rest(quiet);
  }

  /** So long that what is due is done. */
  async rest(ms: number = limits.liveBook.quiet + limits.liveBook.gap): Promise<void> {
    await this.clock.advance(ms);
    await this.publisher.settled();
    await this.clock.advance(0);
    await this.publisher.settled();
  }

  /** What counted since this was asked last. */
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

  /** Viewers see the workbook as it is, no cell more or less. */
  async agrees(): Promise<void> {
    const { book } = this.driver;
    const seen: Record<string, Record<string, BookValue>> = {};
    for (const [name, cells] of this.portal.shown) {
      seen[name] = Object.fromEntries([...cells].map(([address, { value }]) => [address, value]));
    }
    expect(seen).toEqual(await cellsOf(book));
  }

  async stop(): Promise<void> {
    const stopping = this.publisher.stop();
    await this.clock.advance(0);
    await stopping;
    await this.driver.stop();
  }

  #hear(state: LiveState): void {
    this.states.push(wordsOfState(state));
    for (const { wants, resolve } of this.#heard) if (wants(state)) resolve();
  }
}

async function cellsOf(book: LiveBook): Promise<Record<string, Record<string, BookValue>>> {
  const found: Record<string, Record<string, BookValue>> = {};
  for (const { name } of await book.sheets()) found[name] = await cellsOfSheet(book, name);
  return found;
}

async function cellsOfSheet(book: LiveBook, name: string): Promise<Record<string, BookValue>> {
  const area = await book.usedRange(name);
  const cells: [string, BookValue][] = [];
  for (const part of area ? partsOf(area, limits.liveBook.read) : []) {
    const { values } = await book.read(name, part);
    for (const [n, row] of values.entries()) {
      for (const [m, value] of row.entries()) cells.push([cellName(part.top + n, part.left + m), value]);
    }
  }
  return Object.fromEntries(cells.filter(([, value]) => value !== null));
}
