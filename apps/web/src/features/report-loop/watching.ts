import { limits } from '@sheetwire/contract/limits';
import type { LiveLine } from '#features/live/live-line.ts';
import type { ReportHolder } from './report-holder.ts';

/** Which news the stream brings: of the asked report, and its deltas from the shown version on. */
export class Watching {
  readonly #live: Pick<LiveLine, 'watch'>;
  readonly #holder: Pick<ReportHolder, 'asked' | 'version' | 'behind' | 'held'>;
  /** When deltas were asked for again, or the last of them came. */
  #askedAt: number | undefined;

  constructor(live: Pick<LiveLine, 'watch'>, holder: Pick<ReportHolder, 'asked' | 'version' | 'behind' | 'held'>) {
    this.#live = live;
    this.#holder = holder;
  }

  /** True when a new line tells what the old one missed; otherwise rights may have changed unheard. */
  get resumes(): boolean {
    return this.#holder.asked?.date === undefined && this.#holder.version > 0;
  }

  /** A snapshot and the empty report have no version to go on from: their topic is watched for its news alone. */
  start(): void {
    const { asked, version, held } = this.#holder;
    if (!asked) return;
    const { topic } = asked;
    this.#live.watch([this.resumes ? { topic, version, canInteract: held?.report.canInteract } : { topic }]);
  }

  stop(): void {
    this.#live.watch([]);
  }

  /** Asks for the deltas from the shown version again; true where none come in time: the whole report is fetched. */
  askAgain(now: number): boolean {
    if (this.#askedAt === undefined) {
      this.#askedAt = now;
      this.start();
      return false;
    }
    const isOver = now - this.#askedAt > limits.streamDetect;
    if (isOver) this.#askedAt = undefined;
    return isOver;
  }

  /** A delta was shown. */
  progressed(now: number): void {
    this.#askedAt = this.#holder.behind === 0 ? undefined : now;
  }

  /** What was asked for again counts no more. */
  reset(): void {
    this.#askedAt = undefined;
  }
}
