import { limits } from '@sheetwire/contract/limits';
import type { LineSense } from '#features/connection/line-sense.ts';
import type { Circumstances } from '#features/report-loop/circumstances.ts';
import type { Found } from '#features/report-loop/report-fetch.ts';
import type { ReportHolder } from '#features/report-loop/report-holder.ts';
import type { ReportStatus } from '#features/viewer-ports.ts';
import type { Clock } from '#lib/clock.ts';
import { Observable } from '#lib/observable.ts';
import { Proof, type Proved } from './proof.ts';
import { isSameStatus, reportStatus } from './report-status.ts';
import { statusFacts } from './status-facts.ts';

export interface StandingDeps {
  readonly clock: Clock;
  readonly now: Circumstances;
  readonly holder: ReportHolder;
  readonly line: LineSense;
}

/** How current the screen is, and what must be asked so that it can say so. */
export class Standing {
  readonly status = new Observable<ReportStatus>({ state: 'waiting' }, isSameStatus);
  readonly #deps: StandingDeps;
  readonly #proof = new Proof();
  #hasBeenOpen = false;
  #lossAsked = 0;

  constructor(deps: StandingDeps) {
    this.#deps = deps;
  }

  /** A question is asked now. */
  asks(): Proved {
    return { askedAt: this.#deps.clock.now(), losses: this.#deps.line.losses };
  }

  /** The server answered with the newest version, or with which it is. */
  answered(found: Exclude<Found, { readonly kind: 'logged-out' | 'no-seat' }>, proved: Proved): void {
    const { clock, holder } = this.#deps;
    const newest = found.kind === 'report' ? found.held.report.version : Math.max(found.newest, holder.version);
    this.#proof.told(newest, holder.version, proved);
    holder.lag.told(newest, clock.now());
  }

  /** A stream is open now; answers whether to ask if what is shown is still the newest: only a first stream may prove it. */
  streamOpened(): boolean {
    const isProved = this.#proof.opened(this.#deps.clock.now(), this.#deps.line.losses);
    const mustAsk = !isProved || this.#hasBeenOpen;
    this.#hasBeenOpen = true;
    return mustAsk;
  }

  /** A loss that the stream outlives, such as a call that failed, is over with the next answer, which is asked for once. */
  isLossNew(): boolean {
    const { line, hasStream, losses } = this.#deps.now;
    if (line === 'up' || !hasStream || this.#lossAsked === losses) return false;
    this.#lossAsked = losses;
    return true;
  }

  /** Another report is asked for. */
  forget(): void {
    this.#proof.forget();
  }

  /**
   * Whether a small question is due: nothing came for too long where polls are far apart, or what comes by the stream was
   * long on its way.
   */
  isCheckDue(isPolling: boolean): boolean {
    const { clock, now, holder, line } = this.#deps;
    line.look();
    if (isPolling && line.quietFor() > limits.lineQuiet) return true;
    const at = clock.now();
    if (!now.hasStream || now.isResting || !holder.lag.isDue(at)) return false;
    holder.lag.asked(at);
    return true;
  }

  /** Says how it stands now. */
  tell(neededSince: number | undefined): void {
    const { clock, now, holder } = this.#deps;
    const at = clock.now();
    this.#proof.reached(holder.version);
    holder.lag.shown(holder.version, at);
    this.status.set(reportStatus(statusFacts({ now, holder, proof: this.#proof, neededSince }, at)));
  }
}
