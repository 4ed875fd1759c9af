import type { Clock } from '@sheetwire/client/clock';
import { CallError } from '@sheetwire/client/failures';
import type { LiveEvent } from '@sheetwire/client/live-event';
import { limits } from '@sheetwire/contract/limits';
import type {
  DriverEvents,
  LoopInput,
  Readable,
  ReportDriver,
  ReportSink,
  ReportStatus,
} from '#features/viewer-ports.ts';
import { Attempts } from './attempts.ts';
import { CatchUp } from './catch-up.ts';
import { Circumstances, type CircumstancesDeps } from './circumstances.ts';
import { either, isNeeded, type Need, noNeed } from './need.ts';
import { nextStep } from './next-step.ts';
import { Observable } from './observable.ts';
import { nextCount } from './poll-counter.ts';
import { type FetchDeps, type Found, fetchReport } from './report-fetch.ts';
import { ReportHolder } from './report-holder.ts';
import { isAbout } from './report-news.ts';
import { isSameStatus, reportStatus } from './report-status.ts';
import { SingleFlight } from './single-flight.ts';
import { statusFacts } from './status-facts.ts';

export interface ReportLoopDeps extends FetchDeps, CircumstancesDeps {
  readonly clock: Clock;
  readonly chance: () => number;
  readonly sink: ReportSink;
  readonly events: DriverEvents;
}

/** Nobody knows which version is needed. */
const unknown = Number.POSITIVE_INFINITY;

/**
 * Keeps the shown report current: by the stream's deltas, or by the polling of spec 4 where no stream can be had.
 * One fetch is in flight at most; every answer for a report that is no longer asked for is dropped.
 */
export class ReportLoop implements ReportDriver {
  readonly #deps: ReportLoopDeps;
  readonly #now: Circumstances;
  readonly #holder: ReportHolder;
  readonly #flight: SingleFlight;
  readonly #attempts: Attempts;
  readonly #catchUp = new CatchUp();
  readonly #status = new Observable<ReportStatus>({ state: 'waiting' }, isSameStatus);
  #need: Need = noNeed;
  /** The last fetch that was started: a mere poll gives way to the stream, a check does not hold deltas up. */
  #flying: { readonly need: Need; readonly returnReport: boolean } = { need: noNeed, returnReport: false };
  #counter = 0;
  #hasBeenOpen = false;
  #neededSince: number | undefined;
  #stops: (() => void)[] = [];
  #cancelTick: () => void = () => undefined;

  constructor(deps: ReportLoopDeps) {
    this.#deps = deps;
    this.#now = new Circumstances(deps);
    this.#holder = new ReportHolder(deps.sink);
    this.#flight = new SingleFlight(deps.clock);
    this.#attempts = new Attempts(deps.chance);
  }

  get status(): Readable<ReportStatus> {
    return this.#status;
  }

  set(input: LoopInput): void {
    const before = this.#now.input;
    this.#now.input = input;
    if (!before) this.#start();
    if (before?.topic !== input.topic || before?.date !== input.date) this.#askAnew(input);
    const goesOn = before?.live === false && input.live;
    if (goesOn) this.#counter = 0;
    this.#step(goesOn);
  }

  refresh(): void {
    this.#need = { ...this.#need, forced: true };
    this.#attempts.forgive();
    this.#step();
  }

  stop(): void {
    this.#now.input = undefined;
    this.#cancelTick();
    this.#flight.drop();
    for (const stop of this.#stops) stop();
    this.#stops = [];
    this.#deps.live.watch([]);
  }

  #start(): void {
    const { live, isHidden } = this.#deps;
    this.#stops = [
      live.subscribe({
        onEvent: (event) => this.#hear(event),
        onState: () => this.#streamChanged(),
        onGap: () => this.#require({ newer: unknown }),
      }),
      isHidden.subscribe(() => this.#visibilityChanged()),
    ];
    this.#scheduleTick();
  }

  #scheduleTick(): void {
    this.#cancelTick = this.#deps.clock.after(limits.reportPollTick, () => {
      this.#scheduleTick();
      this.#tick();
    });
  }

  /** Every 250 ms; the counter stands while the loop waits or an answer is due (spec 4). */
  #tick(): void {
    const isWaiting = this.#now.isEntering || this.#flight.isBusy || !this.#attempts.isDue(this.#deps.clock.now());
    const stands = isWaiting || !this.#now.polls || !this.#isReady();
    this.#step(true);
    if (stands) return;
    const sinceUpdate = this.#deps.clock.now() - this.#holder.updatedAt;
    this.#counter = nextCount(this.#counter, { isMobile: this.#deps.isMobile, sinceUpdate });
  }

  #step(isTick = false): void {
    if (!this.#now.input) return;
    if (this.#isReady() && !this.#now.isEntering && !this.#flight.isBusy) this.#advance(isTick);
    this.#tellStatus();
  }

  #advance(isTick: boolean): void {
    if (!this.#attempts.isDue(this.#deps.clock.now())) return;
    const step = nextStep({
      now: this.#now,
      need: this.#need,
      isPollDue: isTick && this.#now.polls && this.#counter === 0,
      hasFailed: this.#attempts.hasFailed,
      behind: this.#holder.behind,
    });
    if (step === 'catch-up') this.#askAgain();
    else if (step !== 'none') this.#fetch(step === 'fetch');
  }

  /** Asks for the deltas from the shown version again; where none help in time, the whole report is fetched. */
  #askAgain(): void {
    const next = this.#catchUp.next(this.#deps.clock.now());
    if (next === 'ask') this.#watch();
    if (next === 'fetch') this.#require({ newer: unknown });
  }

  #fetch(returnReport: boolean): void {
    const { asked, snapshotDates } = this.#holder;
    if (!asked) return;
    const need = this.#need;
    const { held } = this.#holder;
    this.#need = noNeed;
    this.#flying = { need, returnReport };
    void this.#flight.start(
      (signal) => fetchReport(this.#deps, { asked, held, snapshotDates, returnReport, signal }),
      (landing) => {
        if ('error' in landing) this.#failed(landing.error, need);
        else this.#answered(landing.value, { need, returnReport });
        this.#step();
      },
    );
  }

  #answered(found: Found, asked: { readonly need: Need; readonly returnReport: boolean }): void {
    const now = this.#deps.clock.now();
    const isOutageOver = this.#attempts.hasFailed && !asked.returnReport;
    this.#attempts.answered(now, asked.returnReport);
    if (isOutageOver) {
      // A poll only looks; deltas then cost less than whole reports for viewers who all come back.
      this.#attempts.postpone(now + limits.streamHeadStart);
      this.#deps.live.retryNow();
    }
    if (found.kind === 'logged-out') this.#loggedOut();
    else if (found.kind === 'report') this.#found(found, asked.need, now);
    else if (!this.#holder.held) this.#withoutSeat();
    else if (asked.returnReport) {
      this.#holder.confirm(found, now);
      this.#goOnFrom(this.#holder.version);
    } else if (this.#now.polls) this.#holder.noteVersion(found.newest, undefined, now);
  }

  #found(found: Found & { readonly kind: 'report' }, need: Need, now: number): void {
    const { version, pages } = found.held.report;
    const isWanted = need.first || need.forced || version === this.#holder.version || pages.length === 0;
    if (!isWanted && (this.#now.isResting || this.#now.isEntering)) {
      this.#holder.noteVersion(version, undefined, now);
      this.#require({ newer: version });
      return;
    }
    this.#holder.show(found, now);
    this.#goOnFrom(version);
  }

  /**
   * Deltas follow from the version that a fetch gave, unless a later one is fetched anyway. An answer that is older than
   * what was heard of (another node that lags) is never asked for again faster than polling would.
   */
  #goOnFrom(version: number): void {
    this.#catchUp.reset();
    if (this.#flying.need.newer > version) this.#attempts.postpone(this.#deps.clock.now() + limits.reportPollTick);
    if (this.#need.newer <= version) this.#need = { ...this.#need, newer: 0 };
    if (this.#need.newer === 0) this.#watch();
  }

  /** A report without a shown one cannot be unchanged: the user has no seat (interfaces 9). */
  #withoutSeat(): void {
    this.#need = { ...this.#need, first: true };
    this.#attempts.postpone(this.#deps.clock.now() + limits.authWait);
    this.#deps.events.onLicenseLost();
  }

  #failed(error: unknown, need: Need): void {
    this.#need = either(this.#need, need);
    const refusal = error instanceof CallError ? error : undefined;
    this.#attempts.failed(this.#deps.clock.now(), refusal?.retryAfter);
    if (refusal?.status === 401) this.#loggedOut();
    if (refusal?.code === 'no_license') this.#deps.events.onLicenseLost();
  }

  /** What was shown belongs to a session that is over (spec 8). */
  #loggedOut(): void {
    this.#need = { ...this.#need, first: true };
    this.#attempts.postpone(this.#deps.clock.now() + limits.pollRetry.most);
    this.#holder.clear();
    this.#deps.events.onLoggedOut();
  }

  #askAnew({ topic, date }: LoopInput): void {
    this.#flight.drop();
    this.#catchUp.reset();
    this.#attempts.forgive();
    this.#counter = 0;
    this.#holder.ask(topic === undefined ? undefined : { topic, date }, this.#deps.clock.now());
    this.#need = { ...noNeed, first: topic !== undefined };
    if (topic === undefined) this.#deps.live.watch([]);
  }

  #require(need: Partial<Need>): void {
    this.#need = either(this.#need, { ...noNeed, ...need });
    this.#step();
  }

  /** A snapshot and the empty report have no version to go on from: their topic is watched for its news alone. */
  #watch(): void {
    const { asked, version } = this.#holder;
    if (asked) this.#deps.live.watch([{ topic: asked.topic, version: this.#resumes() ? version : undefined }]);
  }

  /** True when a new line tells what the old one missed; otherwise rights may have changed unheard. */
  #resumes(): boolean {
    return this.#holder.asked?.date === undefined && this.#holder.version > 0;
  }

  #hear(event: LiveEvent): void {
    const { asked } = this.#holder;
    if (!asked || !isAbout(event, asked.topic)) return;
    if (event.name === 'rights' || event.name === 'topics') this.#rightsChanged();
    else if (event.name === 'admin') this.#require({ rights: true });
    else if (asked.date === undefined) this.#hearNews(event);
    this.#step();
  }

  /** The server no longer carries a topic that may not be viewed: it is watched anew after the fetch. */
  #rightsChanged(): void {
    this.#deps.live.watch([]);
    this.#require({ rights: true });
  }

  #hearNews(event: LiveEvent): void {
    const now = this.#deps.clock.now();
    if (event.name === 'publisher') this.#holder.noteSeen(event.data, now);
    if (event.name === 'delta') this.#hearDelta(event, now);
    if (event.name === 'changed') {
      this.#hearChanged(event.data.version, now);
    }
  }

  /** A version before the shown one comes after a crash that lost what was shown: only a fetch can tell. */
  #hearChanged(version: number, now: number): void {
    const { version: shown } = this.#holder;
    this.#holder.noteVersion(version, undefined, now);
    if (version !== shown) this.#require({ newer: version > shown ? version : unknown });
  }

  #hearDelta({ data }: LiveEvent & { readonly name: 'delta' }, now: number): void {
    this.#holder.noteVersion(data.to, data.time, now);
    const isAwaited = this.#need.newer > 0 || (this.#flight.isBusy && this.#flying.returnReport);
    if (this.#now.isResting || this.#now.isEntering || isAwaited || !this.#holder.held) return;
    const fit = this.#holder.apply(data, now);
    if (fit === 'applied') this.#catchUp.progressed(now, this.#holder.behind === 0);
    const isFirst = fit === 'gap' && this.#holder.version === 0;
    if (isFirst || fit === 'mismatch') this.#require({ newer: unknown });
  }

  /** The stream came or went: a poll is due at once where there is none, and its failures are past where there is one. */
  #streamChanged(): void {
    this.#counter = 0;
    this.#catchUp.reset();
    if (this.#now.hasStream) {
      if (!isNeeded(this.#flying.need)) this.#flight.drop();
      this.#attempts.forgive();
      if (this.#holder.held) this.#require(this.#resumes() ? { check: this.#hasBeenOpen } : { rights: true });
      this.#hasBeenOpen = true;
    }
    this.#step();
  }

  #visibilityChanged(): void {
    if (this.#now.isHidden) return;
    this.#counter = 0;
    this.#attempts.forgive();
    this.#deps.live.retryNow();
    this.#step(true);
  }

  #isReady(): boolean {
    return this.#holder.asked !== undefined && this.#now.hasLicense;
  }

  #tellStatus(): void {
    const at = this.#deps.clock.now();
    const isWanting = isNeeded(this.#need) || (this.#flight.isBusy && isNeeded(this.#flying.need));
    this.#neededSince = isWanting ? (this.#neededSince ?? at) : undefined;
    const parts = { now: this.#now, holder: this.#holder, attempts: this.#attempts, neededSince: this.#neededSince };
    this.#status.set(reportStatus(statusFacts(parts, at)));
  }
}
