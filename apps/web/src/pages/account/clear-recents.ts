import type { Caller } from '@sheetwire/client/caller';
import { userSettings } from '@sheetwire/contract/accounts';
import type { Session } from '#features/session/session.ts';

/** Clears the list of recent reports; what another tab opened while that was on its way stays, here and on the server. */
export async function clearRecents(call: Caller, session: Pick<Session, 'store' | 'setRecents'>): Promise<void> {
  const cleared = new Set(recentsOf(session));
  await call(userSettings, { recentReports: [] });
  const since = recentsOf(session).filter((topic) => !cleared.has(topic));
  session.setRecents(since);
  if (since.length > 0) await call(userSettings, { recentReports: since });
}

function recentsOf({ store }: Pick<Session, 'store'>): readonly string[] {
  const known = store.getState();
  return 'user' in known ? known.user.recentReports : [];
}
