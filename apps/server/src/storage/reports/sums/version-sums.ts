import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import type { Topic } from '@sheetwire/rules/topic';
import { sql } from 'kysely';
import { BoundedMap } from '#lib/maps/bounded-map.ts';
import type { Access } from '../../access.ts';
import { headsIn, topicPages } from '../topic-pages.ts';

/**
 * Sums versions by the minute in the background, one report at a time: a publish pays for one look into a map. A report of
 * which few versions came is left to a look at all of them.
 */
export class VersionSums {
  readonly #access: Access;
  readonly #onFault: (error: unknown) => void;
  readonly #atOnce: number;
  /** Versions that came here since they were summed last. */
  readonly #came = new BoundedMap<Topic, number>(limits.log.summedReports);
  readonly #due = new Set<Topic>();
  #running: Promise<void> | undefined;
  #isClosed = false;

  /** Tests sum fewer at once. */
  constructor(access: Access, onFault: (error: unknown) => void, atOnce: number = limits.log.summedAtOnce) {
    this.#access = access;
    this.#onFault = onFault;
    this.#atOnce = atOnce;
  }

  /** A version was kept. */
  came(topic: Topic): void {
    const count = (this.#came.get(topic) ?? 0) + 1;
    this.#came.set(topic, count);
    if (count < limits.log.summedFrom || this.#isClosed) return;
    this.#came.delete(topic);
    this.#due.add(topic);
    this.#running ??= this.#run();
  }

  /** Sums versions of all reports of which so many are not: they came through other servers, or before a restart. */
  async all(least: number, signal?: AbortSignal): Promise<void> {
    const { db } = this.#access;
    for await (const page of topicPages(db)) {
      const isDue = sql<boolean>`version >= summed_version + ${sql.lit(least)}`;
      const rows = await headsIn(db, page).select('topic').where(isDue).execute();
      for (const { topic } of rows) await this.#sum(branded<'Topic'>(topic), signal);
    }
  }

  /** Resolves when nothing is due. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#due.clear();
    await this.#running;
  }

  async #run(): Promise<void> {
    await Promise.resolve();
    for (const topic of this.#due) {
      await this.#sum(topic).catch(this.#onFault);
      this.#due.delete(topic);
    }
    this.#running = undefined;
  }

  /** A few at a time, so that no publish waits. */
  async #sum(topic: Topic, signal?: AbortSignal): Promise<void> {
    while (
      !this.#isClosed &&
      !signal?.aborted &&
      (await this.#access.write('sumVersions', { topic, most: this.#atOnce }))
    );
  }
}
