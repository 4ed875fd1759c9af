import type { Clock } from '@sheetwire/client/clock';
import { limits } from '@sheetwire/contract/limits';
import type { ControlBoard, Mark } from './control.ts';
import type { ControlAlerts } from './control-alerts.ts';
import { failedMark, marks, unsentMark, waitingMark } from './control-words.ts';
import type { Entry } from './entries.ts';
import { ControlOutbox, type OutboxEvents, type Why } from './outbox.ts';
import type { Refusals } from './refusals.ts';
import type { Refusal, SendUpdate, Update, WaitReason } from './send-update.ts';
import type { ShownEntries } from './shown-entries.ts';

interface SentEntriesDeps {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly send: SendUpdate;
  readonly board: ControlBoard;
  readonly alerts: ControlAlerts;
  readonly entries: ShownEntries;
  readonly refusals: Refusals;
  /** The report that may be interacted with. */
  topic(): string | undefined;
  onChanged(): void;
  refreshSoon(after: number): void;
}

/** What becomes of entries once they are on their way: confirmed, refused, or back where they were (spec 8). */
export class SentEntries implements OutboxEvents {
  readonly outbox: ControlOutbox;
  readonly #deps: SentEntriesDeps;

  constructor(deps: SentEntriesDeps) {
    this.#deps = deps;
    this.outbox = new ControlOutbox({ clock: deps.clock, newId: deps.newId, send: deps.send, events: this });
  }

  /** Sends what was entered; updates of one Submit have a group of their own. */
  send({ control, value }: Entry, group?: number): void {
    const topic = this.#deps.topic();
    if (topic === undefined) return;
    const { name, kind, tag } = control;
    const said = this.#deps.refusals.saidOf({ name, kind, value });
    if (this.outbox.push({ topic, name, kind, tag, value, said, group })) {
      // What stood beside an older value of the control, which it takes the place of or waits for, is not of this one.
      const mark = this.markOf(name);
      if (mark) this.#deps.board.mark(name, mark);
      return;
    }
    this.#deps.entries.remove(name);
    this.#deps.board.reset(name);
    this.#deps.refusals.tell({ topic, name }, unsentMark(said, 'tooMany'));
  }

  /** Whether a Submit of so many can go as a whole; that it cannot is told. */
  hasRoom(updates: number): boolean {
    const hasRoom = this.outbox.hasRoom(updates);
    if (!hasRoom) this.#deps.alerts.tooMany();
    return hasRoom;
  }

  /** A report is shown again: what is still on its way of it is an entry as before, and says how it stands. */
  resume(): void {
    const topic = this.#deps.topic();
    for (const { update, why } of topic === undefined ? [] : this.outbox.waiting(topic)) {
      const { name, kind, tag, value } = update;
      this.#deps.entries.send({ name, kind, tag }, value);
      this.#note(update, markOf(update, why));
    }
  }

  /** How an entry of the shown report stands that is on its way; its control may be drawn again. */
  markOf(name: string): Mark | undefined {
    const topic = this.#deps.topic();
    if (topic === undefined || this.#deps.entries.get(name)?.phase !== 'sent') return undefined;
    const one = this.outbox.waiting(topic).find(({ update }) => update.name === name);
    return one && markOf(one.update, one.why);
  }

  onSending(update: Update): void {
    if (!this.outbox.isUnconfirmed(update.topic, update.name)) this.#note(update, marks.sending);
  }

  onConfirmed(update: Update): void {
    this.#deps.alerts.confirmed();
    const entry = this.#entryOf(update);
    if (entry && update.kind === 'button') this.#deps.entries.remove(update.name);
    else if (entry) this.#deps.entries.awaitPage(entry);
    if (entry)
      this.#deps.entries.say(
        update.name,
        update.kind === 'button' ? marks.pressed : marks.saved,
        limits.controlSavedShown,
      );
    this.#deps.onChanged();
    this.#deps.refreshSoon(limits.refreshAfterUpdate);
  }

  onWaiting(update: Update, reason: WaitReason, said: string | undefined): void {
    this.#note(update, waitingMark(reason, update.said, said));
    if (reason === 'publisher') this.#deps.alerts.unconfirmed(update);
  }

  onRefused(update: Update, refusal: Refusal): void {
    const entry = this.#entryOf(update);
    const isKept = update.group !== undefined && refusal.kind === 'unconfirmed' && !refusal.isFinal;
    const isElsewhere = update.topic !== this.#deps.topic() && !this.outbox.has(update.topic, update.name);
    if (entry && isKept && update.kind !== 'button') this.#deps.entries.set(entry.control, entry.value, 'pending');
    else if (entry) this.#deps.entries.drop(entry);
    if (entry || isElsewhere) this.#deps.refusals.tell(update, failedMark(update.said, refusal));
    this.#deps.alerts.refused(refusal);
    this.#deps.onChanged();
    this.#deps.refreshSoon(0);
  }

  /** A value goes back to where Submit finds it; a press is over. */
  onHeldBack(update: Update): void {
    const entry = this.#entryOf(update);
    if (!entry) return;
    if (update.kind === 'button') {
      this.#deps.entries.remove(update.name);
      this.#deps.refusals.tell(update, unsentMark(undefined, 'before'));
    } else this.#deps.entries.hold(entry.control, entry.value);
    this.#deps.onChanged();
  }

  onGone(): void {
    this.#deps.onChanged();
  }

  /** The entry that an update came from, unless something newer was entered since. */
  #entryOf({ topic, name, value }: Update): Entry | undefined {
    if (topic !== this.#deps.topic() || this.outbox.has(topic, name)) return undefined;
    const entry = this.#deps.entries.get(name);
    return entry?.phase === 'sent' && entry.value === value ? entry : undefined;
  }

  #note(update: Update, mark: Mark): void {
    const entry = update.topic === this.#deps.topic() ? this.#deps.entries.get(update.name) : undefined;
    if (entry?.phase === 'sent') this.#deps.board.mark(update.name, mark);
  }
}

function markOf({ said }: Update, why: Why | undefined): Mark {
  return why ? waitingMark(why.reason, said, why.said) : marks.sending;
}
