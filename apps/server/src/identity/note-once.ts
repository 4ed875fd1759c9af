import { limits } from '@sheetwire/contract/limits';
import { BoundedMap } from '#lib/maps/bounded-map.ts';
import { steadyTime } from '#lib/steady-time.ts';
import type { Clock } from '#ports/clock.ts';

/** Writes a line to the log, but the same line at most once in a while: strangers can cause it as often as they like. */
export class NoteOnce {
  readonly #clock: Clock;
  readonly #write: (line: string) => void;
  readonly #noted = new BoundedMap<string, number>(limits.windows.notesKept);

  constructor(clock: Clock, write: (line: string) => void) {
    this.#clock = clock;
    this.#write = write;
  }

  /** Beyond a bound the oldest lines are forgotten. */
  note(line: string): void {
    const now = steadyTime(this.#clock);
    const last = this.#noted.get(line);
    if (last !== undefined && Math.abs(now - last) < limits.windows.noteEvery) return;
    this.#noted.set(line, now);
    this.#write(line);
  }
}
