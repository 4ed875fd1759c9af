import { CallError } from '@sheetwire/client/failures';
import { limits } from '@sheetwire/contract/limits';
import type { LoopInput, ReportDriver, ReportStatus } from '#features/viewer-ports.ts';
import type { Readable } from '#lib/observable.ts';
import { Attempts } from './attempts.ts';
import { Circumstances } from './circumstances.ts';
import { isNeeded, type Need } from './need.ts';
import { Needs, type StartedFetch } from './needs.ts';
import { nextStep } from './next-step.ts';
import { type Found, fetchDrawable } from './report-fetch.ts';
import { ReportHolder } from './report-holder.ts';
import type { ReportLoopDeps } from './report-loop-deps.ts';
import { ReportNews, unknown } from './report-news.ts';
import { Rhythm } from './rhythm.ts';
import { SingleFlight } from './single-flight.ts';
import type { Proved } from './standing/proof.ts';
import { Standing } from './standing/standing.ts';
import { Watching } from './watching.ts';

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
  readonly #needs = new Needs();
  readonly #rhythm: Rhythm;
  readonly #watching: Watching;
  readonly #news: ReportNews;
  readonly #standing: Standing;
  #stops: (() => void)[] = [];

  constructor(deps: ReportLoopDeps) {
    this.#deps = deps;
    this.#now = new Circumstances(deps);
    this.#holder = new ReportHolder(deps.sink, deps.log);
    this.#standing = new Standing({ ...deps, now: this.#now, holder: this.#holder });
    this.#flight = new SingleFlight(deps.clock);
    this.#attempts = new Attempts(deps.chance);
    this.#rhythm = new Rhythm(deps.clock);
    this.#watching = new Watching(deps.live, this.#holder);
    this.#news = new ReportNews({
      clock: deps.clock,
      holder: this.#holder,
      watching: this.#watching,
      mayApply: () => this.#mayApply(),
      require: (need) => this.#require(need),
    });
  }

  get status(): Readable<ReportStatus> {
    return this.#standing.status;
  }

  present(now: number): number {
    return this.#holder.present(now);
  }

  noteServerTime(at: number): void {
    this.#holder.noteServerTime(at, this.#deps.clock.now());
  }

  set(input: LoopInput): void {
    const before = this.#now.input;
    this.#now.input = input;
    if (!before) this.#start();
    if (before?.topic !== input.topic || before?.date !== input.date) this.#askAnew(input);
    const goesOn = before?.live === false && input.live;
    if (goesOn) this.#rhythm.restart();
    this.#step(goesOn);
  }

  refresh(): void {
    this.#needs.add({ forced: true });
    this.#attempts.forgive();
    this.#step();
  }

  stop(): void {
    this.#now.input = undefined;
    this.#rhythm.stop();
    this.#flight.drop();
    for (const stop of this.#stops) stop();
    this.#stops = [];
    this.#watching.stop();
    this.#deps.line.expect('polls', false);
  }

  #start(): void {
    const { live, line, isHidden } = this.#deps;
    this.#stops = [
      live.subscribe({
        onEvent: (event) => this.#news.hear(event) && this.#step(),
        onState: () => this.#streamChanged(),
        onGap: () => this.#require({ newer: unknown }),
      }),
      isHidden.subscribe(() => this.#visibilityChanged()),
      line.subscribe(() => this.#lineChanged()),
    ];
    this.#rhythm.start(() => this.#tick());
  }

  /** The counter stands while the loop waits or an answer is due (spec 4). */
  #tick(): void {
    const isWaiting = this.#now.isEntering || this.#flight.isBusy || !this.#attempts.isDue(this.#deps.clock.now());
    const stands = isWaiting || !this.#now.polls || !this.#isReady();
    if (this.#standing.isCheckDue(!stands)) this.#needs.add({ check: true });
    this.#step(true);
    if (stands) return;
    const sinceUpdate = this.#deps.clock.now() - this.#holder.updatedAt;
    this.#rhythm.count({ isMobile: this.#deps.isMobile, sinceUpdate });
  }

  #step(isTick = false): void {
    if (!this.#now.input) return;
    if (this.#isReady() && this.#mayAsk && !this.#flight.isBusy) this.#advance(isTick);
    this.#tellStatus();
  }

  /** Polls wait for an entry (spec 4); a right that was lost takes what is shown off the screen anyway (semantics 2). */
  get #mayAsk(): boolean {
    return !this.#now.isEntering || (this.#needs.open.rights && this.#holder.held !== undefined);
  }

  #advance(isTick: boolean): void {
    const now = this.#deps.clock.now();
    if (!this.#attempts.isDue(now)) return;
    const step = nextStep({
      now: this.#now,
      need: this.#needs.open,
      isPollDue: isTick && this.#now.polls && this.#rhythm.isPollDue,
      hasFailed: this.#attempts.hasFailed,
      behind: this.#holder.behind,
    });
    if (step === 'catch-up' && this.#watching.askAgain(now)) this.#require({ newer: unknown });
    if (step === 'fetch' || step === 'check') this.#fetch(step === 'fetch');
  }

  #fetch(returnReport: boolean): void {
    const { asked, held, snapshotDates } = this.#holder;
    if (!asked) return;
    const proved = this.#standing.asks();
    const started = this.#needs.start(returnReport, proved.losses);
    void this.#flight.start(
      (signal) => {
        const onServerTime = (at: number) => this.noteServerTime(at);
        return fetchDrawable(this.#deps, { asked, held, snapshotDates, returnReport, signal, onServerTime });
      },
      (landing) => {
        if ('error' in landing) this.#failed(landing.error, started.need);
        else this.#answered(landing.value, started, proved);
        this.#step();
      },
      this.#attempts.within(returnReport),
    );
  }

  #answered(found: Found, asked: StartedFetch, proved: Proved): void {
    const now = this.#deps.clock.now();
    const isOutageOver = this.#attempts.hasFailed && !asked.returnReport;
    this.#attempts.answered();
    if (isOutageOver) {
      // A poll only looks; deltas then cost less than whole reports for viewers who all come back.
      this.#attempts.postpone(now + limits.streamHeadStart);
      this.#deps.live.retryNow();
    }
    if (found.kind === 'logged-out') this.#loggedOut();
    else if (found.kind === 'report') this.#found(found, asked.need, now);
    else if (found.kind === 'no-seat' || !this.#holder.held) this.#withoutSeat();
    else if (asked.returnReport) {
      this.#holder.confirm(found, now);
      this.#goOnFrom(this.#holder.version);
    } else this.#holder.checked(found, now);
    if (found.kind !== 'logged-out' && found.kind !== 'no-seat') this.#standing.answered(found, proved);
  }

  #found(found: Found & { readonly kind: 'report' }, need: Need, now: number): void {
    const { version, pages } = found.held.report;
    // An empty screen has nothing that a pause keeps, or that an entry is made in.
    const isEmpty = pages.length === 0 || this.#holder.held?.report.pages.length === 0;
    const isWanted = need.first || need.forced || isEmpty;
    const isSame = version === this.#holder.version;
    if (!isWanted && (this.#now.isEntering || (this.#now.isResting && !isSame))) {
      this.#holder.noteBeside(found, now);
      this.#require({ newer: isSame ? unknown : version });
      this.#watching.start();
      return;
    }
    if (this.#holder.show(found, now)) this.#goOnFrom(version);
    else this.#failed(undefined, { ...need, first: true });
  }

  /**
   * Deltas follow from the version that a fetch gave, unless a later one is fetched anyway. An answer that is older than
   * what was heard of (another node that lags) is never asked for again faster than polling would.
   */
  #goOnFrom(version: number): void {
    this.#watching.reset();
    const { need } = this.#needs.started;
    if (need.newer > version) this.#attempts.postpone(this.#deps.clock.now() + limits.reportPollTick);
    this.#needs.reached(version);
    if (this.#needs.open.newer === 0) this.#watching.start();
  }

  /** The server says so, or that a report is unchanged of which none is shown (interfaces 9); what is shown is proved by neither. */
  #withoutSeat(): void {
    this.#startOver(limits.authWait);
    this.#deps.events.onLicenseLost();
  }

  #failed(error: unknown, need: Need): void {
    this.#needs.add(need);
    const refusal = error instanceof CallError ? error : undefined;
    this.#attempts.failed(this.#deps.clock.now(), refusal?.retryAfter);
    if (refusal?.status === 401) this.#loggedOut();
    if (refusal?.code === 'no_license') this.#deps.events.onLicenseLost();
  }

  /** What was shown belongs to a session that is over (spec 8). */
  #loggedOut(): void {
    this.#startOver(limits.pollRetry.most);
    this.#holder.clear();
    this.#deps.events.onLoggedOut();
  }

  #startOver(wait: number): void {
    this.#needs.add({ first: true });
    this.#attempts.postpone(this.#deps.clock.now() + wait);
  }

  #askAnew({ topic, date }: LoopInput): void {
    this.#flight.drop();
    this.#watching.reset();
    this.#attempts.forgive();
    this.#rhythm.restart();
    this.#holder.ask(topic === undefined ? undefined : { topic, date }, this.#deps.clock.now());
    this.#standing.forget();
    this.#needs.begin(topic !== undefined);
    if (topic === undefined) this.#watching.stop();
  }

  #require(need: Partial<Need>): void {
    this.#needs.add(need);
    this.#step();
  }

  #mayApply(): boolean {
    const { open, started } = this.#needs;
    const isAwaited = open.newer > 0 || (this.#flight.isBusy && started.returnReport);
    return !this.#now.isResting && !this.#now.isEntering && !isAwaited;
  }

  /** The stream came or went: a poll is due at once where there is none, and its failures are past where there is one. */
  #streamChanged(): void {
    this.#rhythm.restart();
    this.#watching.reset();
    if (this.#now.hasStream) {
      this.#dropOld();
      this.#attempts.forgive();
      const check = this.#standing.streamOpened();
      if (this.#holder.held) this.#require(this.#watching.resumes ? { check } : { rights: true });
    }
    this.#step();
  }

  /** A mere poll gives way to the stream; what was asked before the line was lost may never be answered, and is asked anew. */
  #dropOld(): void {
    const { need, losses } = this.#needs.started;
    if (isNeeded(need) && losses === this.#now.losses) return;
    if (this.#flight.isBusy) this.#needs.add(need);
    this.#flight.drop();
  }

  #lineChanged(): void {
    if (this.#standing.isLossNew()) this.#require({ check: true });
    else this.#step();
  }

  #visibilityChanged(): void {
    if (this.#now.isHidden) return;
    this.#rhythm.restart();
    this.#attempts.forgive();
    this.#deps.line.look();
    this.#deps.live.retryNow();
    this.#step(true);
  }

  #isReady(): boolean {
    return this.#holder.asked !== undefined && this.#now.hasLicense;
  }

  #tellStatus(): void {
    this.#deps.line.expect('polls', this.#isReady() && this.#now.awaitsPolls);
    this.#standing.tell(this.#needs.since(this.#deps.clock.now(), this.#flight.isBusy));
  }
}
