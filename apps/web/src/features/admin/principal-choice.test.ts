import { TestClock } from '@sheetwire/client/test-clock';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { noPerms } from './perms.ts';
import { PrincipalChoice } from './principal-choice.ts';

function build(isMobile = false) {
  const clock = new TestClock();
  const choice = new PrincipalChoice(clock, isMobile);
  return { clock, choice, state: () => choice.store.getState() };
}

test('selecting the selected item again clears it', () => {
  const { choice, state } = build();
  choice.choose('ACME/DESK');
  expect(state().toAdd).toBe('ACME/DESK');
  choice.choose('ACME/DESK');
  expect(state().toAdd).toBe('');
});

test.each([
  [false, limits.principalClear.desktop],
  [true, limits.principalClear.mobile],
])('what is selected in the list clears itself once it is left (phone: %s)', async (isMobile, ms) => {
  const { choice, state, clock } = build(isMobile);
  choice.select('ACME/DESK');
  await clock.advance(10 * ms);
  expect(state().row).toBe('ACME/DESK');
  choice.leave();
  await clock.advance(ms - 1);
  expect(state().row).toBe('ACME/DESK');
  await clock.advance(1);
  expect(state().row).toBe('');
});

test('what is used meanwhile stays selected', async () => {
  const { choice, state, clock } = build();
  choice.select('ACME/DESK');
  choice.leave();
  choice.hold();
  await clock.advance(10 * limits.principalClear.desktop);
  expect(state().row).toBe('ACME/DESK');
});

test('what was added is shown for a moment', async () => {
  const { choice, state, clock } = build();
  choice.choose('ACME/DESK');
  choice.added('ACME/DESK');
  expect(state()).toMatchObject({ toAdd: '', row: 'ACME/DESK' });
  await clock.advance(limits.principalClear.desktop);
  expect(state().row).toBe('');
});

test('another tab starts with nothing selected', () => {
  const { choice, state } = build();
  choice.choose('ACME/DESK');
  choice.show('admins');
  expect(state()).toMatchObject({ tab: 'admins', toAdd: '', row: '' });
});

test('one that somebody else removed is selected no more', () => {
  const { choice, state } = build();
  choice.select('ACME/DESK');
  choice.keepTo({ ...noPerms('ACME/RATES'), viewers: ['ACME/DESK'] });
  expect(state().row).toBe('ACME/DESK');
  choice.keepTo(noPerms('ACME/RATES'));
  expect(state().row).toBe('');
});
