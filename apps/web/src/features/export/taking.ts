import { limits } from '@sheetwire/contract/limits';
import { fileName } from '@sheetwire/sheet/write/file-name';
import type { TakenReport } from '@sheetwire/sheet/write/report-book';
import { createStore } from 'zustand/vanilla';
import type { Clock } from '#lib/clock.ts';
import type { FileRequest } from './make-file.ts';
import type { Making } from './make-in-worker.ts';

/** How far the taking along is. */
export type TakingState =
  | { readonly state: 'idle' }
  | { readonly state: 'making'; readonly name: string; readonly percent: number }
  | { readonly state: 'done'; readonly words: string }
  | { readonly state: 'failed'; readonly words: string };

export interface TakingDeps {
  make(request: FileRequest, making: Making): Promise<Blob>;
  save(file: Blob, name: string): void;
  readonly clock: Clock;
}

/** What is asked for: the report as shown, or one page of it. */
export interface AskedFile {
  readonly kind: FileRequest['kind'];
  readonly report: TakenReport;
  /** Its name, for one page alone. */
  readonly page: string | undefined;
}

/** One file at a time: it is made, saved, and told; a second wish ends the first. */
export class Taking {
  readonly state = createStore<TakingState>(() => ({ state: 'idle' }));
  readonly #deps: TakingDeps;
  #abort: AbortController | undefined;
  #forget: (() => void) | undefined;

  constructor(deps: TakingDeps) {
    this.#deps = deps;
  }

  async take({ kind, report, page }: AskedFile): Promise<void> {
    this.cancel();
    const abort = new AbortController();
    this.#abort = abort;
    const { topic, publishedAt, shownAt, shownDate } = report.facts;
    const name = fileName({ topic, page, publishedAt: shownAt ?? publishedAt, shownDate, extension: kind });
    this.#set({ state: 'making', name, percent: 0 });
    const onShare = (share: number) => this.#set({ state: 'making', name, percent: Math.floor(share * 100) });
    try {
      const file = await this.#deps.make({ kind, report }, { signal: abort.signal, onShare });
      if (abort.signal.aborted) return;
      this.#deps.save(file, name);
      this.tell(`${name} saved to Downloads.`);
    } catch (error) {
      if (abort.signal.aborted) return;
      const reason = error instanceof Error ? error.message : String(error);
      this.fail(`The file could not be created. ${reason}`);
    }
  }

  /** Says what was done, for a while. */
  tell(words: string): void {
    this.#set({ state: 'done', words });
    this.#forget = this.#deps.clock.after(limits.export.told, () => this.#set({ state: 'idle' }));
  }

  fail(words: string): void {
    this.#set({ state: 'failed', words });
  }

  cancel(): void {
    this.#abort?.abort(new DOMException('cancelled', 'AbortError'));
    this.#abort = undefined;
    this.#set({ state: 'idle' });
  }

  #set(state: TakingState): void {
    this.#forget?.();
    this.#forget = undefined;
    this.state.setState(state, true);
  }
}
