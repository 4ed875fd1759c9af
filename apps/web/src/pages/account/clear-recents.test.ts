import { expect, test } from 'vitest';
import { build, jane } from '#features/session/test-session.ts';
import { scriptedCalls } from '#lib/test-calls.ts';
import { clearRecents } from './clear-recents.ts';

/** Somebody with two recent reports, and a server that answers when it is told to. */
async function clearing() {
  const known = { ...jane, recentReports: ['A/B/C', 'A/B/D'] };
  const { session, clock } = build({ username: () => known });
  session.start();
  await clock.advance(0);
  const saved: unknown[] = [];
  const answered = Promise.withResolvers<void>();
  const { call } = scriptedCalls({
    usersettings: async (input) => {
      saved.push(input);
      await answered.promise;
      return {};
    },
  });
  const recents = () => {
    const state = session.store.getState();
    return 'user' in state ? state.user.recentReports : undefined;
  };
  return { session, saved, recents, answer: answered.resolve, cleared: clearRecents(call, session) };
}

test('the list is cleared once the server has done so', async () => {
  const { recents, answer, cleared, saved } = await clearing();
  expect(recents()).toEqual(['A/B/C', 'A/B/D']);
  answer();
  await cleared;
  expect([recents(), saved]).toEqual([[], [{ recentReports: [] }]]);
});

test('what was opened while the list was being cleared stays, and is saved again', async () => {
  const { session, recents, answer, cleared, saved } = await clearing();
  session.setRecents(['A/B/NEW', 'A/B/C', 'A/B/D']);
  answer();
  await cleared;
  expect([recents(), saved.at(-1)]).toEqual([['A/B/NEW'], { recentReports: ['A/B/NEW'] }]);
});
