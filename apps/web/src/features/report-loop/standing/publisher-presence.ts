import { limits } from '@sheetwire/contract/limits';
import { ServerClock } from './server-clock.ts';

const { gaps, versions, atLeast } = limits.publisherSilent;
const beat = limits.publisherBeat;
/** Two words of one moment of the publisher: a version, and that it was heard. */
const ONE_MOMENT = 2000;
const wireTime = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})$/;

/** When the server last heard the publisher, and whether it is connected now, or was and its lease has lapsed. */
export interface Seen {
  readonly seenUtc: string | null | undefined;
  readonly isSilent?: boolean | undefined;
  readonly isConnected?: boolean | undefined;
}

/**
 * Who publishes the report now, by this page's clock: somebody who is connected or keeps a beat; somebody who was, and is
 * silent since; or nobody, and the report is as old as it is.
 */
export type Presence =
  | { readonly state: 'publishing' }
  | { readonly state: 'silent'; readonly since: number }
  /** Undefined for a report that was never published. */
  | { readonly state: 'away'; readonly publishedAt: number | undefined };

/** Knows whether a report has a publisher, and when one that kept a rhythm falls silent (semantics 4). */
export class PublisherPresence {
  readonly #serverClock: ServerClock;
  /** As the server tells them. */
  #times: number[] = [];
  #last: number | undefined;
  #heardAt = Number.NEGATIVE_INFINITY;
  #connectedAt = Number.NEGATIVE_INFINITY;
  #confirmedAt = Number.NEGATIVE_INFINITY;
  #lapsedAt: number | undefined;

  constructor(serverClock = new ServerClock()) {
    this.#serverClock = serverClock;
  }

  /**
   * A version with its `time`; one that was published after `notBefore` by this clock was heard then, whatever the two
   * clocks say. One that only shows a value which a viewer set is a millisecond later than the one before, and no sign of
   * its publisher.
   */
  noteVersion(time: string, now: number, notBefore = Number.NEGATIVE_INFINITY): void {
    const at = epochOf(time);
    if (at === undefined || at === this.#last) return;
    const isOwn = this.#last === undefined || at - this.#last !== 1;
    this.#last = at;
    if (!isOwn) return;
    if (at > (this.#times.at(-1) ?? Number.NEGATIVE_INFINITY)) this.#times = [...this.#times, at].slice(-versions);
    if (Number.isFinite(notBefore)) this.#lapsedAt = undefined;
    this.#heard(Math.max(notBefore, Math.min(this.#serverClock.here(at), now)));
  }

  /** What the server says about when it last heard the publisher. */
  noteSeen(seen: Seen, now: number): void {
    this.#connectedAt = seen.isConnected === true ? now : Number.NEGATIVE_INFINITY;
    const said = seen.seenUtc ? Date.parse(seen.seenUtc) : Number.NaN;
    if (Number.isNaN(said)) return;
    const at = Math.min(this.#serverClock.here(said), now);
    this.#lapsedAt = seen.isSilent === true ? at : undefined;
    if (this.#last !== undefined && said > this.#last + ONE_MOMENT) this.#confirmedAt = at;
    this.#heard(at);
  }

  /** When the last version was published, by this page's clock. */
  get lastAt(): number | undefined {
    return this.#last === undefined ? undefined : this.#serverClock.here(this.#last);
  }

  at(now: number): Presence {
    if (this.#lapsedAt !== undefined) return { state: 'silent', since: this.#lapsedAt };
    if (now - this.#connectedAt <= atLeast) return { state: 'publishing' };
    const usual = this.#times.length < beat.versions ? undefined : median(gapsOf(this.#times));
    const isSilent = usual !== undefined && now - this.#heardAt > Math.max(atLeast, gaps * usual);
    if (isSilent) return { state: 'silent', since: this.#heardAt };
    // Who says the same again publishes, though nothing changes.
    const isConfirmed = now - this.#confirmedAt <= atLeast;
    if (isConfirmed || (usual !== undefined && usual <= beat.most)) return { state: 'publishing' };
    return { state: 'away', publishedAt: this.lastAt };
  }

  #heard(at: number): void {
    this.#heardAt = Math.max(this.#heardAt, at);
  }
}

function gapsOf(times: readonly number[]): number[] {
  return times.slice(1).map((time, n) => time - (times[n] ?? time));
}

function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** Epoch ms of yyyyMMddHHmmssSSS in UTC; undefined for `no_time`. */
function epochOf(time: string): number | undefined {
  const parts = wireTime.exec(time);
  if (!parts) return undefined;
  const [year = 0, month = 1, ...rest] = parts.slice(1).map(Number);
  return Date.UTC(year, month - 1, ...rest);
}
