import type { Clock } from '@sheetwire/client/clock';
import { type PublishFault, publishFault } from './call-fault.ts';
import { inTime } from './in-time.ts';
import type { Sending } from './portal.ts';

interface Asking {
  readonly what: 'values' | 'workbook';
  readonly session: string;
  readonly clock: Clock;
  /** Aborted when publishing ends. */
  readonly stopped: AbortSignal;
}

/** One call to the portal, within its time; what refused it is answered, undefined where nothing did. */
export async function askPortal(
  { what, session, clock, stopped }: Asking,
  call: (sending: Sending) => Promise<void>,
): Promise<PublishFault | undefined> {
  try {
    await inTime({ clock, stopped }, (signal) => call({ session, signal }));
    return undefined;
  } catch (thrown) {
    return stopped.aborted ? { kind: 'ended', why: 'stopped' } : publishFault(thrown, what);
  }
}
