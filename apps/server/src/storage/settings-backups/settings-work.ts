import { limits } from '@sheetwire/contract/limits';
import { StoreFault } from '#ports/store-fault.ts';
import type { CommandArgs } from '../commands.ts';
import type { Context } from '../context.ts';
import { kindsDue, type MadeCopy } from './copies.ts';
import { isCopyDue } from './copy-due.ts';
import type { SettingsJob, SettingsPlace } from './thread/settings-jobs.ts';
import { SettingsThread } from './thread/settings-thread.ts';
import type { ToldOutcome } from './told-outcome.ts';

interface SettingsWorkDeps {
  readonly db: Context['db'];
  /** Where the threads find the database. */
  readonly place: () => SettingsPlace;
  readonly now: () => Promise<number>;
  readonly keep: (copy: MadeCopy) => Promise<void>;
}

/**
 * What is done with whole kinds of settings, on threads: no event loop and no writer waits for it. Copies have a thread of
 * their own, as changes wait for them.
 */
export class SettingsWork {
  readonly #deps: SettingsWorkDeps;
  readonly #copies: SettingsThread;
  readonly #ways: SettingsThread;
  #making: Promise<void> | undefined;

  constructor(deps: SettingsWorkDeps) {
    this.#deps = deps;
    this.#copies = new SettingsThread(deps.place);
    this.#ways = new SettingsThread(deps.place);
  }

  /**
   * Makes a change. Where the copy of the day is due before it, nothing was changed: it is made from the settings as they
   * stand, kept, and the change is made then.
   */
  async change<Result>(make: () => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries++) {
      try {
        return await make();
      } catch (error) {
        if (!isCopyDue(error) || tries >= limits.store.tries) throw error;
      }
      this.#making ??= this.#makeDue().finally(() => {
        this.#making = undefined;
      });
      await this.#making;
    }
  }

  preview(choice: CommandArgs<'recoverSettings'>['choice']): Promise<ToldOutcome> {
    return this.#outcome({ wants: 'preview', choice });
  }

  /** On a connection of the thread's own, which must be allowed to write. */
  recover(args: CommandArgs<'recoverSettings'>): Promise<ToldOutcome> {
    return this.change(() => this.#outcome({ wants: 'recovery', ...args }));
  }

  async close(): Promise<void> {
    await Promise.all([this.#copies.close(), this.#ways.close()]);
  }

  async #outcome(job: SettingsJob): Promise<ToldOutcome> {
    const { outcome } = await this.#ways.run(job);
    if (!outcome) throw new StoreFault('a recovery has no outcome');
    return outcome;
  }

  async #makeDue(): Promise<void> {
    const { db, now, keep } = this.#deps;
    for (const kind of await kindsDue(db, await now())) {
      const { copy } = await this.#copies.run({ wants: 'copy', kind });
      if (copy) await keep(copy);
    }
  }
}
