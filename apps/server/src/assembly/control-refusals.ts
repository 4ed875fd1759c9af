import type { Topic } from '@sheetwire/rules/topic';
import type { KnownRequest } from '#http/route.ts';
import type { Background } from '#identity/account-mail/background.ts';
import { RefusalNotes } from '#lib/refused/refusal-notes.ts';
import type { AuditLog } from '#ports/audit.ts';
import type { Clock } from '#ports/clock.ts';

interface ControlRefusalsDeps {
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly background: Pick<Background, 'run'>;
}

/**
 * Notes who used a control without the right to: now and then, not each time (safety 2). No answer waits for the row: its time
 * would tell a report that is there from one that is not.
 */
export function controlRefusals({ audit, clock, background }: ControlRefusalsDeps) {
  const notes = new RefusalNotes(clock);
  return (object: Topic, { actor, address }: Pick<KnownRequest, 'actor' | 'address'>): void => {
    if (!notes.isDue(actor.user, object)) return;
    const row = { at: clock.now(), actor: actor.user, action: 'control refused', object, address };
    background.run(() => audit.add(row));
  };
}
