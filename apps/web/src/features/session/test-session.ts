import { CallError, NetworkFailure } from '@sheetwire/client/failures';
import { TestClock } from '@sheetwire/client/test-clock';
import { nobody, type SessionUser } from '@sheetwire/contract/accounts';
import { createMemoryStore, type LocalStore } from '#lib/local-store.ts';
import { type Answers, scriptedCalls } from '#lib/test-calls.ts';
import { Session } from './session.ts';
import type { TabLine, TabMessage } from './tab-line.ts';
import type { UserFinderDeps } from './user-finder.ts';

/** A licensed user. */
export const jane: SessionUser = { ...nobody, user: 'ACME/jane.doe', hasLicense: true };

/** The tabs of one browser, in memory: each hears what the others tell. */
export function browserTabs(): () => TabLine {
  const hearers = new Map<symbol, (message: TabMessage) => void>();
  return () => {
    const own = Symbol();
    return {
      tell(message) {
        for (const [each, hear] of hearers) if (each !== own) hear(message);
      },
      listen: (hear) => void hearers.set(own, hear),
    };
  };
}

/** One piece of work at a time, as the locks of a browser see to. */
export function oneAtATime(): UserFinderDeps['alone'] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
}

interface Surroundings {
  readonly isPublic?: boolean;
  readonly isRemote?: boolean;
  readonly isMobile?: boolean;
  /** Shared by the sessions of one browser. */
  readonly tabs?: TabLine;
  readonly alone?: UserFinderDeps['alone'];
  readonly store?: LocalStore;
  readonly clock?: TestClock;
}

/** A session over scripted answers; by default nobody is signed in and no other mode is on. */
export function build(answers: Answers = {}, around: Surroundings = {}) {
  const clock = around.clock ?? new TestClock();
  const store = around.store ?? createMemoryStore();
  const moves: string[] = [];
  const page = { isPublic: around.isPublic ?? false };
  const { call, asked: calls } = scriptedCalls({
    usesso: () => ({ usesso: false, ssoLoginUrl: '' }),
    trywindowsauth: () => ({ trywindowsauth: false }),
    username: () => nobody,
    usernameremote: () => nobody,
    logout: () => ({}),
    infologin: () => ({ info: '' }),
    ...answers,
  });
  const session = new Session({
    call,
    clock,
    store,
    tabStore: createMemoryStore(),
    tabs: around.tabs ?? browserTabs()(),
    page: {
      isPublic: () => page.isPublic,
      isLogin: () => page.isPublic,
      here: () => '/ACME/RATES/DAILY?paused=true#p&l',
      toLogin: () => {
        page.isPublic = true;
        moves.push('login');
      },
      goTo: (path) => {
        page.isPublic = false;
        moves.push(`to ${path ?? 'home'}`);
      },
      leaveFor: (address) => void moves.push(address),
      reload: () => void moves.push('reload'),
      loginPath: '/login',
    },
    isMobile: around.isMobile ?? false,
    isRemote: around.isRemote ?? false,
    alone: around.alone ?? oneAtATime(),
  });
  return { session, clock, store, calls, moves, page, state: () => session.store.getState() };
}

/** The call failed: refused with this status, or without an answer. */
export function fail(status?: number, code = 'refused'): never {
  if (status === undefined) throw new NetworkFailure(new Error('no line'));
  throw new CallError({ status, code, message: 'failed' });
}
