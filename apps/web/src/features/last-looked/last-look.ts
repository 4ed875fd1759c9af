import { limits } from '@sheetwire/contract/limits';
import type { Op } from '@sheetwire/contract/live';
import { opPage, pageOp, rowsOp } from '@sheetwire/contract/ops';
import { countRows } from '@sheetwire/page/model/page-cut';
import { isMetadataPage } from '@sheetwire/rules/page-name';
import type { ShownReport } from '#features/viewer-ports.ts';
import type { Clock } from '#lib/clock.ts';
import { Observable } from '#lib/observable.ts';
import type { Salt } from './cell-hash.ts';
import { cellCount, type Look, lookAtPage, type SeenPage } from './look.ts';
import type { LookStore } from './look-store.ts';
import { afterSplice, type ChangedPlace, pageChanges } from './page-changes.ts';

/** What changed since the reader's last look. */
export interface Since {
  readonly topic: string;
  /** When that look ended: the last one of the visit before this, however often this one was reloaded. */
  readonly at: number;
  /** By the number of the page in the report. */
  readonly places: ReadonlyMap<number, readonly ChangedPlace[]>;
  readonly total: number;
}

export interface LastLookDeps {
  readonly clock: Clock;
  readonly store: LookStore;
  /** Every page of the shown report as it is now, and which version that is. */
  pages(): readonly SeenPage[];
  version(): number;
  isHidden(): boolean;
  /** The reader is signed in still: nothing is kept of one who is not. */
  mayKeep(): boolean;
  makeSalt(): Salt;
  /** Resolves when the browser has nothing else to do. */
  idle(): Promise<void>;
}

/** Remembers what a reader saw of live reports, and finds what changed since (mission: since I last looked). */
export class LastLook {
  readonly since = new Observable<Since | undefined>(undefined);
  readonly #deps: LastLookDeps;
  #topic: string | undefined;
  /** What the marks are measured from: the end of the visit before; none in the first one and once dismissed. */
  #base: Look | undefined;
  /** The version that another tab dismissed during this visit: marks from before it are none any more. */
  #dismissed = 0;
  #isCounted = false;
  /** The rows that the marks are told by. */
  #rows = '';
  #hiddenAt: number | undefined;
  #cancel: () => void = () => undefined;
  /** Grows with each visit, so that what an older one finds is dropped. */
  #visit = 0;

  constructor(deps: LastLookDeps) {
    this.#deps = deps;
    deps.store.onDismissed((topic, version) => this.#dismissedElsewhere(topic, version));
  }

  /** A report is on screen, or what a later fetch brought of it. Snapshots and the past never count. */
  shown({ topic, shownDate, shownAt, pages }: ShownReport): void {
    const isLive = shownDate === null && !shownAt && pages.length > 0;
    if (isLive && this.#topic === topic) {
      // Marks are told by rows: they stay as long as those do, whatever the cells say by now.
      if (this.since.getSnapshot() && rowsIn(this.#deps.pages()) !== this.#rows) void this.#find(this.#visit);
      return;
    }
    this.left();
    if (!isLive) return;
    this.#topic = topic;
    this.#watch();
    void this.#begin(topic, this.#visit);
  }

  /** A delta was applied to what is on screen. */
  applied(ops: readonly Op[]): void {
    const since = this.since.getSnapshot();
    if (since && ops.some((op) => rowsOp.is(op) || pageOp.is(op))) this.#follow(since, ops);
  }

  /** The report is about to go from the screen; out of sight it was kept when it went there. */
  left(): void {
    if (this.#hiddenAt === undefined) this.#keep();
    this.#visit++;
    this.#cancel();
    this.#topic = undefined;
    this.#base = undefined;
    this.#dismissed = 0;
    this.#isCounted = false;
    this.#hiddenAt = undefined;
    this.since.set(undefined);
  }

  /** The page went out of sight, which may be the last that is heard of it. */
  hidden(): void {
    if (this.#topic === undefined || this.#hiddenAt !== undefined) return;
    this.#hiddenAt = this.#deps.clock.now();
    this.#cancel();
    this.#keep();
  }

  /** Back in sight: after a while that is another visit, once what went by meanwhile is on screen. */
  visible(): void {
    const topic = this.#topic;
    if (topic === undefined || this.#hiddenAt === undefined) return;
    const isLong = this.#isAway(this.#hiddenAt);
    this.#hiddenAt = undefined;
    if (isLong) this.#isCounted = false;
    this.#watch(isLong ? () => void this.#begin(topic, this.#visit) : undefined);
  }

  /** The reader has seen the changes: this visit marks no others. */
  dismiss(): void {
    this.since.set(undefined);
    this.#isCounted = true;
    this.#base = undefined;
    const look = this.#keep();
    if (look) this.#deps.store.dismiss(look);
  }

  /** The same reader dismissed the same report in another tab. */
  #dismissedElsewhere(topic: string, version: number): void {
    if (topic !== this.#topic) return;
    this.#dismissed = Math.max(this.#dismissed, version);
    this.#measureFrom(this.#base);
  }

  #measureFrom(base: Look | undefined): void {
    this.#base = base && base.version >= this.#dismissed ? base : undefined;
    if (!this.#base) this.since.set(undefined);
  }

  /** So long after `at` that another visit begins; also when the clock was set back meanwhile. */
  #isAway(at: number): boolean {
    return Math.abs(this.#deps.clock.now() - at) >= limits.lookAway;
  }

  /** A look counts once the report was in sight for some seconds. */
  #watch(then?: () => void): void {
    this.#cancel();
    if (this.#deps.isHidden()) {
      this.#hiddenAt ??= this.#deps.clock.now();
      return;
    }
    this.#cancel = this.#deps.clock.after(limits.lookVisible, () => {
      this.#isCounted = true;
      then?.();
    });
  }

  async #begin(topic: string, visit: number): Promise<void> {
    const kept = await this.#deps.store.read(topic).catch(() => undefined); // A browser that keeps nothing marks nothing.
    if (visit !== this.#visit || !kept) return;
    const { base, ...last } = kept;
    this.#measureFrom(this.#isAway(last.at) ? last : base);
    if (this.#base && this.#base.version !== this.#deps.version()) await this.#find(visit);
    else this.since.set(undefined);
  }

  /** Compares what is on screen with the look, a page in each idle moment. */
  async #find(visit: number): Promise<void> {
    const base = this.#base;
    const topic = this.#topic;
    if (!base || topic === undefined) return;
    const pages = this.#deps.pages();
    if (cellCount(pages) > limits.lookCells) return;
    const places = new Map<number, readonly ChangedPlace[]>();
    for (const [n, page] of pages.entries()) {
      // What the METADATA page says of a version always differs.
      if (isMetadataPage(page.name)) continue;
      await this.#deps.idle();
      if (visit !== this.#visit || base !== this.#base) return;
      const now = lookAtPage(page, base.salt);
      await this.#deps.idle();
      if (visit !== this.#visit || base !== this.#base) return;
      const before = base.pages.find(({ name }) => name === page.name);
      const changed = pageChanges(before, now);
      if (changed.length > 0) places.set(n, changed);
    }
    this.#tell({ topic, at: base.at, places });
  }

  #tell({ topic, at, places }: Omit<Since, 'total'>): void {
    const total = [...places.values()].reduce((sum, changed) => sum + changed.length, 0);
    this.#rows = rowsIn(this.#deps.pages());
    this.since.set(total === 0 ? undefined : { topic, at, places, total });
  }

  /** Rows that come and go move the marks; a page that came anew is compared anew. */
  #follow(since: Since, ops: readonly Op[]): void {
    if (ops.some(pageOp.is)) {
      void this.#find(this.#visit);
      return;
    }
    const places = new Map(since.places);
    for (const op of ops) {
      if (!rowsOp.is(op)) continue;
      const page = opPage(op);
      const { at, remove, html } = rowsOp.splice(op);
      const added = countRows(html);
      places.set(page, afterSplice(places.get(page) ?? [], { at, remove, added }));
    }
    this.#tell({ ...since, places });
  }

  /** Writes the look, when it is one. */
  #keep(): Look | undefined {
    const { clock, store, mayKeep, makeSalt } = this.#deps;
    const topic = this.#topic;
    if (topic === undefined || !this.#isCounted || !mayKeep()) return undefined;
    const pages = this.#deps.pages();
    if (pages.length === 0 || cellCount(pages) > limits.lookCells) return undefined;
    const salt = makeSalt();
    const seen = pages.map((page) => lookAtPage(page, salt));
    const look = { topic, version: this.#deps.version(), at: clock.now(), salt, pages: seen };
    store.write({ ...look, base: this.#base });
    return look;
  }
}

/** The pages and how many rows each has, in one text. */
function rowsIn(pages: readonly SeenPage[]): string {
  return pages.map(({ name, html }) => `${countRows(html)} ${name}`).join('\n');
}
