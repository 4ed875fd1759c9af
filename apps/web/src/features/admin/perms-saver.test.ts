import { NetworkFailure } from '@sheetwire/client/failures';
import { TestClock } from '@sheetwire/client/test-clock';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { bounded } from '#lib/give-up-late.ts';
import { scriptedCalls } from '#lib/test-calls.ts';
import { granting, noPerms, type Perms, revoking } from './perms.ts';
import { PermsSaver } from './perms-saver.ts';
import { gate } from './test-admin.ts';

const rates = { ...noPerms('ACME/RATES'), admins: ['ACME/ann'] };

function build(answer: (input: Perms, nth: number) => unknown) {
  const alerts: string[] = [];
  const heard: (string | boolean)[] = [];
  const sent: Perms[] = [];
  const screen = { isShown: true };
  const clock = new TestClock();
  const { call } = scriptedCalls({
    gropicperms: (input, nth) => {
      sent.push(input as Perms);
      return answer(input as Perms, nth);
    },
  });
  const saver = new PermsSaver('ACME/RATES', {
    call: bounded(call, clock),
    alert: (text) => void alerts.push(text),
    onSaved: () => void heard.push('saved'),
    onSaving: (isSaving) => void heard.push(isSaving),
    isShown: () => screen.isShown,
  });
  saver.learn(rates, '1');
  return { clock, screen, saver, alerts, heard, sent, state: () => saver.store.getState() };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const withViewers = (...viewers: string[]) => ({ ...rates, viewers });

test('an edit shows at once and names the lists that it was made on', async () => {
  const { saver, sent, heard, state } = build((perms) => ({ gropicPerms: perms, gropicPermsId: '2' }));
  saver.edit(granting('viewers', 'ACME/bob', false));
  expect(state()).toMatchObject({ isSaving: true, perms: withViewers('ACME/bob') });
  await settled();
  expect(sent).toEqual([{ ...withViewers('ACME/bob'), gropicPermsId: '1' }]);
  expect(heard).toEqual([true, false, 'saved']);
  expect(state()).toMatchObject({ isSaving: false, outcome: undefined, perms: withViewers('ACME/bob') });
});

test('edits made while one is saved go together after it, on what it left', async () => {
  const first = gate();
  const { saver, sent } = build(async (perms, nth) => {
    if (nth === 1) await first.opened;
    return { gropicPerms: { ...perms, gropicPermsId: undefined }, gropicPermsId: String(nth + 1) };
  });
  for (const name of ['ACME/bob', 'ACME/carl', 'ACME/dora']) saver.edit(granting('viewers', name, false));
  saver.edit(revoking('viewers', 'ACME/bob'));
  first.open();
  await settled();
  expect(sent).toHaveLength(2);
  expect(sent.at(-1)).toMatchObject({ viewers: ['ACME/carl', 'ACME/dora'], gropicPermsId: '2' });
});

test('newer lists of another admin stay, and the edit can be made again on them', async () => {
  const theirs = withViewers('ACME/carl');
  const { saver, state, sent } = build((perms, nth) =>
    nth === 1
      ? { stale: true, gropicPerms: theirs, gropicPermsId: '7' }
      : { gropicPerms: { ...perms, gropicPermsId: undefined }, gropicPermsId: '8' },
  );
  saver.edit(granting('viewers', 'ACME/bob', false));
  await settled();
  const { outcome, perms } = state();
  expect(perms).toEqual(theirs);
  expect(outcome?.kind).toBe('stale');
  if (outcome?.kind === 'stale') saver.again(outcome.edits);
  await settled();
  expect(sent.at(-1)).toMatchObject({ viewers: ['ACME/bob', 'ACME/carl'], gropicPermsId: '7' });
  expect(state().outcome).toBeUndefined();
});

test('a refusal says why and leaves the lists as they were', async () => {
  const { saver, state, alerts } = build(() => ({ message: 'There is no such principal' }));
  saver.edit(granting('viewers', 'ACME/gone', false));
  await settled();
  expect(state()).toMatchObject({ perms: rates, outcome: { kind: 'refused', text: 'There is no such principal' } });
  expect(alerts).toEqual([]);
});

test('a refusal that brings newer lists shows them', async () => {
  const theirs = withViewers('ACME/carl');
  const { saver, state } = build(() => ({ message: 'Not so', gropicPerms: theirs, gropicPermsId: '9' }));
  saver.edit(granting('viewers', 'ACME/gone', false));
  await settled();
  expect(state()).toMatchObject({ perms: theirs, outcome: { kind: 'refused', text: 'Not so' } });
});

test('without the right and without an answer the change is taken back with an alert', async () => {
  const unauthorized = build(() => ({ unauthorized: true }));
  unauthorized.saver.edit(granting('viewers', 'ACME/bob', false));
  const failed = build(() => {
    throw new Error('The server cannot be reached');
  });
  failed.saver.edit(granting('viewers', 'ACME/bob', false));
  await settled();
  expect([unauthorized.alerts, failed.alerts]).toEqual([['Unauthorized'], ['The server cannot be reached']]);
  expect([unauthorized.state().perms, failed.state().perms]).toEqual([rates, rates]);
});

test('a save that is refused or meets newer lists after its page was left is told in an alert', async () => {
  const refused = build(() => ({ message: 'Unknown user or group ACME/gone' }));
  const stale = build(() => ({ stale: true, gropicPerms: withViewers('ACME/carl'), gropicPermsId: '7' }));
  for (const { screen, saver } of [refused, stale]) {
    saver.edit(granting('viewers', 'ACME/gone', false));
    screen.isShown = false;
  }
  await settled();
  expect(refused.alerts).toEqual(['ACME/RATES: Unknown user or group ACME/gone']);
  expect(stale.alerts).toEqual([
    'ACME/RATES: Someone else changed these rights at the same time. Your change was not saved.',
  ]);
});

const noAnswer = () => new Promise<never>(() => undefined);

test('a line on which nothing comes ends a save after a minute, and the edit can be made again', async () => {
  const { clock, saver, alerts, heard, state, sent } = build((perms, nth) =>
    nth === 1 ? noAnswer() : { gropicPerms: { ...perms, gropicPermsId: undefined }, gropicPermsId: '2' },
  );
  saver.edit(granting('viewers', 'ACME/bob', false));
  await clock.advance(limits.longAnswer);
  expect(state()).toMatchObject({ isSaving: false, perms: rates, outcome: { kind: 'unanswered' } });
  expect([alerts, heard]).toEqual([[], [true, false, 'saved']]);
  const { outcome } = state();
  if (outcome?.kind === 'unanswered') saver.again(outcome.edits);
  await settled();
  expect(sent.at(-1)).toMatchObject({ viewers: ['ACME/bob'] });
  expect(state()).toMatchObject({ outcome: undefined, perms: withViewers('ACME/bob') });
});

test('edits that got no response stay told while later ones are saved, and are made again with those that were not', async () => {
  const { clock, saver, state, sent } = build((perms, nth) =>
    nth < 3 ? noAnswer() : { gropicPerms: { ...perms, gropicPermsId: undefined }, gropicPermsId: '2' },
  );
  saver.edit(granting('viewers', 'ACME/bob', false));
  saver.edit(granting('viewers', 'ACME/carl', false));
  await clock.advance(2 * limits.longAnswer);
  const { outcome } = state();
  if (outcome?.kind === 'unanswered') saver.again(outcome.edits);
  await settled();
  expect(sent.at(-1)).toMatchObject({ viewers: ['ACME/bob', 'ACME/carl'] });
});

test('a good save after one without a response does not hide that', async () => {
  const { clock, saver, state } = build((perms, nth) =>
    nth === 1 ? noAnswer() : { gropicPerms: { ...perms, gropicPermsId: undefined }, gropicPermsId: '2' },
  );
  saver.edit(granting('viewers', 'ACME/bob', false));
  saver.edit(granting('viewers', 'ACME/carl', false));
  await clock.advance(limits.longAnswer);
  expect(state()).toMatchObject({ perms: withViewers('ACME/carl'), outcome: { kind: 'unanswered' } });
});

test('a save without a response that was left is told in an alert', async () => {
  const { screen, saver, alerts } = build(() => {
    throw new NetworkFailure(new Error('cut'));
  });
  saver.edit(granting('viewers', 'ACME/bob', false));
  screen.isShown = false;
  await settled();
  expect(alerts).toEqual(['ACME/RATES: The server did not respond, so it is not known whether your change was saved.']);
});

test('edits that got no response stay told when later ones are refused, which is told as well', async () => {
  const { clock, saver, alerts, state } = build((_, nth) => (nth === 1 ? noAnswer() : { message: 'Unknown user' }));
  saver.edit(granting('viewers', 'ACME/bob', false));
  saver.edit(granting('viewers', 'ACME/carl', false));
  await clock.advance(limits.longAnswer);
  await settled();
  expect([state().outcome, alerts]).toMatchObject([{ kind: 'unanswered', edits: [{}] }, ['Unknown user']]);
});

test('edits that got no response and then met newer lists are still told as not known', async () => {
  const { clock, saver, state } = build((_, nth) =>
    nth === 1 ? noAnswer() : { stale: true, gropicPerms: rates, gropicPermsId: '3' },
  );
  saver.edit(granting('viewers', 'ACME/bob', false));
  saver.edit(granting('viewers', 'ACME/carl', false));
  await clock.advance(limits.longAnswer);
  await settled();
  expect(state().outcome).toMatchObject({ kind: 'unanswered', edits: [{}, {}] });
});
