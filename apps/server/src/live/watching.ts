import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';
import { opText } from '@sheetwire/contract/ops';
import type { Topic } from '@sheetwire/rules/topic';
import { ownTurn } from '#lib/own-turn.ts';
import { Refusal } from '#lib/refusal.ts';
import { Slices } from '#lib/slices.ts';
import { type View, type ViewingDeps, viewOf } from '#policies/viewing.ts';
import { StoreFault } from '#ports/store-fault.ts';
import type { ReportEngine } from '#report/engine.ts';
import type { VersionStep } from '#report/recent-steps.ts';
import type { RightsStep } from '#rights/rights-index.ts';
import { frame } from './frames.ts';
import type { LiveHub } from './hub.ts';
import type { LiveStream, Watch } from './live-stream.ts';

/** A topic that a client wants to hear of, and the version it holds. */
export interface Wanted {
  readonly topic: Topic;
  readonly version: number;
  readonly viewSecret?: string | undefined;
  /** Whether the client was told that it can interact; undefined where it does not say. */
  readonly canInteract?: boolean | undefined;
}

export interface WatchingDeps extends ViewingDeps {
  readonly engine: Pick<ReportEngine, 'head' | 'versionNow' | 'stepsSince' | 'refresh'>;
  readonly onFault: (fault: unknown) => void;
}

/** Puts topics on streams by the rights of their owners, and takes them off when rights go. */
export class Watching {
  readonly #deps: WatchingDeps;
  readonly #hub: LiveHub;
  readonly #closing: Slices;

  constructor(deps: WatchingDeps, hub: LiveHub) {
    this.#deps = deps;
    this.#hub = hub;
    this.#closing = new Slices(deps.onFault);
    hub.mayStillTell = (watch) => this.#closing.isIdle || this.#recheck(watch);
  }

  /**
   * Sets what a stream carries; every topic is brought up to date from the version that the client named. One that is named
   * again is carried once.
   */
  set(stream: LiveStream, named: readonly Wanted[]): void {
    const wanted = [...new Map(named.map((one) => [one.topic, one])).values()];
    const allowed = wanted.flatMap(({ topic, version, viewSecret }) => {
      const head = this.#deps.engine.head(topic);
      // The catalogue's own text of the topic: a request's would keep its whole body in memory for each viewer.
      const { mayView, mayInteract } = this.#viewOf(stream, topic, viewSecret);
      if (!head || !mayView) return [];
      // One that was not asked for proves nothing later on: it would be a guess that nobody counts.
      const proved = head.viewSecret === null ? undefined : viewSecret;
      const checkedAt = this.#deps.rights().stamp;
      return [{ topic: head.topic, version, viewSecret: proved, mayInteract, checkedAt }];
    });
    const watches = this.#hub.setWatches(stream, allowed);
    for (const watch of watches) this.#resume(watch).catch(this.#deps.onFault);
    const told = new Map(wanted.map(({ topic, canInteract }) => [topic, canInteract]));
    // A right that changed while there was no line is told with the new one.
    for (const { topic, mayInteract } of watches) {
      if ((told.get(topic) ?? mayInteract) !== mayInteract) stream.send(frame('rights', { topic }));
    }
  }

  /** Asks the rights of everybody who watches the topic again, whose secret may be another one: in slices, as below. */
  recheck(topic: Topic): void {
    const watches = [...this.#hub.watchersOf(topic)];
    for (const watch of watches) watch.checkedAt = NEVER;
    this.#closing.add(this.#recheckAll(watches));
  }

  /**
   * Asks the rights again of all watches that the change may concern, in slices: who may not view a topic any more is told
   * and hears no more of it, who may interact now, or no more, is told to fetch (semantics 2). Until all are asked, each
   * is asked before it is told anything: no watch hears of what its owner lost, however many wait before it.
   */
  rightsChanged(step: RightsStep): void {
    this.#closing.add(this.#recheckEach(step));
  }

  stop(): void {
    this.#closing.stop();
  }

  *#recheckAll(watches: readonly Watch[]): Generator<void> {
    for (const watch of watches) yield void this.#recheck(watch);
  }

  *#recheckEach({ after, changed, touched }: RightsStep): Generator<void> {
    if (this.#hub.size === 0) return;
    for (const gropic of changed) {
      yield;
      for (const watch of this.#hub.watchersUnder(gropic)) yield void this.#recheck(watch);
    }
    for (const user of after.membership.eachTouched(touched)) {
      yield;
      for (const stream of this.#hub.streamsOf(user)) {
        for (const watch of stream.watches) yield void this.#recheck(watch);
      }
    }
  }

  /** True while the owner may view the topic, by the rights that are in force now. */
  #recheck(watch: Watch): boolean {
    return watch.checkedAt === this.#deps.rights().stamp || this.#ask(watch);
  }

  /** A watch that cannot be asked about does not go on: its line is cut, and the client comes again. */
  #ask(watch: Watch): boolean {
    try {
      return this.#follow(watch);
    } catch (fault) {
      this.#hub.drop(watch.stream);
      watch.stream.close();
      this.#deps.onFault(fault);
      return false;
    }
  }

  #follow(watch: Watch): boolean {
    const { mayView, mayInteract } = this.#viewOf(watch.stream, watch.topic, watch.viewSecret);
    watch.checkedAt = this.#deps.rights().stamp;
    if (mayView && mayInteract === watch.mayInteract) return true;
    watch.mayInteract = mayInteract;
    if (!mayView) this.#hub.unwatch(watch);
    watch.stream.send(frame('rights', { topic: watch.topic }));
    return mayView;
  }

  #viewOf(stream: LiveStream, topic: Topic, viewSecret: string | undefined): View {
    const head = this.#deps.engine.head(topic);
    return head
      ? viewOf(this.#deps, { head, actor: stream.owner, viewSecret })
      : { mayView: false, mayInteract: false };
  }

  /**
   * Sends the steps since the client's version, with those of versions that come while they are read; a version that the log
   * does not hold means fetching (interfaces 7), and so does a store that is slow to tell.
   */
  async #resume(watch: Watch): Promise<void> {
    const { topic, version: from } = watch;
    if (from === this.#newest(topic)) return;
    watch.isCatchingUp = true;
    const late = setTimeout(() => this.#newest(topic) > from && this.#giveUp(watch), limits.catchUp.within).unref();
    if (from > this.#newest(topic)) await this.#refresh(topic);
    await this.#catchUp(watch, from);
    clearTimeout(late);
    this.#giveUp(watch);
  }

  #giveUp(watch: Watch): void {
    if (this.#isDue(watch)) this.#hub.tellChanged(watch, this.#newest(watch.topic));
  }

  /** Nobody gave up on it, or took it off its stream. */
  #isDue(watch: Watch): boolean {
    return watch.isCatchingUp && watch.stream.watches.includes(watch);
  }

  /**
   * Gives a watch the steps from its version to the one in memory, unless they are not told, or are outrun again and again.
   * They are looked at and given in one turn: a version in between would reach nobody.
   */
  async #catchUp(watch: Watch, from: number): Promise<void> {
    for (let read = 1; read <= limits.catchUp.reads && this.#isDue(watch); read++) {
      const newest = this.#newest(watch.topic);
      if (from === newest) return this.#hub.catchUp(watch, []);
      const steps = from > 0 && from < newest ? await this.#steps(watch.topic, from) : undefined;
      if (!steps?.every((step) => step.ops)) return;
      if (areLong(steps)) await ownTurn();
      if (this.#isDue(watch) && this.#leadsToNow(watch.topic, steps)) return this.#hub.catchUp(watch, steps);
      // One that is taken over here, and told in a moment.
      await nextTurn();
    }
  }

  #newest(topic: Topic): number {
    return this.#deps.engine.head(topic)?.version ?? 0;
  }

  /** A viewer who comes from another server may hold what is not heard of here yet: it is never told to go back. */
  async #refresh(topic: Topic): Promise<void> {
    try {
      await this.#deps.engine.refresh(topic);
    } catch (fault) {
      this.#deps.onFault(fault);
    }
  }

  /**
   * Steps are cut to a user's pages as they are addressed now, so they must lead to the version in memory, and none of
   * them may have changed the pages' order or addressees, which have no ops: their numbers would mean other pages.
   */
  #leadsToNow(topic: Topic, steps: readonly VersionStep[]): boolean {
    const last = steps.at(-1)?.to;
    return last !== undefined && last === this.#deps.engine.versionNow(topic);
  }

  /** A store that cannot be read now is no reason to keep a viewer waiting: it is told to fetch. Nor is a fault of ours. */
  async #steps(topic: Topic, from: number) {
    try {
      return await this.#deps.engine.stepsSince(topic, from);
    } catch (fault) {
      if (!(fault instanceof StoreFault || fault instanceof Refusal)) this.#deps.onFault(fault);
      return undefined;
    }
  }
}

/** Whether to write steps takes a good part of a turn of the event loop: many who lack them may ask in one. */
function areLong(steps: readonly VersionStep[]): boolean {
  let left: number = limits.work.long;
  for (const { ops } of steps) {
    for (const op of ops ?? []) {
      left -= OP + opText(op).length;
      if (left < 0) return true;
    }
  }
  return false;
}

/** Roughly what is written of an op beside its text. */
const OP = 20;

/** The stamp of no rights: a watch that has it is asked. */
const NEVER = -1;
