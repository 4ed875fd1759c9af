import { limits } from '@sheetwire/contract/limits';
import type { Clock } from '#lib/clock.ts';
import { type LocalStore, localKeys } from '#lib/local-store.ts';

export interface SlowReportsDeps {
  readonly store: LocalStore;
  readonly clock: Clock;
  /** Runs once what was written is on the screen, or the page goes out of sight. */
  readonly whenDrawn: (run: () => void) => void;
}

/** When each drawing began that has not ended in time. */
type Begun = Readonly<Record<string, number>>;

/** Names kept at once; the oldest go. */
const most = 20;

/**
 * Which reports this browser did not draw in time (safety 3). Each drawing is noted before it begins and forgotten once
 * it ends, so that one which hung or crashed the tab is known to the next.
 */
export class SlowReports {
  readonly #deps: SlowReportsDeps;
  #shown: string | undefined;

  constructor(deps: SlowReportsDeps) {
    this.#deps = deps;
  }

  draw(topic: string, draw: () => void): void {
    this.#shown = topic;
    this.drawMore(draw);
  }

  /** Draws another page of the report that is shown; or what came into sight with its tab. */
  drawMore(draw: () => void): void {
    const end = this.#shown === undefined ? undefined : this.#begin(this.#shown);
    try {
      draw();
    } finally {
      if (end) this.#deps.whenDrawn(end);
    }
  }

  /** Nothing is shown any more. */
  clear(): void {
    this.#shown = undefined;
  }

  /** Home does not open it by itself. */
  isSlow(topic: string): boolean {
    const begun = this.#read()[topic];
    return begun !== undefined && this.#isLate(begun);
  }

  /** A drawing that never ended is not newer because the report is opened once more. */
  #begin(topic: string): () => void {
    const now = this.#deps.clock.now();
    const { [topic]: before = now, ...others } = this.#read();
    this.#write({ ...others, [topic]: before });
    return () => {
      const { [topic]: _, ...left } = this.#read();
      this.#write(this.#isLate(now) ? { ...left, [topic]: now } : left);
    };
  }

  /** The clock may have been set, either way. */
  #isLate(begun: number): boolean {
    return Math.abs(this.#deps.clock.now() - begun) > limits.slowDrawing;
  }

  #read(): Begun {
    return readBegun(this.#deps.store.read(localKeys.slowDrawings) ?? '{}');
  }

  #write(begun: Begun): void {
    const kept = Object.entries(begun).slice(-most);
    if (kept.length === 0) this.#deps.store.remove(localKeys.slowDrawings);
    else this.#deps.store.write(localKeys.slowDrawings, JSON.stringify(Object.fromEntries(kept)));
  }
}

/** What stands there may be of another version of the portal. */
function readBegun(text: string): Begun {
  try {
    const value: unknown = JSON.parse(text);
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    return Object.fromEntries(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
  } catch {
    return {};
  }
}
