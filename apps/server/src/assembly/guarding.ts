import { limits } from '@sheetwire/contract/limits';
import { type Gropic, groupOf } from '@sheetwire/rules/gropic';
import { branded } from '@sheetwire/rules/name';
import { zoneOfLocation } from '@sheetwire/rules/snapshot-location';
import { defaultSnapshotLocation } from '@sheetwire/rules/snapshot-time';
import { gropicOf, parseTopic, type Topic } from '@sheetwire/rules/topic';
import { OneAtATime } from '#lib/one-at-a-time.ts';
import { Refusal } from '#lib/refusal.ts';
import type { LiveStream, Watch } from '#live/live-stream.ts';
import type { Rights } from '#policies/rights.ts';
import type { HeldPublish } from '#ports/guard/guard-store.ts';
import type { ReportEngine } from '#report/engine.ts';
import { Guard, type WaitingChange } from '#report/guard/guard.ts';
import type { GuardMemoryDeps } from '#report/guard/guard-memory.ts';
import { holdOf } from '#report/hold-of.ts';
import type { ReportingDeps } from './reporting-deps.ts';

/** What is due is left to its admins. */
class LeftToAdmins extends Refusal {}

/** What administrators see of rules and held publishes. */
export const GUARD_LIST = 'guard';

/** Who hears that something waits, and the rights of now. */
interface Told {
  viewers(topic: Topic, sinceUtc: string | null): void;
  viewer(watch: Watch, sinceUtc: string | null): void;
  admins(kind: string, gropic: Gropic): void;
  rights(): Pick<Rights, 'mayPublish'>;
}

type Engine = Pick<ReportEngine, 'release' | 'released' | 'head'>;
type Reads = Pick<ReportingDeps, 'clock' | 'stores' | 'cleaner'>;

/** What rules read beside the publish itself. */
export function guardReads({ clock, stores, cleaner }: Reads): GuardMemoryDeps {
  const zoneOf = async (topic: Topic) => {
    const setting = await stores.snapshotSettings.effective(gropicOf(topic));
    return zoneOfLocation(setting?.location ?? defaultSnapshotLocation) ?? 'UTC';
  };
  return { clock, past: stores.past, snapshots: stores.snapshots, cleaner, zoneOf };
}

/** The rules of all reports on this node: kept up with other nodes, and what is due released. */
export class Guarding {
  readonly guard: Guard;
  readonly #deps: Pick<ReportingDeps, 'bus' | 'books' | 'stores' | 'onFault'>;
  readonly #told: Told;
  readonly #turn: OneAtATime;
  #engine: Engine | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** What waits and took in more since the last look, each with whether any of it came about here. */
  readonly #grown = new Map<Topic, boolean>();

  constructor(deps: ReportingDeps, told: Told) {
    this.#deps = deps;
    this.#told = told;
    this.#turn = new OneAtATime(() => this.#look());
    this.guard = new Guard({
      ...guardReads(deps),
      store: deps.stores.guard,
      isAlone: deps.stores.presence === undefined,
      onWaiting: (topic, change) => this.#onWaiting(topic, change),
    });
  }

  /** Before anything is served: no publish passes by rules that were not read yet. */
  async begin(engine: Engine): Promise<void> {
    this.#engine = engine;
    await this.guard.read();
    this.#timer = setInterval(() => this.look(), limits.guard.look);
    this.#timer.unref();
  }

  /** Looks for what no message told, and for what is due. */
  look(): void {
    this.looked().catch(this.#deps.onFault);
  }

  /** A message that was lost may have told of rules, of what waits or of a snapshot. */
  onGap(): void {
    this.guard.snapshotTaken();
    this.look();
  }

  /** As `look`; resolves when it is done. */
  looked(): Promise<void> {
    return this.#turn.run();
  }

  /** Another node told of rules or of what waits. */
  async heard(kind: string, gropic: Gropic | undefined): Promise<void> {
    const topic = kind === GUARD_LIST && gropic !== undefined ? parseTopic(gropic) : undefined;
    if (topic) await this.guard.changed(topic);
  }

  /** What a stream missed while it was away: of reports with rules it is told that something waits, or nothing. */
  watched({ watches }: LiveStream): void {
    for (const watch of watches) {
      if (this.guard.setting(watch.topic)) this.#told.viewer(watch, sinceOf(this.guard.waiting(watch.topic)));
    }
  }

  /** Rules were saved here. */
  rulesSaved(topic: Topic): void {
    this.#tellAdmins(topic);
    this.#deps.bus.send({ kind: 'admin', list: GUARD_LIST, gropic: gropicOf(topic) });
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#turn.settle();
  }

  async #look(): Promise<void> {
    await this.guard.read();
    for (const [topic, isOwn] of this.#grown) this.#tellWaiting(topic, isOwn);
    this.#grown.clear();
    const at = this.guard.now();
    for (const held of this.guard.due(at)) {
      // One report that cannot be released now keeps no other waiting.
      await this.#release(held, at).catch((fault: unknown) => {
        if (!(fault instanceof LeftToAdmins)) this.#deps.onFault(fault);
      });
    }
  }

  /** Once it comes to its turn it is asked again: a rollback may be before it, and a right may be lost. */
  async #release(held: HeldPublish, at: number): Promise<void> {
    const { topic, number } = held;
    const engine = this.#engine;
    if (!engine) return;
    await holdOf({ engine, marks: this.#deps.stores.marks }, topic);
    const stillMay = () => this.#assertGoes(held);
    stillMay();
    const after = { number, reason: 'nobody decided in time' };
    const note = { at, actor: '', action: 'publish released', object: topic, after, address: '' };
    const released = await engine.release(topic, { number, note, stillMay });
    if (released) await this.#deps.books.drop(topic);
  }

  /** Who rolled back decides what comes after it, and an admin what comes of who may publish no more. */
  #assertGoes({ topic, sender }: HeldPublish): void {
    if (this.#engine?.head(topic)?.heldVersion !== undefined) throw new LeftToAdmins('rolled_back');
    if (!this.#told.rights().mayPublish(branded<'User'>(sender), topic)) throw new LeftToAdmins('not_allowed');
  }

  #onWaiting(topic: Topic, { before, held, isOwn }: WaitingChange): void {
    // Cells that are taken into what waits are no news to viewers, and to admins not with each publish.
    if (before?.since === held?.since && before?.number === held?.number) {
      this.#grown.set(topic, isOwn || this.#grown.get(topic) === true);
      return;
    }
    this.#grown.delete(topic);
    this.#told.viewers(topic, sinceOf(held));
    this.#tellWaiting(topic, isOwn);
  }

  #tellWaiting(topic: Topic, isOwn: boolean): void {
    this.#tellAdmins(topic);
    if (isOwn) this.#deps.bus.send({ kind: 'admin', list: GUARD_LIST, gropic: gropicOf(topic) });
  }

  /** Of a report without lists of its own the group's admins decide. */
  #tellAdmins(topic: Topic): void {
    const gropic = gropicOf(topic);
    this.#told.admins(GUARD_LIST, gropic);
    this.#told.admins(GUARD_LIST, groupOf(gropic));
  }
}

function sinceOf(held: HeldPublish | undefined): string | null {
  return held ? new Date(held.since).toISOString() : null;
}
