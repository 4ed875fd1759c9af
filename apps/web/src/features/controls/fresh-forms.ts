import type { Clock } from '@sheetwire/client/clock';
import { limits } from '@sheetwire/contract/limits';
import type { ControlValue } from './control.ts';

/** What a newer form of a control says. */
interface FreshForm {
  readonly value: ControlValue;
  readonly isClosed: boolean;
}

/**
 * Newer forms of controls that were in use when they came. One waits no longer than a moment, unless its user goes on
 * with the control: what everybody else sees shows within a second.
 */
export class FreshForms {
  readonly #clock: Clock;
  readonly #settle: () => void;
  readonly #forms = new Map<string, FreshForm & { readonly since: number }>();
  #cancel: () => void = () => undefined;

  constructor(clock: Clock, settle: () => void) {
    this.#clock = clock;
    this.#settle = settle;
  }

  get(name: string): FreshForm | undefined {
    return this.#forms.get(name);
  }

  /** True when its moment is over. */
  isDue(name: string): boolean {
    const form = this.#forms.get(name);
    return form !== undefined && this.#clock.now() - form.since >= limits.controlHeld;
  }

  came(name: string, form: FreshForm): void {
    this.#forms.set(name, { ...form, since: this.#forms.get(name)?.since ?? this.#clock.now() });
    this.settleInTime();
  }

  /** The user goes on: the moment begins anew. */
  used(name: string): void {
    const form = this.#forms.get(name);
    if (form) this.#forms.set(name, { ...form, since: this.#clock.now() });
  }

  shown(name: string): boolean {
    return this.#forms.delete(name);
  }

  clear(): void {
    this.#cancel();
    this.#forms.clear();
  }

  /** What waits is written as soon as it may be. */
  settleInTime(): void {
    const moments = [...this.#forms.values()].map(({ since }) => since + limits.controlHeld - this.#clock.now());
    const next = moments.filter((moment) => moment > 0);
    this.#cancel();
    if (next.length === 0) return;
    this.#cancel = this.#clock.after(Math.min(...next), () => {
      this.#settle();
      this.settleInTime();
    });
  }
}
