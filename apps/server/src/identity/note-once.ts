import { limits } from '@sheetwire/contract/limits';
import type { Clock } from '#ports/clock.ts';

/** Writes a line to the log, but the same line at most once in a while: strangers can cause it as often as they like. */
export class NoteOnce {
  readonly #clock: Clock;
  readonly #write: (line: string) => void;
  readonly #noted = new Map<string, number>();

  constructor(clock: Clock, write: (line: string) => void) {
    this.#clock = clock;
    this.#write = write;
  }

  /** Lines stand in the order in which they were written; beyond the cap the oldest are forgotten. */
  note(line: string): void {
    const now = this.#clock.now();
    const last = this.#noted.get(line);
    if (last !== undefined && Math.abs(now - last) < limits.windows.noteEvery) return;
    this.#noted.delete(line);
    this.#noted.set(line, now);
    const [oldest] = this.#noted.keys();
    if (this.#noted.size > limits.windows.notesKept && oldest !== undefined) this.#noted.delete(oldest);
    this.#write(line);
  }
}
