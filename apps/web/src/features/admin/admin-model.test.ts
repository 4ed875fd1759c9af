import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { granting } from './perms.ts';
import { adminServer, build, gate } from './test-admin.ts';

const every = limits.adminPoll.desktop;

async function opened(gropic = 'ACME/RATES') {
  const server = adminServer();
  const built = build(server.answers);
  built.model.start();
  await built.clock.advance(0);
  built.model.select(gropic);
  await built.clock.advance(0);
  const rights = () => built.state().selected?.rights.store.getState();
  return { server, rights, ...built };
}

test('the lists are sent once, then only their ids go to and fro', async () => {
  const { server, state, clock } = await opened();
  expect(state().admined).toEqual(['ACME/RATES', 'ACME/RATES/DAILY']);
  expect(state().principals).toHaveLength(3);
  expect(state().locations).toEqual(['Chicago', 'London']);
  await clock.advance(every);
  expect(server.asked.at(-1)).toEqual({
    principalsId: 'p1',
    numAdmined: 2,
    asSuperAdmin: false,
    selectedGropic: 'ACME/RATES',
    gropicPermsId: '1',
    principalToAdd: '',
    returnTzLocations: false,
  });
});

test('an answer without news draws nothing anew', async () => {
  const { model, clock } = await opened();
  model.choice.choose('ACME/DESK');
  await clock.advance(every);
  let changes = 0;
  model.store.subscribe(() => void changes++);
  await clock.advance(10 * every);
  expect(changes).toBe(0);
});

test('a phone asks less often', async () => {
  const server = adminServer();
  const { model, clock } = build(server.answers, { isMobile: true });
  model.start();
  await clock.advance(limits.adminPoll.mobile - 1);
  expect(server.asked).toHaveLength(1);
  await clock.advance(1);
  expect(server.asked).toHaveLength(2);
});

test('a hint of the stream is followed at once', async () => {
  const { server, tell, clock, rights } = await opened();
  server.replace({ viewers: ['ACME/bob'] });
  tell({ name: 'admin', data: { kind: 'perms', gropic: 'ACME/RATES' } });
  await clock.advance(0);
  expect(rights()?.perms.viewers).toEqual(['ACME/bob']);
});

test('another selection starts from empty lists and default settings', async () => {
  const { model, state } = await opened();
  model.select('ACME/RATES/DAILY');
  expect(state().selected?.rights.store.getState()).toMatchObject({ isKnown: false, perms: { admins: [] } });
  expect(state().selected?.snapshot.store.getState().settings).toEqual({
    isDaily: false,
    time: '23:59',
    location: 'Chicago',
    isPredated: false,
  });
});

test('an answer that was asked for before an edit brings no old lists back', async () => {
  const held = gate();
  const server = adminServer();
  const late = {
    ...server.answers,
    admindetails: async (input: unknown, nth: number) => {
      const answer = server.answers.admindetails(input);
      if (nth === 3) await held.opened;
      return answer;
    },
  };
  const { model, clock, state } = build(late);
  model.start();
  await clock.advance(0);
  model.select('ACME/RATES');
  await clock.advance(every);
  state().selected?.rights.edit(granting('viewers', 'ACME/bob', false));
  await clock.advance(0);
  held.open();
  await clock.advance(0);
  expect(state().selected?.rights.store.getState().perms.viewers).toEqual(['ACME/bob']);
});

test('after a save the members are asked for anew', async () => {
  const { state, clock } = await opened();
  state().selected?.rights.edit(granting('viewers', 'ACME/bob', false));
  await clock.advance(0);
  expect(state().selected?.members?.viewers).toEqual(['ACME/bob']);
});

test('who is selected is asked for at once, and shown while selected', async () => {
  const { model, state, clock } = await opened();
  model.choice.choose('ACME/DESK');
  await clock.advance(0);
  expect(state().membersOf).toEqual({ principal: 'ACME/DESK', users: ['ACME/bob'] });
  model.choice.choose('ACME/DESK');
  expect(model.choice.store.getState().toAdd).toBe('');
  expect(state().membersOf).toBeUndefined();
});

test('a refused assume is an alert with the reason and the current admins', async () => {
  const refusal = { unauthorized: true, reason: 'already administered', currAdmins: ['ACME/ann', 'ACME/bob'] };
  const { model, alerts, state } = build({ assumeadmin: () => refusal });
  expect(await model.assume('ACME/FX')).toBe(false);
  expect(alerts).toEqual(['Cannot assume admin of ACME/FX: already administered\nCurr Admins: ACME/ann, ACME/bob']);
  expect(state().selected).toBeUndefined();
});

test('what was assumed is selected', async () => {
  const server = adminServer();
  const { model, state, clock } = build({ ...server.answers, assumeadmin: () => ({}) });
  model.start();
  await clock.advance(0);
  server.admined = [...server.admined, 'ACME/FX'];
  expect(await model.assume('ACME/FX')).toBe(true);
  expect(state().selected?.gropic).toBe('ACME/FX');
  await clock.advance(every);
  expect(state().admined).toContain('ACME/FX');
});

test('what was assumed for a form that was left is not selected over another one', async () => {
  const server = adminServer();
  const { model, state, clock } = build({ ...server.answers, assumeadmin: () => ({}) });
  model.start();
  await clock.advance(0);
  model.select('ACME/RATES');
  expect(await model.assume('ACME/FX', () => false)).toBe(true);
  expect([state().selected?.gropic, state().admined.includes('ACME/FX')]).toEqual(['ACME/RATES', true]);
});

test('an answer to a question from before something was assumed does not take it away', async () => {
  const held = gate();
  const server = adminServer();
  const { model, clock, state } = build({
    assumeadmin: () => ({}),
    admindetails: async (input, nth) => {
      const answer = server.answers.admindetails(input);
      if (nth === 2) await held.opened;
      return answer;
    },
  });
  model.start();
  await clock.advance(0);
  for (const gropic of ['ACME/FX', 'ACME/OIL']) {
    server.admined = [...server.admined, gropic];
    await model.assume(gropic);
  }
  held.open();
  await clock.advance(0);
  expect(state()).toMatchObject({ admined: server.admined, lost: '' });
  expect(state().selected?.gropic).toBe('ACME/OIL');
});

test('a gropic that was taken away is no longer open, and it is said', async () => {
  const { server, state, clock } = await opened();
  server.admined = ['ACME/RATES/DAILY'];
  await clock.advance(every);
  expect(state().selected).toBeUndefined();
  expect(state().lost).toBe('ACME/RATES');
});

test('a blocked account is told apart from one that administers nothing', async () => {
  const blocked = build({ admindetails: () => ({ unauthorized: true }) });
  blocked.model.start();
  await blocked.clock.advance(0);
  expect(blocked.state()).toMatchObject({ isKnown: true, isBlocked: true });
  const idle = build({ admindetails: () => ({}) });
  idle.model.start();
  await idle.clock.advance(0);
  expect(idle.state()).toMatchObject({ isKnown: true, isBlocked: false, admined: [] });
});

test('a list that cannot be had says why and is asked for again', async () => {
  const server = adminServer();
  const { model, clock, state } = build({
    admindetails: (input, nth) => {
      if (nth === 1) throw new Error('The server cannot be reached');
      return server.answers.admindetails(input);
    },
  });
  model.start();
  await clock.advance(0);
  expect(state()).toMatchObject({ isKnown: false, failure: 'The server cannot be reached' });
  await clock.advance(every);
  expect(state()).toMatchObject({ isKnown: true, failure: '' });
});

test('a change that was refused after another group was selected, or the page was left, is told', async () => {
  const held = gate();
  const server = adminServer();
  const { model, clock, state, alerts } = build({
    ...server.answers,
    async gropicperms() {
      await held.opened;
      return { message: 'Unknown user or group ACME/bob' };
    },
  });
  model.start();
  await clock.advance(0);
  for (const gropic of ['ACME/RATES', 'ACME/RATES/DAILY']) {
    model.select(gropic);
    await clock.advance(every);
    state().selected?.rights.edit(granting('viewers', 'ACME/bob', false));
  }
  model.stop();
  held.open();
  await clock.advance(0);
  expect(alerts).toEqual([
    'ACME/RATES: Unknown user or group ACME/bob',
    'ACME/RATES/DAILY: Unknown user or group ACME/bob',
  ]);
});

test('an own removal that is answered late leaves no panel of what is administered no more', async () => {
  const { opened: answered, open } = gate();
  const server = adminServer();
  const { model, clock, state } = build({
    ...server.answers,
    async gropicperms(input) {
      const answer = server.answers.gropicperms(input);
      server.admined = ['ACME/RATES/DAILY'];
      await answered;
      return answer;
    },
  });
  model.start();
  await clock.advance(0);
  model.select('ACME/RATES');
  await clock.advance(0);
  state().selected?.rights.edit(granting('admins', 'ACME/ann', false));
  // The list tells it while the save is not answered yet.
  await clock.advance(every);
  expect([state().admined, state().selected?.gropic]).toEqual([['ACME/RATES/DAILY'], 'ACME/RATES']);
  open();
  await clock.advance(every);
  expect([state().selected, state().lost]).toEqual([undefined, 'ACME/RATES']);
});
