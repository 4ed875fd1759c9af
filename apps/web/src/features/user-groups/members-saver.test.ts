import { TestClock } from '@sheetwire/client/test-clock';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { bounded } from '#lib/give-up-late.ts';
import { scriptedCalls } from '#lib/test-calls.ts';
import { MembersSaver } from './members-saver.ts';

/** A group whose saves are answered while the line is not silent. */
async function opened() {
  const clock = new TestClock();
  const [alerts, saving]: [string[], boolean[]] = [[], []];
  const site = { isSilent: false, isShown: true };
  const { call } = scriptedCalls({
    getusergroup: () => ({ group: 'ACME/DESK', members: ['ACME/ann'], groupId: '1' }),
    updateusergroup: (input) => (site.isSilent ? new Promise(() => undefined) : { ...(input as object), groupId: '2' }),
  });
  const saver = new MembersSaver('ACME/DESK', {
    call: bounded(call, clock),
    alert: (text) => void alerts.push(text),
    onSaving: (isSaving) => void saving.push(isSaving),
    isShown: () => site.isShown,
  });
  await saver.load(new AbortController().signal);
  return { clock, saver, alerts, saving, site, state: () => saver.store.getState() };
}

test('members to which no response came are not waited for beyond a minute, and can be added again', async () => {
  const { clock, saver, alerts, saving, site, state } = await opened();
  site.isSilent = true;
  saver.add('ACME/bob');
  await clock.advance(limits.longAnswer);
  expect(state()).toMatchObject({ isSaving: false, members: ['ACME/ann'], fault: '' });
  expect([state().unanswered.length, saving, alerts]).toEqual([1, [true, false], []]);
  site.isSilent = false;
  saver.again();
  await clock.advance(0);
  expect(state()).toMatchObject({ members: ['ACME/ann', 'ACME/bob'], unanswered: [] });
});

test('a group that was left is told in an alert', async () => {
  const { clock, saver, alerts, site } = await opened();
  site.isSilent = true;
  saver.add('ACME/bob');
  site.isShown = false;
  await clock.advance(limits.longAnswer);
  expect(alerts).toEqual(['ACME/DESK: The server did not respond, so it is not known whether your change was saved.']);
});
