import { Refusal } from '#lib/refusal.ts';
import type { AuditNote } from '#ports/audit.ts';
import type { HeldPublish, SeenHeld } from '#ports/guard/guard-store.ts';
import { VersionConflict } from '#ports/report-log.ts';
import { StoreFault } from '#ports/store-fault.ts';
import type { Tracing } from '#ports/tracing.ts';
import { patchCells } from '#report/publish/patch-cells.ts';
import type { WholeDeps } from '#report/publish/publish-whole.ts';
import type { CellsPublish, Published, StillMay } from '#report/publish/publishes.ts';
import type { ReportState } from '#report/report-state.ts';
import { rawAfter, type TopicEntry } from '#report/topic-entry.ts';
import type { Versions, Worked } from '#report/versions.ts';
import type { Guard } from './guard.ts';
import type { GuardTurn } from './guard-turn.ts';
import { guardedCommit } from './guarded-commit.ts';
import { patchHeld, releasedHeld } from './onto-held.ts';

interface GuardedVersionsDeps extends WholeDeps {
  readonly guard?: Guard;
  readonly steps?: Pick<Tracing, 'begin'> | undefined;
}

/** A held publish that is released, with the row of the audit log. */
export interface HeldRelease {
  readonly number: number;
  /** What the approver looked at; whatever waits when left out. */
  readonly revision?: number | undefined;
  readonly note: AuditNote;
  /** Asked once what is released was read; nobody is asked for what is released by itself. */
  readonly stillMay?: StillMay;
}

interface CellsTurn {
  readonly before: ReportState | undefined;
  readonly input: CellsPublish;
  readonly turn: GuardTurn | undefined;
}

/** Versions as the rules of their reports have them; where no rule ever was, as they come (time 5). */
export class GuardedVersions {
  readonly #deps: GuardedVersionsDeps;
  readonly #versions: Versions;

  constructor(deps: GuardedVersionsDeps, versions: Versions) {
    this.#deps = deps;
    this.#versions = versions;
  }

  /** A publish begins; undefined where no rule ever was. */
  begin(topic: TopicEntry['topic'], before: ReportState | undefined): GuardTurn | undefined | Promise<GuardTurn> {
    return this.#deps.guard?.begin(topic, before);
  }

  /** As a version, or as the rules of the report say. */
  commit(entry: TopicEntry, worked: Worked, turn: GuardTurn | undefined): Promise<Published> {
    const { guard, steps } = this.#deps;
    if (!guard) return this.#versions.commit(entry, worked);
    if (!turn) return this.#versions.commit(entry, { ...worked, rules: 0 });
    return guardedCommit(
      { guard, versions: this.#versions, steps },
      { entry, worked: { ...worked, rules: turn.rules }, turn },
    );
  }

  /**
   * What changed cells make: of the version that they name, in one go with its commit, or of what their publisher has
   * waiting on it. What another publisher has waiting is not theirs to go on with.
   */
  patched(entry: TopicEntry, { before, input, turn }: CellsTurn): Worked | Promise<Worked> {
    const held = turn?.held;
    const isBase = [before?.version, before?.ownVersion, held?.number, held && (before?.version ?? 0)].includes(
      input.baseVersion,
    );
    const isOthers = held !== undefined && held.sender !== input.sender;
    if (!isBase || isOthers || turn?.needsWhole)
      throw new Refusal('wrong_base_version', { have: before?.version ?? 0 });
    input.stillMay?.();
    const { guard } = this.#deps;
    if (held && guard) return patchHeld({ ...this.#deps, guard }, { held, before, input });
    const step = before && patchCells(this.#deps, before, input);
    return { before, step, raw: rawAfter(entry, step), sender: input.sender, source: 'cells' };
  }

  /**
   * In turn: a held publish becomes a version, as it was looked at; undefined when another one, or none, waits by now. What
   * came into it since is judged against that version.
   */
  async release(
    entry: TopicEntry,
    before: ReportState | undefined,
    { number, revision, note, stillMay }: HeldRelease,
  ): Promise<Published | undefined> {
    const { guard } = this.#deps;
    const held = await guard?.heldNow(entry.topic);
    if (!guard || held?.number !== number) return undefined;
    const newest = await this.#contentOf(guard, held);
    const seen = revision === undefined || revision === held.revision ? undefined : await guard.looked(held, revision);
    if (!newest || (revision !== undefined && revision !== held.revision && !seen))
      throw new Refusal('held_changed', { have: held.revision });
    const settles = { revision: held.revision, note };
    const worked = await releasedHeld(this.#deps, { ...(seen ?? newest), before, settles });
    stillMay?.();
    // Who has the newer content names it by its number, which is no version then.
    if (seen) entry.floor = Math.max(entry.floor ?? 0, number);
    const released = await this.#versions.commit(entry, worked);
    let after = released;
    try {
      if (seen) after = await this.#judgedAfter(entry, newest, released);
    } finally {
      // Where what came after it waits, that is told already: nobody hears between the two that nothing waits.
      if (!after.held) guard.settled(entry.topic);
    }
    return after;
  }

  async #contentOf(guard: Guard, held: HeldPublish): Promise<SeenHeld | undefined> {
    const report = await guard.content(held);
    return report && { ...held, report };
  }

  /** In turn: what came into a publish since its approver looked at it, as its publisher would send it now. */
  async #judgedAfter(entry: TopicEntry, newest: SeenHeld, released: Published): Promise<Published> {
    const before = entry.state;
    const turn = await this.begin(entry.topic, before);
    const next = await releasedHeld(this.#deps, { ...newest, before, settles: undefined });
    try {
      const { held } = await this.commit(entry, next, turn);
      return { ...released, ...(held && { held }) };
    } catch (fault) {
      // Its publisher is refused with its next cells, and sends the whole report.
      if (fault instanceof Refusal || fault instanceof StoreFault || fault instanceof VersionConflict) return released;
      throw fault;
    }
  }

  /** In turn: a version that ends what waits without a word. */
  async settle(entry: TopicEntry, worked: Worked, held: HeldPublish | undefined): Promise<Published> {
    const guard = held && { settles: { revision: held.revision, note: undefined } };
    const published = await this.#versions.commit(entry, { ...worked, guard });
    if (held) this.#deps.guard?.settled(entry.topic);
    return published;
  }

  /** In turn: what waits goes where viewers have nothing; answers whether it was there. */
  async drop(held: HeldPublish, actor: string): Promise<Published> {
    const { topic, number } = held;
    const note = { ...{ at: 0, actor, object: topic }, action: 'held publish removed', after: { number }, address: '' };
    const rejection = { topic, number, isRefused: true };
    const changed = await this.#deps.guard?.reject(rejection, { ...note, at: this.#deps.guard.now() });
    return { version: 0, time: 'no_time', changed: changed === true };
  }

  /** In turn: the next version gets a number above that of what waits, so that a release names one of them. */
  async numberPastHeld(entry: TopicEntry): Promise<void> {
    const held = await this.#deps.guard?.heldNow(entry.topic);
    if (held) entry.floor = Math.max(entry.floor ?? 0, held.number);
  }
}
