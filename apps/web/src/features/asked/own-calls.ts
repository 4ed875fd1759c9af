import type { Caller } from '@sheetwire/client/caller';
import { CallError } from '@sheetwire/client/failures';
import type { Session } from '#features/session/session.ts';

/** What a page's calls need. */
export interface OwnCallDeps {
  readonly call: Caller;
  readonly session: Pick<Session, 'expelled' | 'lostLicense'>;
}

/**
 * The calls of a page that belongs to its user: an answer that the session or the license is over goes to the session,
 * which leaves the page or waits for a seat, and the call answers nothing more.
 */
export function ownCalls({ call, session }: OwnCallDeps): Caller {
  return async (definition, input, options) => {
    try {
      return await call(definition, input, options);
    } catch (error) {
      if (!isOver(error, session)) throw error;
      return new Promise(() => undefined);
    }
  };
}

/** What is to be ended and is not there any more has ended already, in another tab or by itself. */
export async function unlessGone(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 404) throw error;
  }
}

function isOver(error: unknown, session: OwnCallDeps['session']): boolean {
  if (!(error instanceof CallError)) return false;
  if (error.status === 401) void session.expelled();
  else if (error.code === 'no_license') session.lostLicense();
  else return false;
  return true;
}
