import type { Kept } from '#features/controls/lazy-controls.ts';
import type { Session } from '#features/session/session.ts';

/** Entries on their way, and the user who made them. */
interface OwnEntries extends Kept {
  readonly user: string;
}

/** One portal has one user at a time. */
const entries = new WeakMap<object, OwnEntries>();

/**
 * What a user entered and is not saved yet, for every viewer of theirs. It ends as soon as the session is no longer known
 * to be theirs, whichever page is shown then: nothing of it goes out with the cookie of whoever signs in next.
 */
export function keptEntries(session: Pick<Session, 'store'>, user: string): Kept {
  const known = entries.get(session);
  if (known?.user === user) return known;
  const kept: OwnEntries = { user };
  entries.set(session, kept);
  const stop = session.store.subscribe((state) => {
    if ('user' in state && state.user.user === user) return;
    stop();
    if (entries.get(session) === kept) entries.delete(session);
    kept.rules?.rules.end();
  });
  return kept;
}
