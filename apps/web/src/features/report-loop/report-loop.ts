import type { Clock } from '@sheetwire/client/clock';
import { CallError } from '@sheetwire/client/failures';
import type { LiveEvent } from '@sheetwire/client/live-event';
import { limits } from '@sheetwire/contract/limits';
import type { LiveLine } from '#features/live/live-line.ts';
import type {
  DriverEvents,
  LoopInput,
  Readable,
  ReportDriver,
  ReportSink,
  ReportStatus,
} from '#features/viewer-ports.ts';
import { Attempts } from './attempts.ts';
import { either, isNeeded, isUrgent, type Need, noNeed } from './need.ts';
import { Observable } from './observable.ts';
import { nextCount } from './poll-counter.ts';
import { type FetchDeps, type Found, fetchReport } from './report-fetch.ts';
import { ReportHolder } from './report-holder.ts';
import { reportStatus } from './report-status.ts';
import { SingleFlight } from './single-flight.ts';

/** What the loop needs to know of the session. */
export interface SessionFacts {
  readonly hasLicense: boolean;
  readonly isCookieLogin: boolean;
}

export interface ReportLoopDeps extends FetchDeps {
  readonly clock: Clock;
  readonly chance: () => number;
  readonly live: LiveLine;
  readonly sink: ReportSink;
  readonly events: DriverEvents;
  /** Undefined while there is no user. */
  session(): SessionFacts | undefined;
  /** A hidden tab rests and catches up at once when it shows again. */
  readonly isHidden: Readable<boolean>;
}

/** Nobody knows which version is needed. */
const unknown = Number.POSITIVE_INFINITY;

/**
 * Keeps the shown report current: by the stream's deltas, or by the polling of spec 4 where no stream can be had.
 * One fetch is in flight at most; every answer for a report that is no longer asked for is dropped.
 */
export class ReportLoop implements ReportDriver {
  readonly #deps: ReportLoopDeps;
  readonly #holder: ReportHolder;
  readonly #flight: SingleFlight;
  readonly #attempts: Attempts;
  readonly #status = new Observable<ReportStatus>({ state: 'waiting' }, isSameStatus);
  #input: LoopInput | undefined;
  #need: Need = noNeed;
  /** What the fetch in flight is needed for; a mere poll gives way to the stream. */
  #flying: Need = noNeed;
  #counter = 0;
  /** Since when deltas were asked for again from the shown version. */
  #catchingUpSince: number | undefined;
  #stops: (() => void)[] = [];
  #cancelTick: () => void = () => undefined;

  constructor(deps: ReportLoopDeps) {
    this.#deps = deps;
    this.#holder = new ReportHolder(deps.sink);
    this.#flight = new SingleFlight(deps.clock);
    this.#attempts = new Attempts(deps.chance);
  }

  get status(): Readable<ReportStatus> {
    return this.#status;
  }

  set(input: LoopInput): void {
    const before = this.#input;
    this.#input = input;
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
    this.#input = undefined;
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
    const isWaiting = this.#isEntering() || this.#flight.isBusy || !this.#attempts.isDue(this.#deps.clock.now());
    const stands = isWaiting || !this.#polls() || !this.#isReady();
    this.#step(true);
    if (stands) return;
    const sinceUpdate = this.#deps.clock.now() - this.#holder.updatedAt;
    this.#counter = nextCount(this.#counter, { isMobile: this.#deps.isMobile, sinceUpdate });
  }

  #step(isTick = false): void {
    if (!this.#input) return;
    if (this.#isReady() && !this.#isEntering() && !this.#flight.isBusy) this.#advance(isTick);
    this.#tellStatus();
  }

  #advance(isTick: boolean): void {
    if (!this.#attempts.isDue(this.#deps.clock.now())) return;
    if (isUrgent(this.#need)) this.#fetch(true);
    else if (this.#isResting()) this.#checkWhileResting(isTick);
    else if (this.#need.newer > 0) this.#fetch(true);
    else if (isTick && this.#isPollDue()) this.#fetch(!this.#attempts.hasFailed);
    else if (this.#deps.live.state === 'open' && this.#holder.behind > 0) this.#catchUp();
  }

  /** A cookie login is checked in the same rhythm while paused, without the report (spec 4). */
  #checkWhileResting(isTick: boolean): void {
    const isDue = isTick && this.#isPollDue() && !this.#deps.isHidden.getSnapshot();
    if (isDue && this.#deps.session()?.isCookieLogin) this.#fetch(false);
  }

  /** Asks for the deltas from the shown version again; where none help in time, the whole report is fetched. */
  #catchUp(): void {
    const now = this.#deps.clock.now();
    if (this.#catchingUpSince === undefined) {
      this.#catchingUpSince = now;
      this.#watch();
    } else if (now - this.#catchingUpSince > limits.streamDetect) {
      this.#catchingUpSince = undefined;
      this.#require({ newer: unknown });
    }
  }

  #fetch(returnReport: boolean): void {
    const { asked, snapshotDates } = this.#holder;
    if (!asked) return;
    const need = this.#need;
    const held = need.forced ? undefined : this.#holder.held;
    this.#need = noNeed;
    this.#flying = need;
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
    if (isOutageOver) this.#letStreamGoFirst(now);
    if (found.kind === 'logged-out') this.#loggedOut();
    else if (found.kind === 'report') this.#found(found, asked.need, now);
    else if (!this.#holder.held) this.#withoutSeat();
    else if (asked.returnReport) {
      this.#holder.confirm(found, now);
      this.#goOnFrom(this.#holder.version);
    }
  }

  /** After an outage a poll only looks; deltas then cost less than whole reports for viewers who all come back. */
  #letStreamGoFirst(now: number): void {
    this.#attempts.postpone(now + limits.streamHeadStart);
    this.#deps.live.retryNow();
  }

  #found(found: Found & { readonly kind: 'report' }, need: Need, now: number): void {
    const { version, pages } = found.held.report;
    const isWanted = need.first || need.forced || version === this.#holder.version || pages.length === 0;
    if (!isWanted && (this.#isResting() || this.#isEntering())) {
      this.#holder.noteVersion(version, undefined, now);
      this.#require({ newer: version });
      return;
    }
    this.#holder.show(found, now);
    this.#goOnFrom(version);
  }

  /** Deltas follow from the version that a fetch gave, unless a later one is fetched anyway. */
  #goOnFrom(version: number): void {
    this.#catchingUpSince = undefined;
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
    this.#catchingUpSince = undefined;
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

  /** A snapshot and the empty report have no version to go on from, but are watched for their topic's news. */
  #watch(): void {
    const { asked, version } = this.#holder;
    if (!asked) return;
    const mayGoOn = asked.date === undefined && version > 0;
    this.#deps.live.watch([{ topic: asked.topic, version: mayGoOn ? version : undefined }]);
  }

  #hear(event: LiveEvent): void {
    const { asked } = this.#holder;
    if (!asked || !isAbout(event, asked.topic)) return;
    if (event.name === 'rights' || event.name === 'topics') this.#rightsChanged();
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
    if (event.name === 'publisher') this.#holder.noteSeen(event.data.seenUtc, now);
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
    const isTaking = !this.#isResting() && !this.#isEntering() && !this.#flight.isBusy && this.#need.newer === 0;
    if (!isTaking || !this.#holder.held) return;
    const fit = this.#holder.apply(data, now);
    if (fit === 'applied') this.#catchingUpSince = this.#holder.behind > 0 ? now : undefined;
    const isFirst = fit === 'gap' && this.#holder.version === 0;
    if (isFirst || fit === 'mismatch') this.#require({ newer: unknown });
  }

  /** The stream came or went: a poll is due at once where there is none, and its failures are past where there is one. */
  #streamChanged(): void {
    this.#counter = 0;
    this.#catchingUpSince = undefined;
    if (this.#deps.live.state === 'open') {
      if (!isNeeded(this.#flying)) this.#flight.drop();
      this.#attempts.forgive();
    }
    this.#step();
  }

  #visibilityChanged(): void {
    if (this.#deps.isHidden.getSnapshot()) return;
    this.#counter = 0;
    this.#attempts.forgive();
    this.#deps.live.retryNow();
    this.#step(true);
  }

  #isReady(): boolean {
    return this.#holder.asked !== undefined && this.#deps.session()?.hasLicense === true;
  }

  /** The user is typing in a control or choosing a date: the loop waits (spec 4). */
  #isEntering(): boolean {
    return this.#input?.isMidEntry === true || this.#input?.isDatePickerOpen === true;
  }

  #isResting(): boolean {
    return this.#input?.live !== true || this.#deps.isHidden.getSnapshot();
  }

  /** Polling is for when no stream can be had; just after a cut the stream has its seconds to come back. */
  #polls(): boolean {
    const { state } = this.#deps.live;
    return state !== 'open' && state !== 'reconnecting';
  }

  #isPollDue(): boolean {
    return this.#polls() && this.#counter === 0;
  }

  #tellStatus(): void {
    const { clock, live } = this.#deps;
    const now = clock.now();
    const { held, behind, behindSince, asked } = this.#holder;
    this.#status.set(
      reportStatus({
        now,
        isAsked: this.#isReady(),
        isShown: held !== undefined,
        isSnapshot: asked?.date !== undefined,
        shownDate: held?.report.shownDate ?? null,
        isPaused: this.#input?.live !== true,
        isHeld: this.#isEntering(),
        behind,
        behindSince,
        stream: live.state,
        hasFailed: this.#attempts.hasFailed,
        lastAnswerAt: this.#attempts.answeredAt,
        silentSince: this.#holder.silentSince(now),
      }),
    );
  }
}

/** News of the topic itself, or that it came to or went from what the user may view. */
function isAbout({ data }: LiveEvent, topic: string): boolean {
  if ('topic' in data) return data.topic === topic;
  return 'added' in data && (data.added.includes(topic) || data.removed.includes(topic));
}

function isSameStatus(a: ReportStatus, b: ReportStatus): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
