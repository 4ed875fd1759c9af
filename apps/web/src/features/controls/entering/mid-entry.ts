import type { Clock } from '@sheetwire/client/clock';
import { limits } from '@sheetwire/contract/limits';
import { noteFault } from '#lib/faults.ts';

export interface MidEntryDeps {
  readonly clock: Clock;
  /** Tells the server; a call that fails is no matter, the lease there ends by itself. */
  tell(topic: string, isMidEntry: boolean): Promise<void>;
  onChange(isMidEntry: boolean): void;
}

/**
 * Whether the user is entering something: from the focus on a text, list or date until nothing was typed for a while,
 * the focus went, or Submit or Cancel was pressed (spec 4, Report editing). The server is told, and told again while
 * it goes on, since it keeps the word for some seconds only.
 */
export class MidEntry {
  readonly #deps: MidEntryDeps;
  #topic: string | undefined;
  #isTelling = false;
  /** The word that is due for each topic; a newer one takes its place. */
  readonly #due = new Map<string, boolean>();
  #cancelReset: () => void = () => undefined;
  #cancelRecheck: () => void = () => undefined;

  constructor(deps: MidEntryDeps) {
    this.#deps = deps;
  }

  get isOn(): boolean {
    return this.#topic !== undefined;
  }

  /** A control got the focus, or something was typed in it. */
  touch(topic: string): void {
    const { clock, onChange } = this.#deps;
    this.#cancelReset();
    this.#cancelReset = clock.after(limits.midEntryReset, () => this.end());
    if (this.isOn) return;
    this.#topic = topic;
    onChange(true);
    this.#say(topic, true);
    this.#recheck(topic);
  }

  end(): void {
    const topic = this.#topic;
    if (topic === undefined) return;
    this.#cancelReset();
    this.#cancelRecheck();
    this.#topic = undefined;
    this.#deps.onChange(false);
    this.#say(topic, false);
  }

  #recheck(topic: string): void {
    this.#cancelRecheck = this.#deps.clock.after(limits.midEntryRecheck, () => {
      this.#recheck(topic);
      this.#say(topic, true);
    });
  }

  /** One call at a time, so that the last word told is the true one. */
  #say(topic: string, isOn: boolean): void {
    this.#due.delete(topic);
    this.#due.set(topic, isOn);
    if (!this.#isTelling) void this.#tell();
  }

  async #tell(): Promise<void> {
    this.#isTelling = true;
    for (const [topic, isOn] of this.#due) {
      this.#due.delete(topic);
      await this.#deps.tell(topic, isOn).catch(noteFault);
    }
    this.#isTelling = false;
  }
}
