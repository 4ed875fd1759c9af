import type { Topic } from '@sheetwire/rules/topic';
import type { KnownRequest } from '#http/route.ts';
import { RefusalNotes } from '#lib/refused/refusal-notes.ts';
import type { AuditLog } from '#ports/audit.ts';
import type { Clock } from '#ports/clock.ts';

/** Notes who used a control without the right to: now and then, not each time (safety 2). */
export function controlRefusals({ audit, clock }: { readonly audit: AuditLog; readonly clock: Clock }) {
  const notes = new RefusalNotes(clock);
  return async (object: Topic, { actor, address }: KnownRequest): Promise<void> => {
    if (!notes.isDue(actor.user, object)) return;
    await audit.add({ at: clock.now(), actor: actor.user, action: 'control refused', object, address });
  };
}
