import { limits } from '@sheetwire/contract/limits';
import type { Op } from '@sheetwire/contract/live';
import { createStore } from 'zustand/vanilla';
import type { ShownReport } from '#features/viewer-ports.ts';
import type { Since } from './last-look.ts';
import type { ChangedPlace } from './page-changes.ts';
import type { StartedLook } from './start-last-look.ts';

/** What happens to the report on screen, as it happens. */
export interface SurfaceWatch {
  shown(report: ShownReport): void;
  applied(ops: readonly Op[]): void;
  /** Before what is shown goes. */
  left(): void;
  drawn(page: HTMLElement, number: number): void;
}

/** Stands for the reader's last look until its script is there: the report is shown without waiting for it. */
export class Looks implements SurfaceWatch {
  readonly since = createStore<{ readonly since: Since | undefined }>(() => ({ since: undefined }));
  readonly #load: () => Promise<StartedLook>;
  #started: StartedLook | undefined;
  #isStopped = false;
  #report: ShownReport | undefined;
  #drawn: readonly [page: HTMLElement, number: number] | undefined;

  constructor(load: () => Promise<StartedLook>) {
    this.#load = load;
  }

  /** The answer stops it. */
  start(): () => void {
    this.#isStopped = false;
    const begin = () => void this.#begin();
    if ('requestIdleCallback' in globalThis) requestIdleCallback(begin, { timeout: limits.lookStart });
    else setTimeout(begin, limits.lookStart);
    return () => {
      this.#isStopped = true;
      this.#started?.stop();
      this.#started = undefined;
    };
  }

  shown(report: ShownReport): void {
    this.#report = report;
    this.#started?.look.shown(report);
  }

  applied(ops: readonly Op[]): void {
    this.#started?.look.applied(ops);
  }

  left(): void {
    this.#report = undefined;
    this.#started?.look.left();
  }

  drawn(page: HTMLElement, number: number): void {
    this.#drawn = [page, number];
    this.#started?.marks.drawn(page, number);
  }

  dismiss(): void {
    this.#started?.look.dismiss();
  }

  /** Brings a change into sight; the answer is what stands there, '' while its page is on its way. */
  goTo(page: number, place: ChangedPlace): string {
    return this.#started?.marks.goTo(page, place) ?? '';
  }

  async #begin(): Promise<void> {
    const started = await this.#load().catch(() => undefined); // A browser that keeps nothing marks nothing.
    if (!started || this.#isStopped || this.#started) {
      started?.stop();
      return;
    }
    this.#started = started;
    started.onSince((since) => this.since.setState({ since }));
    if (this.#drawn) started.marks.drawn(...this.#drawn);
    if (this.#report) started.look.shown(this.#report);
  }
}
