import type { Topic } from '@sheetwire/rules/topic';
import type { Append, ReportLog } from '#ports/report-log.ts';
import { StoreFault } from '#ports/store-fault.ts';

/** What becomes of one call: it goes well, fails with nothing done, or is done and its answer lost. */
export type Fate = 'well' | 'fails' | 'answer lost';

/** A store that fails as the test says: appends in any way, other calls with nothing done. */
export class FaultyLog implements ReportLog {
  /** Asked for each call; appends that wait for the disk are slower than what comes after them. */
  fate: (call: keyof ReportLog) => Fate = () => 'well';
  /** Awaited before each call that reads. */
  before: (call: keyof ReportLog) => Promise<void> = async () => undefined;
  readonly #log: ReportLog;
  #held: { readonly isWriting: () => void; readonly goOn: Promise<void> } | undefined;

  constructor(log: ReportLog) {
    this.#log = log;
  }

  /** The next append does not begin before it may. */
  holdAppend(): { readonly isWriting: Promise<void>; readonly goOn: () => void } {
    const [writing, going] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    this.#held = { isWriting: writing.resolve, goOn: going.promise };
    return { isWriting: writing.promise, goOn: going.resolve };
  }

  async append(entry: Append): Promise<void> {
    const held = this.#held;
    this.#held = undefined;
    held?.isWriting();
    await held?.goOn;
    const fate = this.fate('append');
    if (fate === 'fails') throw await fault();
    await this.#log.append(entry);
    if (fate === 'answer lost') throw await fault();
  }

  lastNumber(...given: Parameters<ReportLog['lastNumber']>): Promise<number> {
    return this.#unless('lastNumber', () => this.#log.lastNumber(...given));
  }

  newest(...given: Parameters<ReportLog['newest']>): ReturnType<ReportLog['newest']> {
    return this.#unless('newest', () => this.#log.newest(...given));
  }

  held(...given: Parameters<ReportLog['held']>): ReturnType<ReportLog['held']> {
    return this.#unless('held', () => this.#log.held(...given));
  }

  since(...given: Parameters<ReportLog['since']>): ReturnType<ReportLog['since']> {
    return this.#unless('since', () => this.#log.since(...given));
  }

  last(...given: Parameters<ReportLog['last']>): ReturnType<ReportLog['last']> {
    return this.#unless('last', () => this.#log.last(...given));
  }

  times(...given: Parameters<ReportLog['times']>): ReturnType<ReportLog['times']> {
    return this.#unless('times', () => this.#log.times(...given));
  }

  head(...given: Parameters<ReportLog['head']>): ReturnType<ReportLog['head']> {
    return this.#unless('head', () => this.#log.head(...given));
  }

  heads(): ReturnType<ReportLog['heads']> {
    return this.#unless('heads', () => this.#log.heads());
  }

  headsSince(at: number): ReturnType<ReportLog['headsSince']> {
    return this.#unless('headsSince', () => this.#log.headsSince(at));
  }

  prune(before: number, topic?: Topic): Promise<number> {
    return this.#log.prune(before, topic);
  }

  async #unless<T>(call: keyof ReportLog, work: () => Promise<T>): Promise<T> {
    if (this.fate(call) !== 'well') throw await fault();
    await this.before(call);
    return work();
  }
}

/** After a turn of the event loop, as a store answers. */
function fault(): Promise<Error> {
  return new Promise((resolve) => setImmediate(resolve, new StoreFault('the disk is full')));
}
