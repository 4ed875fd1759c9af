import type { Caller } from '@sheetwire/client/caller';
import type { Clock } from '@sheetwire/client/clock';
import { limits } from '@sheetwire/contract/limits';
import { midEdit } from '@sheetwire/rules/control';
import type { Control, ControlBoard, ControlValue, Mark } from './control.ts';
import { ControlAlerts } from './control-alerts.ts';
import { BegunDates } from './entering/begun-dates.ts';
import { MidEntry } from './entering/mid-entry.ts';
import type { Entry, Phase } from './entries.ts';
import { Refusals } from './refusals.ts';
import { controlCall, makeIds, makeSendUpdate } from './send-update.ts';
import { SentEntries } from './sent-entries.ts';
import { ShownEntries } from './shown-entries.ts';

export interface ReportControlsDeps {
  readonly call: Caller;
  readonly clock: Clock;
  readonly chance: () => number;
  readonly isRemote: boolean;
  readonly board: ControlBoard;
  alert(text: string): void;
  /** The user began or ended to enter something: the report loop waits meanwhile. */
  onMidEntry(isMidEntry: boolean): void;
  /** Something that was entered is not saved. */
  onUnsaved(isUnsaved: boolean): void;
  refresh(): void;
}

/**
 * The entries in the controls of the report that is shown, from the first key to the publisher's word (spec 4, Report
 * editing; spec 8). What it sends goes on when the page that it was entered on is gone.
 */
export class ReportControls {
  readonly #deps: ReportControlsDeps;
  readonly #midEntry: MidEntry;
  readonly #sent: SentEntries;
  readonly #entries: ShownEntries;
  readonly #refusals: Refusals;
  readonly #begun: BegunDates;
  #topic: string | undefined;
  #groups = 0;
  #isUnsaved = false;
  #cancelRefresh: () => void = () => undefined;
  #cancelScan: (() => void) | undefined;

  constructor(deps: ReportControlsDeps) {
    this.#deps = deps;
    this.#entries = new ShownEntries(deps.board, deps.clock);
    this.#refusals = new Refusals(deps.board, (text) => deps.alert(text));
    const { call, clock } = deps;
    const definition = controlCall(deps.isRemote);
    const newId = makeIds(deps);
    const pageId = newId();
    this.#midEntry = new MidEntry({
      clock,
      onChange: (isMidEntry) => {
        deps.onMidEntry(isMidEntry);
        if (!isMidEntry) deps.board.settle();
      },
      tell: async (topic, isOn) => {
        await call(definition, { topic, attributeVal: midEdit, controlVal: String(isOn), id: pageId });
      },
    });
    this.#sent = new SentEntries({
      clock,
      newId,
      send: makeSendUpdate(deps),
      board: deps.board,
      alerts: new ControlAlerts((text) => deps.alert(text)),
      entries: this.#entries,
      refusals: this.#refusals,
      topic: () => this.#topic,
      onChanged: () => this.#changed(),
      refreshSoon: (after) => this.#refreshSoon(after),
    });
    const { outbox } = this.#sent;
    this.#begun = new BegunDates({ ...deps, entries: this.#entries, refusals: this.#refusals, outbox });
  }

  /** The report that may be interacted with, undefined for none, and the one that is shown. */
  follow(topic: string | undefined, shown = topic): void {
    this.#refusals.shown = shown;
    if (topic === this.#topic) return;
    // Of a report that stays, by no choice of its user: who could interact may no longer.
    const held = shown === this.#topic ? this.#entries.all.filter(({ phase }) => phase === 'pending') : [];
    this.leavePage();
    for (const entry of held) if (shown !== undefined) this.#refusals.tellUnsent(shown, entry, 'noRight');
    this.#topic = topic;
    this.#entries.forget();
    this.#sent.resume();
    this.#changed();
  }

  /** What the user entered in a control and the page may not show yet; undefined when nothing is open. */
  openValue(name: string): { readonly value: ControlValue } | undefined {
    return this.#entries.withValue(name);
  }

  /** Whether the user enters something, or was about to a moment ago. */
  get isEntering(): boolean {
    return this.#midEntry.isOn;
  }

  /** How far the entry in a control has come. */
  phaseOf(name: string): Phase | undefined {
    return this.#entries.get(name)?.phase;
  }

  /** What is still to be read of a control. */
  refusalOf(name: string): Mark | undefined {
    return this.#refusals.of(name);
  }

  /** What stands beside a control that is drawn again: what is to be read of it, or how its entry stands. */
  standingOf(name: string): Mark | undefined {
    return this.#refusals.of(name) ?? this.#sent.markOf(name);
  }

  /** The user has read what was refused, and enters nothing there; what is sent again by itself is given up. */
  dismiss(name: string): void {
    const entry = this.#entries.get(name);
    const isRead = this.#refusals.of(name) !== undefined;
    if (isRead) this.#midEntry.end();
    if (isRead && entry?.phase === 'begun') this.#entries.remove(name);
    this.#refusals.end(name);
    this.#changed();
    if (entry?.phase === 'pending') this.#entries.hold(entry.control, entry.value);
    const isOpen = entry !== undefined && entry.phase !== 'sent';
    if (this.#topic === undefined || isOpen || !this.#sent.outbox.isUnconfirmed(this.#topic, name)) return;
    this.#midEntry.end();
    this.#sent.outbox.giveUp(this.#topic, name);
    if (entry) this.#entries.drop(entry);
    this.#changed();
    this.#refreshSoon(0);
  }

  /** The page brought something newer for a control. */
  came(): void {
    this.#look();
  }

  /** Whether a button of the tag has anything to send, or to discard. */
  hasFor(button: 'submit' | 'cancel', tag: string): boolean {
    return (button === 'submit' ? this.#entries.pending(tag) : this.#entries.unsent(tag)).length > 0;
  }

  /** The focus came to a text, a list or a date. */
  entered(): void {
    if (this.#topic !== undefined) this.#midEntry.touch(this.#topic);
    this.#scan();
  }

  /** The focus went: what was typed goes out. */
  left(name: string): void {
    this.flush(name);
    this.#midEntry.end();
  }

  /** A key changed a value: a text goes out once typing stops, a date or a choice once the entry is over. */
  typed(control: Control, value: ControlValue | undefined): void {
    if (value === undefined) this.begun(control);
    if (this.#topic === undefined || value === undefined) return;
    this.#midEntry.touch(this.#topic);
    this.#refusals.end(control.name);
    if (this.#entries.isTakenBack(control.name, value)) this.#entries.remove(control.name);
    else if (control.tag !== undefined) this.#entries.hold(control, value);
    else {
      const entry = this.#entries.set(control, value, 'typing');
      this.#pause(entry, control.kind === 'text' ? limits.typingPause : limits.midEntryReset);
    }
    this.#changed();
  }

  /** What stands in a date is no date any more, or not yet. */
  begun(control: Control): void {
    if (this.#topic === undefined) return;
    this.#midEntry.touch(this.#topic);
    this.#begun.begin(this.#topic, control);
    this.#changed();
  }

  /** The focus went from a date that is none. */
  unfinished(control: Control): void {
    if (this.#topic === undefined) return;
    this.#begun.leave(this.#topic, control);
    this.#changed();
  }

  /** A value was chosen: it goes out at once. */
  chosen(control: Control, value: ControlValue): void {
    if (!this.#topic) return;
    this.#refusals.end(control.name);
    if (control.tag !== undefined) this.#entries.hold(control, value);
    else this.#sent.send(this.#entries.send(control, value));
    this.#changed();
  }

  /** Enter and Tab send what was typed at once. */
  flush(name: string): void {
    const entry = this.#entries.get(name);
    if (entry?.phase !== 'typing') return;
    this.#sent.send(this.#entries.send(entry.control, entry.value));
    this.#changed();
  }

  /** A button of the report. One that is under way already is not pressed again. */
  pressed(control: Control): void {
    if (!this.#topic || this.#sent.outbox.has(this.#topic, control.name) || this.#begun.holdsUp()) return;
    this.#flushAll();
    this.#refusals.end(control.name);
    this.#sent.send(this.#entries.send(control, 'clicked'));
    this.#changed();
  }

  /** Submit: what is pending for the tag goes out in its order, then the button's own press where it has a name. */
  submit(tag: string, button: Control): void {
    if (!this.#topic || this.#begun.holdsUp(tag)) return;
    this.#flushAll();
    const all = this.#entries.pending(tag);
    if (!this.#sent.hasRoom(all.length + 1)) return;
    const group = ++this.#groups;
    this.#refusals.end(button.name);
    for (const { control, value } of all) this.#sent.send(this.#entries.send(control, value), group);
    if (button.name !== '') this.#sent.send(this.#entries.send(button, 'clicked'), group);
    this.#midEntry.end();
    this.#changed();
  }

  /** Cancel: what is pending for the tag is discarded and the report refreshed. */
  cancel(tag: string): void {
    for (const entry of this.#entries.unsent(tag)) {
      this.#refusals.end(entry.control.name);
      this.#entries.drop(entry);
    }
    this.#midEntry.end();
    this.#changed();
    this.#refreshSoon(0);
  }

  /** Another tab or page comes: unsent entries are discarded, typed texts go out. True when there were any. */
  leavePage(): boolean {
    const hadUnsent = this.#entries.all.some(({ phase }) => phase === 'typing' || phase === 'pending');
    this.#flushAll();
    for (const entry of this.#entries.all) if (entry.phase === 'pending') this.#entries.drop(entry);
    if (this.#topic !== undefined) this.#begun.leaveAll(this.#topic);
    this.#midEntry.end();
    this.#changed();
    return hadUnsent;
  }

  /** Somebody else uses the page: nothing of this user's is sent in their name. */
  end(): void {
    // Before the page is left, which would send what was being typed.
    this.#entries.forget();
    this.follow(undefined);
    this.#sent.outbox.clear();
    this.#changed();
  }

  /** Typing does not stop while characters are put together. */
  #pause(entry: Entry, ms: number): void {
    const { board, clock } = this.#deps;
    const { name } = entry.control;
    entry.wait(clock, ms, () => (board.isUnfinished(name) ? this.#pause(entry, ms) : this.flush(name)));
  }

  #flushAll(): void {
    for (const { control } of this.#entries.all) this.flush(control.name);
  }

  #refreshSoon(after: number): void {
    this.#cancelRefresh();
    this.#cancelRefresh = this.#deps.clock.after(after, () => this.#deps.refresh());
  }

  #changed(): void {
    const { board, onUnsaved } = this.#deps;
    board.groupsChanged();
    const isUnsaved = !this.#sent.outbox.isEmpty || this.#entries.all.some(({ phase }) => phase !== 'awaiting');
    if (isUnsaved !== this.#isUnsaved) onUnsaved(isUnsaved);
    this.#isUnsaved = isUnsaved;
    this.#scan();
  }

  /** While anything is open: texts that changed unheard are taken up, and confirmed values that the page shows are let go. */
  #scan(): void {
    const hasWork = this.#midEntry.isOn || this.#entries.all.length > 0;
    if (this.#cancelScan || !hasWork) return;
    this.#cancelScan = this.#deps.clock.after(limits.unsentScan, () => {
      this.#cancelScan = undefined;
      const { board } = this.#deps;
      for (const { control, value } of this.#topic ? board.unheard() : []) this.typed(control, value);
      this.#look();
      this.#changed();
    });
  }

  #look(): void {
    for (const entry of this.#entries.look()) {
      if (this.#topic === undefined) continue;
      this.#refusals.tellUnsent(this.#topic, entry, this.#deps.board.has(entry.control.name) ? 'closed' : 'gone');
    }
  }
}
