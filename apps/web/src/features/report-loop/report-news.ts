import type { Clock } from '@sheetwire/client/clock';
import type { LiveEvent } from '@sheetwire/client/live-event';
import type { Need } from './need.ts';
import type { ReportHolder } from './report-holder.ts';
import type { Watching } from './watching.ts';

export interface NewsDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly holder: ReportHolder;
  readonly watching: Pick<Watching, 'progressed' | 'stop'>;
  /** Updates are taken now, and no fetch is under way or needed that brings what a delta says. */
  mayApply(): boolean;
  require(need: Partial<Need>): void;
}

/** Nobody knows which version is needed. */
export const unknown = Number.POSITIVE_INFINITY;

/** What the stream says of the asked report: a delta is shown, of anything else the report is fetched. */
export class ReportNews {
  readonly #deps: NewsDeps;

  constructor(deps: NewsDeps) {
    this.#deps = deps;
  }

  /** False when it is not about the asked report. */
  hear(event: LiveEvent): boolean {
    const { asked } = this.#deps.holder;
    if (!asked || !isAbout(event, asked.topic, this.#deps.holder.held !== undefined)) return false;
    if (event.name === 'rights' || event.name === 'topics') this.#rightsChanged();
    else if (event.name === 'admin') this.#deps.require({ rights: true });
    else if (asked.date === undefined) this.#hearVersions(event);
    return true;
  }

  /** The server no longer carries a topic that may not be viewed: it is watched anew after the fetch. */
  #rightsChanged(): void {
    this.#deps.watching.stop();
    this.#deps.require({ rights: true });
  }

  #hearVersions(event: LiveEvent): void {
    const now = this.#deps.clock.now();
    if (event.name === 'publisher') this.#deps.holder.noteSeen(event.data, now);
    if (event.name === 'waiting')
      this.#deps.holder.noteWaits({ waitingUtc: event.data.sinceUtc ?? undefined, mayRelease: event.data.mayRelease });
    if (event.name === 'delta') this.#hearDelta(event, now);
    if (event.name === 'changed') this.#hearChanged(event.data.version, now);
  }

  /** A version before the shown one comes after a crash that lost what was shown: only a fetch can tell. */
  #hearChanged(version: number, now: number): void {
    const { holder, require } = this.#deps;
    const { version: shown } = holder;
    holder.noteVersion(version, undefined, now);
    if (version !== shown) require({ newer: version > shown ? version : unknown });
  }

  #hearDelta({ data }: LiveEvent & { readonly name: 'delta' }, now: number): void {
    const { holder, watching, mayApply, require } = this.#deps;
    holder.noteVersion(data.to, data.time, now);
    if (!holder.held || !mayApply()) return;
    const fit = holder.apply(data, now);
    if (fit === 'applied') watching.progressed(now);
    const isFirst = fit === 'gap' && holder.version === 0;
    if (isFirst || fit === 'mismatch') require({ newer: unknown });
  }
}

/**
 * News of the topic itself, of its snapshots, or that it came to or went from what the user may view. Where too many came or
 * went to be named it may have come, if it is not shown; that one that is shown went is told by itself.
 */
function isAbout({ data }: LiveEvent, topic: string, isShown: boolean): boolean {
  if ('more' in data && data.more && !isShown) return true;
  if ('topic' in data) return data.topic === topic;
  if ('kind' in data) return data.kind === 'dates' && data.gropic === topic;
  return 'added' in data && (data.added.includes(topic) || data.removed.includes(topic));
}
