import type { Caller } from '@sheetwire/client/caller';
import { NetworkFailure } from '@sheetwire/client/failures';
import { snapshotSettings } from '@sheetwire/contract/admin';
import { texts } from '@sheetwire/contract/errors';
import { limits } from '@sheetwire/contract/limits';
import { defaultSnapshotTime, parseSnapshotTime } from '@sheetwire/rules/snapshot-time';
import { createStore } from 'zustand/vanilla';
import { unansweredWords } from '#features/asked/unanswered.ts';
import { errorText } from '#lib/api.ts';
import type { Clock } from '#lib/clock.ts';

/** The daily snapshot of a gropic (spec 3, Snapshot settings). */
export interface SnapshotSettings {
  readonly isDaily: boolean;
  readonly time: string;
  readonly location: string;
  readonly isPredated: boolean;
}

export interface SnapshotSaverDeps {
  readonly call: Caller;
  readonly clock: Clock;
  readonly alert: (text: string) => void;
  readonly onSaving: (isSaving: boolean) => void;
  /** Whether these settings are on the screen: what comes of a save after they were left is an alert. */
  readonly isShown: () => boolean;
}

export interface KnownSnapshot {
  readonly settings: SnapshotSettings;
  readonly isKnown: boolean;
  /** Why the last save was refused. */
  readonly refusal: string;
  /** Of which nobody knows whether they were saved. */
  readonly unanswered: SnapshotSettings | undefined;
}

const nothingToCancel = () => undefined;
const nothingToTell = { refusal: '', unanswered: undefined };

/** Off, 23:59, the default location, not predated (spec 4, Admin). */
export function defaultSnapshot(location: string): SnapshotSettings {
  return { isDaily: false, time: defaultSnapshotTime, location, isPredated: false };
}

/** The snapshot settings of one gropic: a change shows at once and is saved when no other follows. */
export class SnapshotSaver {
  readonly store;
  readonly #gropic: string;
  readonly #deps: SnapshotSaverDeps;
  #known: SnapshotSettings;
  #wanted: SnapshotSettings | undefined;
  /** Changed before the rest was known, which must not be saved as its defaults. */
  #early: Partial<SnapshotSettings> | undefined;
  #cancel: () => void = nothingToCancel;
  #isSaving = false;
  #round = 0;

  constructor(gropic: string, location: string, deps: SnapshotSaverDeps) {
    this.#gropic = gropic;
    this.#deps = deps;
    this.#known = defaultSnapshot(location);
    this.store = createStore<KnownSnapshot>(() => ({ settings: this.#known, isKnown: false, ...nothingToTell }));
  }

  /** Moves with each change and each save: an answer to a question asked before tells old settings. */
  get round(): number {
    return this.#round;
  }

  /** The server's settings as a poll found them. */
  learn(settings: SnapshotSettings): void {
    this.#known = { ...settings, time: parseSnapshotTime(settings.time) };
    if (this.#early) {
      const early = this.#early;
      this.#early = undefined;
      this.store.setState({ settings: this.#known, isKnown: true });
      this.change(early);
    }
    if (this.#wanted === undefined && isChanged(this.store.getState(), this.#known)) {
      this.store.setState({ settings: this.#known, isKnown: true });
    }
  }

  change(part: Partial<SnapshotSettings>): void {
    const wanted = { ...this.store.getState().settings, ...part };
    if (this.#wanted === undefined) this.#deps.onSaving(true);
    this.#wanted = { ...wanted, time: parseSnapshotTime(wanted.time) };
    if (!this.store.getState().isKnown) {
      this.#early = { ...this.#early, ...part };
      this.store.setState({ settings: this.#wanted });
      return;
    }
    this.#round++;
    this.store.setState({ settings: this.#wanted, ...nothingToTell });
    this.#cancel();
    this.#cancel = this.#deps.clock.after(limits.typingPause, () => void this.#save());
  }

  /** Sets again of what nobody knows whether it was saved. */
  again(): void {
    const { unanswered } = this.store.getState();
    if (unanswered) this.change(unanswered);
  }

  /** The page is left: what waits for another change is saved now. */
  flush(): void {
    this.#cancel();
    if (this.#early) this.#end('The snapshot settings had not loaded yet. Your change was not saved.');
    else if (this.#wanted !== undefined && !this.#isSaving) void this.#save();
  }

  async #save(): Promise<void> {
    if (this.#isSaving || this.#wanted === undefined) return;
    this.#isSaving = true;
    const sent = this.#wanted;
    const refusal = await this.#send(sent);
    this.#isSaving = false;
    this.#round++;
    if (refusal === undefined) this.#known = sent;
    if (this.#wanted !== sent) return this.#save();
    this.#end(refusal ?? '', refusal === unansweredWords ? sent : undefined);
  }

  /** Nothing waits any more; `refusal` says why it was not saved, '' when it was or an alert said so. */
  #end(refusal: string, unanswered?: SnapshotSettings): void {
    this.#wanted = undefined;
    this.#early = undefined;
    this.#deps.onSaving(false);
    this.store.setState({ settings: this.#known, refusal, unanswered });
    if (refusal !== '' && !this.#deps.isShown()) this.#deps.alert(`${this.#gropic}: ${refusal}`);
  }

  /** Why it was not saved, '' when an alert says so. */
  async #send({ isDaily, time, location, isPredated }: SnapshotSettings): Promise<string | undefined> {
    const { call, alert } = this.#deps;
    try {
      const gropic = this.#gropic;
      const input = { captureSnapshot: isDaily, gropic, rollTime: time, rollTimeLocation: location };
      const { unauthorized, message } = await call(snapshotSettings, { ...input, backdate: isPredated });
      if (!unauthorized) return message || undefined;
      alert(texts.unauthorized);
    } catch (error) {
      if (error instanceof NetworkFailure) return unansweredWords;
      alert(errorText(error));
    }
    return '';
  }
}

function isChanged({ settings, isKnown }: KnownSnapshot, known: SnapshotSettings): boolean {
  const isSame =
    settings.isDaily === known.isDaily &&
    settings.time === known.time &&
    settings.location === known.location &&
    settings.isPredated === known.isPredated;
  return !isKnown || !isSame;
}
