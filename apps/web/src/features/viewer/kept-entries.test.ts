import { TestClock } from '@sheetwire/client/test-clock';
import { testCaller } from '@sheetwire/client/test-line';
import type { SessionUser } from '@sheetwire/contract/accounts';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { KeptRules } from '#features/controls/kept-rules.ts';
import { comment, TestControls } from '#features/controls/test-board.ts';
import type { SessionState } from '#features/session/session-state.ts';
import { keptEntries } from './kept-entries.ts';

const signedIn = (user: string): SessionState => ({ state: 'licensed', user: { user } as SessionUser });

/** A user whose text its publisher does not confirm, and who looks at another page of the portal by now. */
async function textOnItsWay() {
  const clock = new TestClock();
  const store = createStore<SessionState>(() => signedIn('ACME/vera'));
  const sent: unknown[] = [];
  const { call } = testCaller((_, input) => {
    if (Object(input).attributeVal === 'Comment') sent.push(Object(input).controlVal);
    return { updated: false };
  });
  const kept = keptEntries({ store }, 'ACME/vera');
  const deps = { call, clock, chance: () => 1, isRemote: false, alert: () => undefined, onUnsaved: () => undefined };
  kept.rules = new KeptRules(deps);
  const viewer = { board: new TestControls(), onMidEntry: () => undefined, refresh: () => undefined };
  kept.rules.enter(viewer);
  kept.rules.rules.follow('ACME/RATES/DAILY');
  kept.rules.rules.typed(comment, 'stuck');
  await clock.advance(limits.typingPause);
  kept.rules.leave(viewer);
  const later = async () => {
    const before = sent.length;
    await clock.advance(2 * limits.controlUnconfirmed.most);
    return sent.length - before;
  };
  return { store, kept, later };
}

test('what a user entered goes on while they are signed in, also where they wait for a license', async () => {
  const { store, kept, later } = await textOnItsWay();
  const { user } = store.getState() as { readonly user: SessionUser };
  store.setState({ state: 'unlicensed', user }, true);
  expect(await later()).toBeGreaterThan(0);
  expect(kept.rules?.rules).toBeDefined();
});

test.each([
  ['signs in', signedIn('ACME/ann')],
  ['may have signed in', { state: 'unknown' } as const],
])('nothing of it is sent from when somebody else %s, whichever page is shown', async (_, state) => {
  const { store, later } = await textOnItsWay();
  store.setState(state, true);
  expect(await later()).toBe(0);
});

test('the entries of a user are the same for each of their viewers, and no others', () => {
  const store = createStore<SessionState>(() => signedIn('ACME/vera'));
  const session = { store };
  const kept = keptEntries(session, 'ACME/vera');
  expect(keptEntries(session, 'ACME/vera')).toBe(kept);
  store.setState(signedIn('ACME/ann'), true);
  expect(keptEntries(session, 'ACME/ann')).not.toBe(kept);
  store.setState(signedIn('ACME/vera'), true);
  expect(keptEntries(session, 'ACME/vera')).not.toBe(kept);
});
