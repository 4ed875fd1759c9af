import { backoff } from '@sheetwire/client/backoff';
import { CallError } from '@sheetwire/client/failures';
import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import { createStore } from 'zustand/vanilla';
import { isOtherView, type Selection, topicOf } from '#features/selection/selection.ts';
import { giveUpLate } from '#lib/give-up-late.ts';
import { answerTo } from './answers/answer-to.ts';
import { momentOf, standAtOldest } from './answers/moment-of.ts';
import { LatestWins } from './latest-wins.ts';
import { MomentAddress } from './moment-address.ts';
import type { PastAnswer } from './past-fetch.ts';
import { isWanted, type PastDeps, type PastState } from './past-ports.ts';
import { timeAt } from './strip-scale.ts';
import type { KnownTimes } from './versions-list.ts';
import { isNone, isoOf, type Wish } from './wish.ts';

const live: PastState = { at: undefined, shown: undefined, isFailed: false, coming: undefined, isEarly: false };

/** Moves one report through its versions: what is asked for last is shown, and the address follows (time 3). */
export class Past {
  readonly state = createStore<PastState>(() => live);
  readonly #deps: PastDeps;
  readonly #queue: LatestWins<Wish>;
  readonly #address: MomentAddress;
  #abort: AbortController | undefined;
  #topic: Topic | undefined;
  /** The version that was asked for last, until it is shown: steps from there add up. */
  #heading: number | undefined;
  /** Steps from a time that is on its way: its version is not known until it is shown. */
  #stepsLater = 0;
  #cancelRetry: (() => void) | undefined;
  /** Ends the wish that waits until the strip's times are known. */
  #stopEarly: (() => void) | undefined;
  #failures = 0;
  readonly #onOver = new Set<() => void>();
  #stops: (() => void)[] = [];

  constructor(deps: PastDeps) {
    this.#deps = deps;
    this.#address = new MomentAddress(deps.clock, (at) => deps.model.dispatch({ kind: 'at', at }));
    this.#queue = new LatestWins({
      clock: deps.clock,
      gap: limits.past.scrub,
      run: (wish) => this.#look(wish),
    });
  }

  /** Follows the address; the answer stops it. */
  start(): () => void {
    const { model, screen } = this.#deps;
    this.#stops = [
      model.selection.subscribe((after, before) => this.#follow(after, before)),
      screen.onNews(() => this.#tellNewer()),
      screen.onEmpty(() => this.#lookAgain()),
    ];
    this.#follow(model.selection.getState());
    return () => {
      for (const stop of this.#stops) stop();
      this.#rest();
      screen.leave();
    };
  }

  /** Tells those who move the report on and on when that is over: somebody left the past, or chose a moment elsewhere. */
  onOver(tell: () => void): () => void {
    this.#onOver.add(tell);
    return () => this.#onOver.delete(tell);
  }

  /** To a time, up to the present: nothing is known of later ones. */
  goTo(time: number): void {
    this.#forgetEarly();
    this.#goTo(Math.min(time, this.#deps.now()));
  }

  /** To the time at a share of the strip's width, once it is known which times that shows. */
  goToShare(share: number): void {
    this.#goWhenKnown(({ span }) => timeAt(share, span));
  }

  goToOldest(): void {
    this.#goWhenKnown(({ oldest }) => oldest);
  }

  /** What an address names is asked for as it stands: only the server can tell whether it is still to come. */
  #goTo(time: number): void {
    this.state.setState({ at: Math.min(time, this.#deps.now()) });
    this.#ask({ kind: 'time', at: time });
  }

  /** So many versions back or on; on from the newest is the live report. */
  step(by: number): void {
    this.#forgetEarly();
    const { shown, coming } = this.state.getState();
    if (coming === 'time') {
      this.#stepsLater += by;
      return;
    }
    // 0 until the live report has come.
    const { newest } = this.#deps.screen;
    const from = this.#heading ?? shown?.version ?? (newest || undefined);
    if (from === undefined) return;
    const version = Math.max(1, from + by);
    const isNewest = newest === 0 ? shown?.newer === 0 : version >= newest;
    if (by > 0 && isNewest) this.backToLive();
    else this.#ask({ kind: 'version', version, way: by < 0 ? 'back' : 'on' });
  }

  backToLive(): void {
    this.#address.flush();
    this.#rest();
    this.#deps.model.dispatch({ kind: 'live', isLive: true });
  }

  /** To the live report where that version is shown still: it may have been left meanwhile, and the strip with it. */
  leave(version: number): void {
    if (this.state.getState().shown?.version === version) this.backToLive();
  }

  /** A moment of the past is shown, or asked for. */
  get isPast(): boolean {
    return this.#deps.model.selection.getState().at !== undefined || this.state.getState().shown !== undefined;
  }

  /** The same from the wish for it on, however late its answer is. */
  get isWanted(): boolean {
    return this.isPast || isWanted(this.state.getState());
  }

  /** Where the reader will be is not known yet: a version is on its way, or the times of the strip are. */
  get isUnplaced(): boolean {
    const { coming, isEarly } = this.state.getState();
    return coming === 'version' || isEarly;
  }

  /** The next position is on its way. */
  get isMoving(): boolean {
    return this.#queue.isBusy;
  }

  /** Versions that came since are newer too. */
  get newer(): number | undefined {
    const { shown } = this.state.getState();
    return shown && shown.newer + this.#deps.screen.sinceShown;
  }

  #goWhenKnown(timeOf: (known: KnownTimes) => number): void {
    this.#forgetEarly();
    this.#stopEarly = this.#deps.whenKnown((known) => {
      this.#stopEarly = undefined;
      if (known) this.goTo(timeOf(known));
      if (this.state.getState().isEarly) this.state.setState({ isEarly: false });
    });
    if (this.#stopEarly) this.state.setState({ isEarly: true });
  }

  #forgetEarly(): void {
    if (!this.#stopEarly) return;
    this.#stopEarly();
    this.#stopEarly = undefined;
    this.state.setState({ isEarly: false });
  }

  #ask(wish: Wish): void {
    this.#cancelRetry?.();
    this.#heading = wish.kind === 'version' ? wish.version : undefined;
    this.#stepsLater = 0;
    if (this.state.getState().coming !== wish.kind) this.state.setState({ coming: wish.kind });
    this.#queue.ask(wish);
  }

  /** Somebody else changed the selection: Back, a link, another report, Update Live. */
  #follow(selection: Selection, before = selection): void {
    const { screen } = this.#deps;
    const { at, isLive } = selection;
    const topic = topicOf(selection);
    const isOther = topic !== this.#topic;
    this.#topic = topic;
    if (at === undefined || topic === undefined) {
      const isElsewhere = isOtherView(before, selection) || (isLive && !before.isLive);
      if (isOther || screen.isPast || isElsewhere) this.#rest();
      screen.leave();
      return;
    }
    const isThere = screen.enter(topic);
    if (isThere && at === this.#address.seen) return;
    if (!isThere) screen.freeze(isoOf(this.#deps.now()));
    if (isOther) this.#rest();
    else this.#tellOver();
    this.#forgetEarly();
    this.#address.forget();
    this.#address.seen = at;
    if (typeof at === 'number') this.#ask({ kind: 'version', version: at, way: 'to' });
    else this.#goTo(Date.parse(at));
  }

  /** Nothing is asked any more. */
  #rest(): void {
    this.#tellOver();
    this.#queue.stop();
    this.#abort?.abort();
    this.#abort = undefined;
    this.#forgetEarly();
    this.#address.forget();
    this.#cancelRetry?.();
    this.#address.seen = undefined;
    this.#heading = undefined;
    this.#stepsLater = 0;
    this.#failures = 0;
    this.state.setState(live);
  }

  #tellOver(): void {
    for (const tell of [...this.#onOver]) tell();
  }

  async #look(wish: Wish): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    const cancelLimit = giveUpLate(abort, this.#deps.clock);
    const from = this.#deps.screen.shownVersion;
    try {
      const shown = this.state.getState().shown?.version;
      const answer = await answerTo(wish, { topic: this.#topic, shown, from, signal: abort.signal }, this.#deps);
      if (this.#abort !== abort) return;
      this.#failures = 0;
      this.#show(answer, wish, from);
    } catch (error) {
      if (this.#abort === abort) this.#failed(error, wish);
    } finally {
      cancelLimit();
    }
  }

  #show(answer: PastAnswer, wish: Wish, from: number | undefined): void {
    const topic = this.#topic;
    if (answer.kind === 'closed' || topic === undefined) {
      this.#close();
      return;
    }
    if (isNone(wish, answer)) {
      this.#rest();
      this.#deps.model.dispatch({ kind: 'noversion', version: wish.version });
      return;
    }
    const shown = momentOf(wish, answer, this.#deps.now());
    const { at, before, published } = shown;
    // What is taken away and printed says when its figures were published where they need not be those of the moment.
    const shownAt = isoOf((before ? published : at) ?? 0);
    if (!this.#deps.screen.show(answer, { topic, from, shownAt })) {
      this.#queue.ask(this.#queue.latest ?? wish);
      return;
    }
    const thumb = this.#queue.latest?.kind === 'time' ? this.state.getState().at : at;
    const coming = this.#queue.latest?.kind;
    this.state.setState({ shown, isFailed: false, at: thumb, coming });
    if (at !== undefined) this.#address.write(isoOf(at));
    else standAtOldest(this.state, this.#deps);
    if (coming === undefined) this.#arrive();
  }

  /** What was asked for last is shown; the steps that waited for it follow. */
  #arrive(): void {
    const by = this.#stepsLater;
    this.#heading = undefined;
    this.#stepsLater = 0;
    if (by !== 0) this.step(by);
  }

  /** The right to the report is lost: its past closes as it does. */
  #close(): void {
    this.#deps.screen.forget();
    this.backToLive();
  }

  /** The live report became empty: only the server can tell whether it may be viewed still. */
  #lookAgain(): void {
    const { at } = this.state.getState();
    if (at === undefined) return;
    this.#deps.screen.spoil();
    this.#ask({ kind: 'time', at });
  }

  /** The line tells its own loss; the moment is asked for until it comes. */
  #failed(error: unknown, wish: Wish): void {
    const { clock, chance, model } = this.#deps;
    this.state.setState({ isFailed: true });
    // A session that is over is the report loop's to find out.
    if (error instanceof CallError && error.status === 401) model.reports.refresh();
    if (this.#queue.latest) return;
    const wait = backoff(limits.pollRetry, this.#failures++, chance);
    this.#cancelRetry = clock.after(wait, () => this.#queue.ask(wish));
  }

  #tellNewer(): void {
    this.state.setState((state) => ({ ...state }), true);
  }
}
