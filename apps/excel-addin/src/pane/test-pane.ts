import { TestClock } from '@sheetwire/client/test-clock';
import { BookBusy } from '@sheetwire/live-book/live-book';
import { BookModel } from '@sheetwire/live-book/test-support/book-model';
import { sample } from '@sheetwire/live-book/test-support/book-spec';
import { memoryBook } from '@sheetwire/live-book/test-support/memory-book';
import type { KeptChoice } from './pane-host.ts';
import { PaneModel } from './pane-model.ts';

export const key = 'swk_0123456789abcdef';
const standing = { version: 3, timeUtc: '2026-11-23T12:00:00Z', sender: 'ACME/pat', isLive: true, publisher: 'none' };
/** How a report stands. */
export const detail = {
  ...{ topic: 'ACME/DESK/PRICES', ...standing, seenUtc: null, viewers: 2, hasPublishSecret: false },
  ...{ versions: [], hasMore: false, mayRollBack: false, notShown: [], refused: [] },
};
export const list = { reports: [], total: 0, places: ['ACME/DESK/PRICES'], next: '', maxBytes: 1 };

type Answer = readonly [status: number, body: object];

/** A pane in an Excel of our own, and a portal that answers by the end of a path. */
export function paneOf(answers: Record<string, Answer> = {}) {
  const clock = new TestClock(Date.UTC(2026, 10, 23, 12));
  const asked: { readonly path: string; readonly bearer: string | null }[] = [];
  const kept = { choice: undefined as KeptChoice | undefined, credential: undefined as string | undefined };
  const office = { isBusy: false, isShut: false };
  /** Holds the answer of a path back; what was asked for is answered as it was then. */
  const gates = new Map<string, Promise<void>>();
  const all: Record<string, Answer> = {
    'publishing/reports/': [200, list],
    'publishing/report/': [200, detail],
    ...answers,
  };
  const model = new PaneModel({
    host: {
      endsWithPane: false,
      openBook: async () => {
        if (office.isBusy) throw new BookBusy();
        return memoryBook(new BookModel(sample));
      },
      choice: () => kept.choice,
      keepChoice: async (choice) => void Object.assign(kept, { choice }),
      credential: async () => {
        if (office.isShut) throw new Error('The storage cannot be read');
        return kept.credential;
      },
      keepCredential: async (credential) => void Object.assign(kept, { credential }),
      askSignIn: async () => '',
    },
    baseUrl: 'https://portal.example',
    fetch: async (input, init) => {
      const path = new URL(input instanceof Request ? input.url : input).pathname.split('/').slice(3).join('/');
      asked.push({ path, bearer: new Headers(init?.headers).get('authorization') });
      const [end = '', [status, body] = [404, {}]] = Object.entries(all).find(([one]) => path.startsWith(one)) ?? [];
      await gates.get(end);
      return Response.json(body, { status });
    },
    ...{ clock, chance: () => 0, pause: async () => undefined, instanceId: 'excel one' },
  });
  return { model, clock, asked, kept, office, gates, answers: all, state: () => model.store.getState() };
}

/** A pane that is logged in with a key. */
export async function loggedIn(answers: Record<string, Answer> = {}) {
  const pane = paneOf(answers);
  await pane.model.start();
  await pane.model.logIn(key, true);
  await pane.clock.advance(0);
  return pane;
}
