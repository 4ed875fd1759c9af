import type { LiveEvents } from '@sheetwire/contract/live';
import { OpMismatch } from '@sheetwire/page/op-mismatch';
import type { ReportSink } from '#features/viewer-ports.ts';
import type { AskedReport, Found, Held, Waits } from './report-fetch.ts';
import { LineLag } from './standing/line-lag.ts';
import { type Presence, PublisherPresence, type Seen } from './standing/publisher-presence.ts';
import { ServerClock } from './standing/server-clock.ts';

type Delta = LiveEvents['delta'];

/** How a delta fits what is shown: `known` is at or before it, `gap` leaves versions out, `mismatch` did not apply. */
export type Fit = 'applied' | 'known' | 'gap' | 'mismatch';

/** What the sink shows of the asked report, and which newer versions are known of. */
export class ReportHolder {
  readonly #sink: ReportSink;
  readonly #log: (message: string, error: unknown) => void;
  #asked: AskedReport | undefined;
  #held: Held | undefined;
  #snapshotDates: readonly string[] = [];
  readonly #serverClock = new ServerClock();
  #publisher = new PublisherPresence(this.#serverClock);
  /** Whether the line is as fast as what comes over it. */
  readonly lag = new LineLag();
  #newest = 0;
  #behindSince: number | undefined;
  #updatedAt = 0;
  /** Whether something stands on the screen, also what could not be drawn to its end. */
  #isDrawn = false;
  /** When what is held was the newest: what comes later was published since, by this clock. */
  #checkedAt: number | undefined;

  constructor(sink: ReportSink, log: (message: string, error: unknown) => void) {
    this.#sink = sink;
    this.#log = log;
  }

  get asked(): AskedReport | undefined {
    return this.#asked;
  }

  get held(): Held | undefined {
    return this.#held;
  }

  get version(): number {
    return this.#held?.report.version ?? 0;
  }

  /** The days of the topic's snapshots, kept while only the date changes. */
  get snapshotDates(): readonly string[] {
    return this.#snapshotDates;
  }

  /** When the report last changed on the screen; polling is the quicker the more recent that is (spec 4). */
  get updatedAt(): number {
    return this.#updatedAt;
  }

  get behind(): number {
    return this.#held ? Math.max(0, this.#newest - this.version) : 0;
  }

  /** Since when a newer version is known and not shown. */
  get behindSince(): number | undefined {
    return this.behind > 0 ? this.#behindSince : undefined;
  }

  presence(now: number): Presence {
    return this.#publisher.at(now);
  }

  /** A moment of this page's clock by the server's. */
  present(now: number): number {
    return this.#serverClock.there(now);
  }

  /** Another report is asked for: what is shown goes at once, so that it never stands under another name. */
  ask(asked: AskedReport | undefined, now: number): void {
    if (asked?.topic !== this.#asked?.topic) {
      this.#snapshotDates = [];
      this.#publisher = new PublisherPresence(this.#serverClock);
    }
    this.#asked = asked;
    this.#updatedAt = now;
    this.clear();
  }

  clear(): void {
    if (this.#isDrawn) this.#sink.clear();
    this.#isDrawn = false;
    this.#held = undefined;
    this.#checkedAt = undefined;
    this.lag.forget();
    this.#newest = 0;
  }

  /**
   * A fetched report is what the server holds, whatever was heard before: also after a crash that lost versions. False when
   * it could not be shown: nothing is held then, and what stands there is no version of anything.
   */
  show(found: Found & { readonly kind: 'report' }, now: number): boolean {
    const { report } = found.held;
    const isNewer = this.#held !== undefined && report.version > this.version;
    this.#held = found.held;
    this.#newest = report.version;
    this.#updatedAt = now;
    this.#snapshotDates = report.snapshotDates;
    if (report.shownDate === null) {
      for (const time of found.recentTimes) if (time !== report.time) this.#publisher.noteVersion(time, now);
      this.#publisher.noteVersion(report.time, now, isNewer ? this.#checkedAt : undefined);
    }
    this.#checkedAt = now;
    this.#publisher.noteSeen(found.seen, now);
    this.#isDrawn = true;
    try {
      this.#sink.show(report);
      return true;
    } catch (error) {
      this.#log('A report could not be shown', error);
      this.#held = undefined;
      return false;
    }
  }

  /** The server holds what is shown. */
  confirm(found: Found & { readonly kind: 'same' }, now: number): void {
    this.#checkedAt = now;
    this.#newest = this.version;
    this.#publisher.noteSeen(found.seen, now);
    if (found.snapshotDates !== this.#snapshotDates) {
      this.#snapshotDates = found.snapshotDates;
      this.#sink.note?.({ snapshotDates: found.snapshotDates });
    }
    this.#noteDay(found.shownDate);
    this.noteWaits(found.waits);
  }

  /** The server told of a live report which version is the newest, and what waits; of a day it tells neither. */
  checked({ newest, waits }: Found & { readonly kind: 'same' }, now: number): void {
    this.noteVersion(newest, undefined, now);
    if (newest > 0) this.noteWaits(waits);
  }

  /** A snapshot of a later day came, in which nothing changed. */
  #noteDay(shownDate: string | null | undefined): void {
    if (!this.#held || shownDate === undefined || shownDate === this.#held.report.shownDate) return;
    this.#held = { ...this.#held, report: { ...this.#held.report, shownDate } };
    this.#sink.note?.({ shownDate });
  }

  /** A fetched report that is not shown now: what is shown keeps its version, the rest of what came holds for it too. */
  noteBeside({ held: { report }, seen }: Found & { readonly kind: 'report' }, now: number): void {
    this.noteVersion(report.version, undefined, now);
    this.#publisher.noteSeen(seen, now);
    if (!this.#held) return;
    const { canInteract, snapshotDates, waitingUtc, mayRelease } = report;
    const part = { canInteract, snapshotDates, waitingUtc, mayRelease };
    this.#snapshotDates = snapshotDates;
    this.#held = { ...this.#held, report: { ...this.#held.report, ...part } };
    this.#sink.note?.(part);
  }

  /** A newer publish waits for approval, or waits no more. */
  noteWaits(waits: Waits): void {
    const { waitingUtc, mayRelease } = this.#held?.report ?? {};
    if (!this.#held || (waitingUtc === waits.waitingUtc && mayRelease === waits.mayRelease)) return;
    this.#held = { ...this.#held, report: { ...this.#held.report, ...waits } };
    this.#sink.note?.(waits);
  }

  /** Applies a delta that continues what is shown; the version moves on only when the sink took it. */
  apply(delta: Delta, now: number): Fit {
    const fit = this.#fit(delta);
    if (fit !== 'applied' || !this.#held) return fit;
    const at = { version: delta.to, time: delta.time };
    try {
      this.#sink.apply(delta.ops, at);
    } catch (error) {
      // Whatever it was, what is shown may be torn: a fetch makes it whole.
      if (!(error instanceof OpMismatch)) this.#log('A delta could not be shown', error);
      return 'mismatch';
    }
    this.#held = { ...this.#held, report: { ...this.#held.report, ...at } };
    this.#updatedAt = now;
    this.#checkedAt = now;
    return fit;
  }

  /** A version was published just now, shown or not. */
  noteVersion(version: number, time: string | undefined, now: number): void {
    if (time !== undefined) {
      this.#publisher.noteVersion(time, now, now);
      this.lag.came(now - (this.#publisher.lastAt ?? now));
    }
    if (version <= this.#newest) return;
    if (this.behind === 0) this.#behindSince = now;
    this.#newest = version;
  }

  noteServerTime(at: number, now: number): void {
    this.#serverClock.note(at, now);
  }

  noteSeen(seen: Seen, now: number): void {
    this.#publisher.noteSeen(seen, now);
  }

  #fit({ from, to }: Delta): Fit {
    if (to <= this.version) return 'known';
    return from === this.version ? 'applied' : 'gap';
  }
}
