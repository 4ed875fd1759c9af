import type { Clock } from '@sheetwire/client/clock';
import { limits } from '@sheetwire/contract/limits';
import {
  isOf,
  isOrdered,
  type Landing,
  type Refusal,
  type SendUpdate,
  type Update,
  type WaitReason,
} from './send-update.ts';

export interface OutboxEvents {
  onSending(update: Update): void;
  onConfirmed(update: Update): void;
  /** It is sent again by itself. */
  onWaiting(update: Update, reason: WaitReason, said: string | undefined): void;
  /** It is dropped. */
  onRefused(update: Update, refusal: Refusal): void;
  /** It was not sent, since one before it failed. */
  onHeldBack(update: Update): void;
  /** It is not sent again: its user gave it up, or a newer one takes its place. */
  onGone(): void;
}

/** Why an update waits; `said` is its publisher's word, who refused it and may take it yet. */
export interface Why {
  readonly reason: WaitReason;
  readonly said: string | undefined;
}

interface Waiting {
  update: Update;
  /** The server knows it by this when it is sent again without an answer: it is worked on once. */
  id: string;
  isFlying: boolean;
  /** Ends its rest before it is sent again; undefined when it does not rest. */
  endRest: (() => void) | undefined;
  /** Why it is sent again. */
  why: Why | undefined;
  /** Its user gave it up while it was under way. */
  isGivenUp: boolean;
  tries: number;
}

export interface OutboxDeps {
  readonly clock: Clock;
  readonly send: SendUpdate;
  /** An id that no other update has. */
  readonly newId: () => string;
  readonly events: OutboxEvents;
}

/**
 * The updates of controls on their way: in order for each control, and a press or a Submit after all that was entered
 * before it in the same report. A newer value takes the place of one that still waits. Bounded in number.
 */
export class ControlOutbox {
  readonly #deps: OutboxDeps;
  #queue: Waiting[] = [];

  constructor(deps: OutboxDeps) {
    this.#deps = deps;
  }

  get isEmpty(): boolean {
    return this.#queue.length === 0;
  }

  /** Whether so many more may wait. */
  hasRoom(updates: number): boolean {
    return this.#queue.length + updates <= limits.controlsWaiting;
  }

  has(topic: string, name: string): boolean {
    return this.#queue.some(({ update }) => isOf(update, topic, name));
  }

  /** Whether its publisher refused the last of it, or does not confirm that, and it is sent again all the same. */
  isUnconfirmed(topic: string, name: string): boolean {
    return this.#queue.findLast(({ update }) => isOf(update, topic, name))?.why?.reason === 'publisher';
  }

  /** What is on its way of a report, the last of each control, and why it is sent again. */
  waiting(topic: string): readonly { readonly update: Update; readonly why: Why | undefined }[] {
    const kept = this.#queue.filter(({ update, isGivenUp }) => update.topic === topic && !isGivenUp);
    return [...new Map(kept.map((waiting) => [waiting.update.name, waiting])).values()];
  }

  /** Its user gives up what is not confirmed yet: it is not sent again. What is part of a Submit goes with it. */
  giveUp(topic: string, name: string): void {
    for (const waiting of this.#queue.filter(({ update }) => isOf(update, topic, name) && !isOrdered(update))) {
      if (waiting.isFlying) waiting.isGivenUp = true;
      else this.#remove(waiting);
    }
    this.#pump();
  }

  /** Nothing is sent any more, and what is under way is answered to nobody. */
  clear(): void {
    this.#queue = [];
  }

  /** False when too much waits already. */
  push(update: Update): boolean {
    const same = this.#replaceable(update);
    const id = this.#deps.newId();
    if (same) replace(same, update, id);
    else if (this.#queue.length >= limits.controlsWaiting) return false;
    else
      this.#queue.push({ update, id, isFlying: false, endRest: undefined, why: undefined, isGivenUp: false, tries: 0 });
    this.#pump();
    return true;
  }

  /** A value of the same control that is not under way, with no press after it. */
  #replaceable(update: Update): Waiting | undefined {
    if (isOrdered(update)) return undefined;
    const from = this.#queue.findLastIndex((one) => isOrdered(one.update) && one.update.topic === update.topic) + 1;
    return this.#queue.slice(from).find((one) => !one.isFlying && isOf(one.update, update.topic, update.name));
  }

  #pump(): void {
    for (const waiting of [...this.#queue]) if (this.#mayStart(waiting)) void this.#start(waiting);
  }

  #mayStart(waiting: Waiting): boolean {
    if (waiting.isFlying || waiting.endRest) return false;
    if (this.#queue.filter((one) => one.isFlying).length >= limits.controlsAtOnce) return false;
    const { topic, name } = waiting.update;
    const before = this.#queue
      .slice(0, Math.max(0, this.#queue.indexOf(waiting)))
      .filter(({ update }) => update.topic === topic);
    if (isOrdered(waiting.update)) return before.length === 0;
    return !before.some(({ update }) => isOrdered(update) || isOf(update, topic, name));
  }

  async #start(waiting: Waiting): Promise<void> {
    const { update } = waiting;
    waiting.isFlying = true;
    waiting.tries += 1;
    this.#deps.events.onSending(update);
    const landing = await this.#deps.send({ update, id: waiting.id, tries: waiting.tries });
    if (!this.#queue.includes(waiting)) return;
    waiting.isFlying = false;
    this.#land(waiting, update, landing);
    this.#pump();
  }

  #land(waiting: Waiting, update: Update, landing: Landing): void {
    const { events } = this.#deps;
    switch (landing.kind) {
      case 'confirmed':
        this.#remove(waiting);
        events.onConfirmed(update);
        return;
      case 'refused':
        this.#remove(waiting);
        events.onRefused(update, landing.refusal);
        this.#holdBack(waiting);
        return;
      case 'again':
        // A value that was entered after a press which is held back now takes the place of this one.
        if (landing.reason === 'publisher' && !waiting.isGivenUp) this.#holdBack(waiting);
        if (waiting.isGivenUp || this.#isSuperseded(waiting)) {
          this.#remove(waiting);
          events.onGone();
          return;
        }
        waiting.why = { reason: landing.reason, said: landing.said };
        this.#rest(waiting, landing.after);
        events.onWaiting(update, landing.reason, landing.said);
        // It was answered: what is sent now is another one.
        if (landing.reason === 'publisher') waiting.id = this.#deps.newId();
    }
  }

  /** A newer value of the control waits behind it: the older one is not sent again. */
  #isSuperseded(waiting: Waiting): boolean {
    const { topic, name } = waiting.update;
    const isNext = ({ update }: Waiting) => update.topic === topic && (isOrdered(update) || update.name === name);
    const next = this.#queue.slice(this.#queue.indexOf(waiting) + 1).find(isNext);
    return next !== undefined && !isOrdered(waiting.update) && !isOrdered(next.update);
  }

  #rest(waiting: Waiting, after: number): void {
    waiting.endRest = this.#deps.clock.after(after, () => {
      waiting.endRest = undefined;
      this.#pump();
    });
  }

  /** Presses and Submits that were made on top of what failed, in its report, do not go out behind its back. */
  #holdBack(failed: Waiting): void {
    const { topic } = failed.update;
    const isHeld = ({ update, isFlying }: Waiting) => !isFlying && isOrdered(update) && update.topic === topic;
    const held = this.#queue.filter((one) => one !== failed && isHeld(one));
    this.#queue = this.#queue.filter((one) => !held.includes(one));
    for (const { update } of held) this.#deps.events.onHeldBack(update);
  }

  #remove(waiting: Waiting): void {
    this.#queue = this.#queue.filter((one) => one !== waiting);
  }
}

/** A newer value begins anew, save where the server asked for patience, which is with whatever comes next. */
function replace(waiting: Waiting, update: Update, id: string): void {
  Object.assign(waiting, { update, id, isGivenUp: false, tries: 0 });
  if (waiting.why?.reason === 'busy') return;
  waiting.why = undefined;
  waiting.endRest?.();
  waiting.endRest = undefined;
}
