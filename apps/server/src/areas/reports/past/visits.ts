import { limits } from '@sheetwire/contract/limits';
import type { Addressee } from '@sheetwire/rules/addressee';
import type { User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import { FairMap } from '#lib/maps/fair-map.ts';
import { steadyTime } from '#lib/steady-time.ts';
import type { AuditLog } from '#ports/audit.ts';
import type { Clock } from '#ports/clock.ts';

interface Visit {
  /** The last look of it, by the steady clock. */
  readonly at: number;
  /** Its row is written. */
  readonly noted: Promise<unknown>;
}

interface Visitor {
  readonly actor: { readonly user: User; readonly addressee: Addressee };
  readonly address: string;
}

/** Notes in the audit log who looked at the past of which report, once a visit (time 2). */
export class PastVisits {
  readonly #audit: Pick<AuditLog, 'add'>;
  readonly #clock: Clock;
  readonly #seen = new FairMap<`${Addressee} ${Topic}`, Visit>(limits.log.visits);

  constructor(audit: Pick<AuditLog, 'add'>, clock: Clock) {
    this.#audit = audit;
    this.#clock = clock;
  }

  /** Resolves once the visit is noted: nobody sees the past of a report before, in whichever of their looks. */
  async note(topic: Topic, { actor, address }: Visitor, at: string): Promise<void> {
    const key = `${actor.addressee} ${topic}` as const;
    const now = steadyTime(this.#clock);
    const last = this.#seen.get(key);
    if (last !== undefined && now - last.at < limits.log.visit) {
      this.#seen.set(key, { at: now, noted: last.noted }, actor.addressee);
      await last.noted;
      return;
    }
    const row = { at: this.#clock.now(), actor: actor.user, action: 'past viewed', object: topic, address };
    const noted = this.#audit.add({ ...row, after: { at } });
    this.#seen.set(key, { at: now, noted }, actor.addressee);
    try {
      await noted;
    } catch (fault) {
      if (this.#seen.get(key)?.noted === noted) this.#seen.delete(key);
      throw fault;
    }
  }
}
