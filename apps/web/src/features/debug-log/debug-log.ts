import { limits } from '@sheetwire/contract/limits';
import { createStore } from 'zustand/vanilla';
import type { Clock } from '#lib/clock.ts';

export interface DebugLines {
  /** Deep logging is on for this user, as the last report answer said (spec 2, Report viewer). */
  readonly isOn: boolean;
  /** Oldest first. */
  readonly lines: readonly { readonly id: number; readonly text: string }[];
}

const nothing: DebugLines = { isOn: false, lines: [] };

/** What the report loop and the stream did, for those who look for a fault; it holds no secret and is bounded. */
export class DebugLog {
  readonly store = createStore<DebugLines>(() => nothing);
  readonly #clock: Pick<Clock, 'now'>;
  #noted = 0;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  turn(isOn: boolean): void {
    if (isOn !== this.store.getState().isOn) this.store.setState({ ...nothing, isOn });
  }

  now(): number {
    return this.#clock.now();
  }

  /** What is told late was at its own time. */
  note(words: string, at = this.now()): void {
    const { isOn, lines } = this.store.getState();
    if (!isOn) return;
    const text = `${timeOf(new Date(at))} ${words}`;
    this.store.setState({ lines: [...lines, { id: this.#noted++, text }].slice(-limits.debugLines) });
  }

  clear(): void {
    this.store.setState({ lines: [] });
  }
}

/** Local time of day to the millisecond. */
function timeOf(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const seconds = `${two(at.getSeconds())}.${String(at.getMilliseconds()).padStart(3, '0')}`;
  return `${two(at.getHours())}:${two(at.getMinutes())}:${seconds}`;
}
