import { limits } from '@sheetwire/contract/limits';
import { ServerClock } from './server-clock.ts';

const { gaps, versions, atLeast } = limits.publisherSilent;
const wireTime = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})$/;

/** When the server last heard the publisher; `isSilent`: it was connected and its lease has lapsed. */
export interface Seen {
  readonly seenUtc: string | null | undefined;
  readonly isSilent?: boolean | undefined;
}

/** Knows when a publisher that kept a rhythm falls silent (semantics 4), by this page's clock. */
export class PublisherSilence {
  readonly #serverClock: ServerClock;
  /** As the server tells them. */
  #times: number[] = [];
  #last = Number.NaN;
  #heardAt = Number.NEGATIVE_INFINITY;
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
    const isOwn = at - this.#last !== 1;
    this.#last = at;
    if (!isOwn) return;
    if (at > (this.#times.at(-1) ?? Number.NEGATIVE_INFINITY)) this.#times = [...this.#times, at].slice(-versions);
    if (Number.isFinite(notBefore)) this.#lapsedAt = undefined;
    this.#heard(Math.max(notBefore, Math.min(this.#serverClock.here(at), now)));
  }

  /** What the server says about when it last heard the publisher. */
  noteSeen(seen: Seen, now: number): void {
    const at = seen.seenUtc ? this.#serverClock.here(Date.parse(seen.seenUtc)) : Number.NaN;
    if (Number.isNaN(at)) return;
    this.#lapsedAt = seen.isSilent === true ? Math.min(at, now) : undefined;
    this.#heard(Math.min(at, now));
  }

  /** Since when the publisher is silent; undefined while it is not, or while its rhythm is not known. */
  silentSince(now: number): string | undefined {
    if (this.#lapsedAt !== undefined) return new Date(this.#lapsedAt).toISOString();
    const usual = median(this.#times.slice(1).map((time, n) => time - (this.#times[n] ?? time)));
    if (usual === undefined || now - this.#heardAt <= Math.max(atLeast, gaps * usual)) return undefined;
    return new Date(this.#heardAt).toISOString();
  }

  #heard(at: number): void {
    this.#heardAt = Math.max(this.#heardAt, at);
  }
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
