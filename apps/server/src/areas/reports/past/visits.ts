import { limits } from '@sheetwire/contract/limits';
import type { User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import type { KnownRequest } from '#http/route.ts';
import { BoundedMap } from '#lib/bounded-map.ts';
import { steadyTime } from '#lib/steady-time.ts';
import type { AuditLog } from '#ports/audit.ts';
import type { Clock } from '#ports/clock.ts';

/** Notes in the audit log who looked at the past of which report, once a visit (time 2). */
export class PastVisits {
  readonly #audit: Pick<AuditLog, 'add'>;
  readonly #clock: Clock;
  readonly #seen = new BoundedMap<`${User} ${Topic}`, number>(limits.past.visits);

  constructor(audit: Pick<AuditLog, 'add'>, clock: Clock) {
    this.#audit = audit;
    this.#clock = clock;
  }

  /** Resolves once the visit is noted: nobody sees the past of a report before. */
  async note(topic: Topic, { actor, address }: Pick<KnownRequest, 'actor' | 'address'>, at: string): Promise<void> {
    const key = `${actor.user} ${topic}` as const;
    const now = steadyTime(this.#clock);
    const last = this.#seen.get(key);
    this.#seen.set(key, now);
    if (last !== undefined && now - last < limits.past.visit) return;
    const row = { at: this.#clock.now(), actor: actor.user, action: 'past viewed', object: topic, address };
    try {
      await this.#audit.add({ ...row, after: { at } });
    } catch (fault) {
      this.#seen.delete(key);
      throw fault;
    }
  }
}
