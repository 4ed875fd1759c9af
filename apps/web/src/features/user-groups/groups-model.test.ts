import type { getUsers } from '@sheetwire/contract/admin';
import type { Input } from '@sheetwire/contract/call';
import { limits } from '@sheetwire/contract/limits';
import type { updateUserGroup, userGroupsDetails } from '@sheetwire/contract/usergroups';
import { expect, test } from 'vitest';
import { testPlace } from '#features/super-admin/test-place.ts';
import { scriptedCalls } from '#lib/test-calls.ts';
import { GroupsModel } from './groups-model.ts';

/** One group that every save moves on, as the calls tell it. */
function groupsServer() {
  const server = {
    groups: ['ACME/DESK', 'ACME/RISK TEAM'],
    members: ['ACME/DESK', 'ACME/ann'] as readonly string[],
    version: 1,
    refusal: '',
    /** Answers about the lists wait for it. */
    held: undefined as Promise<void> | undefined,
    become(members: readonly string[]) {
      server.members = members;
      server.version++;
    },
    present: () => ({ group: 'ACME/RISK TEAM', members: server.members, groupId: String(server.version) }),
    answers: {
      usergroupsdetails(input: unknown): unknown {
        const { principalsId, userGroupsId } = input as Input<typeof userGroupsDetails>;
        const id = server.groups.join();
        const answer = {
          ...(principalsId === 'p' ? {} : { principalsChanged: true, principals: ['ACME/ann'], principalsId: 'p' }),
          ...(userGroupsId === id ? {} : { userGroupsChanged: true, userGroups: server.groups, userGroupsId: id }),
        };
        return server.held?.then(() => answer) ?? answer;
      },
      getusergroup: () => server.present(),
      updateusergroup(input: unknown): object {
        const { members, groupId } = input as Input<typeof updateUserGroup>;
        if (server.refusal !== '') return { message: server.refusal };
        if (groupId !== String(server.version)) return { ...server.present(), stale: true };
        server.become(members);
        return server.present();
      },
      getusers: (input: unknown) => {
        const { principal, principalGroups } = input as Input<typeof getUsers>;
        const users = ['ACME/zoe', 'ACME/ann'];
        return {
          principal,
          allUsersByGroup: Object.fromEntries([principal, ...principalGroups].map((group) => [group, users])),
        };
      },
    },
  };
  return server;
}

const done = () => Promise.resolve(true);

async function opened() {
  const server = groupsServer();
  const { clock, place, stream } = testPlace();
  const alerts: string[] = [];
  const unsaved: boolean[] = [];
  const { call, asked } = scriptedCalls(server.answers);
  const model = new GroupsModel({
    ...place,
    call,
    alert: (text) => void alerts.push(text),
    noteUnsaved: (hasUnsaved) => void unsaved.push(hasUnsaved),
  });
  model.start();
  await clock.advance(0);
  stream.becomes('open');
  model.select('ACME/RISK TEAM');
  await clock.advance(0);
  const state = () => model.store.getState();
  const members = () => state().selected?.store.getState();
  return { server, clock, stream, model, alerts, unsaved, asked, state, members };
}

test('a selected group shows its members and every single user', async () => {
  const { members, state } = await opened();
  expect(members()).toMatchObject({ isKnown: true, members: ['ACME/DESK', 'ACME/ann'] });
  expect(state().users).toMatchObject({ of: 'ACME/RISK TEAM', names: ['ACME/ann', 'ACME/zoe'] });
});

test('every single user tells whether they are members and through which groups they come', async () => {
  const { state } = await opened();
  expect(state().users?.through.get('ACME/zoe')).toEqual(['ACME/DESK']);
  expect([...(state().users?.direct ?? [])]).toEqual(['ACME/DESK', 'ACME/ann']);
});

test('an idle page asks for the ids alone', async () => {
  const { clock, asked } = await opened();
  const before = asked.length;
  await clock.advance(5 * limits.usersPoll.desktop);
  expect(new Set(asked.slice(before))).toEqual(new Set(['usergroupsdetails']));
});

test('without the stream the members are asked again now and then, not with every list', async () => {
  const { clock, stream, asked, server, members } = await opened();
  stream.becomes('idle');
  server.become(['ACME/carl']);
  const before = asked.length;
  await clock.advance(limits.untoldPoll + limits.usersPoll.desktop);
  expect(members()?.members).toEqual(['ACME/carl']);
  expect(asked.slice(before).filter((call) => call === 'getusergroup')).toHaveLength(1);
});

test('an added member shows at once, is saved, and the page says that it is not yet', async () => {
  const { clock, state, members, server, unsaved } = await opened();
  state().selected?.add('ACME/bob');
  expect(members()?.members).toEqual(['ACME/DESK', 'ACME/ann', 'ACME/bob']);
  await clock.advance(0);
  expect(server.members).toEqual(['ACME/DESK', 'ACME/ann', 'ACME/bob']);
  expect(unsaved).toEqual([true, false]);
});

test('of two admins who change a group at once neither loses anything', async () => {
  const { clock, state, members, server } = await opened();
  server.become(['ACME/DESK', 'ACME/carl']);
  state().selected?.add('ACME/bob');
  await clock.advance(0);
  expect(server.members).toEqual(['ACME/DESK', 'ACME/bob', 'ACME/carl']);
  expect(members()?.members).toEqual(server.members);
});

test('what the server refuses is taken back and told', async () => {
  const { clock, state, members, server } = await opened();
  server.refusal = 'Unknown user or group ACME/bob';
  state().selected?.add('ACME/bob');
  await clock.advance(0);
  expect(members()).toMatchObject({ members: ['ACME/DESK', 'ACME/ann'], fault: server.refusal });
});

test('what the server refuses after another group was selected is told in an alert', async () => {
  const { clock, state, model, server, alerts } = await opened();
  server.refusal = 'Unknown user or group ACME/bob';
  state().selected?.add('ACME/bob');
  model.select('ACME/DESK');
  await clock.advance(0);
  expect(alerts).toEqual(['ACME/RISK TEAM: Unknown user or group ACME/bob']);
});

test('a change by somebody else shows at once', async () => {
  const { clock, stream, server, members } = await opened();
  server.become(['ACME/carl']);
  stream.tell({ name: 'admin', data: { kind: 'usergroups' } });
  await clock.advance(0);
  expect(members()?.members).toEqual(['ACME/carl']);
});

test('a selected member shows its own users and clears itself 200 ms after it is left', async () => {
  const { clock, model, state } = await opened();
  model.choice.select('ACME/DESK');
  await clock.advance(0);
  expect(state().users?.of).toBe('ACME/DESK');
  model.choice.leave();
  await clock.advance(199);
  expect(model.choice.store.getState()).toBe('ACME/DESK');
  await clock.advance(1);
  expect(model.choice.store.getState()).toBe('');
  expect(state().users?.of).toBe('ACME/RISK TEAM');
});

test('a selected user is its own only member', async () => {
  const { clock, model, state } = await opened();
  model.choice.select('ACME/ann');
  await clock.advance(0);
  expect(state().users).toMatchObject({ of: 'ACME/ann', names: ['ACME/ann'] });
});

test('a group that somebody else deleted is selected no more, and that is told', async () => {
  const { clock, server, state } = await opened();
  server.groups = ['ACME/DESK'];
  await clock.advance(limits.usersPoll.desktop);
  expect(state()).toMatchObject({ selected: undefined, lost: 'ACME/RISK TEAM' });
});

test('an answer to a question from before an own change takes nothing back, and misses no group', async () => {
  const { server, clock, stream, model, state } = await opened();
  const { promise, resolve } = Promise.withResolvers<void>();
  server.held = promise;
  server.groups = ['ACME/DESK', 'ACME/OTHER', 'ACME/RISK TEAM'];
  stream.tell({ name: 'admin', data: { kind: 'usergroups' } });
  await clock.advance(0);
  server.held = undefined;
  server.groups = ['ACME/NEW', 'ACME/OTHER', 'ACME/RISK TEAM'];
  await model.remove('ACME/DESK', done);
  model.added('ACME/NEW');
  const shown: (readonly string[])[] = [];
  model.store.subscribe(({ groups }) => void shown.push(groups));
  resolve();
  await clock.advance(0);
  expect(shown.filter((groups) => groups.includes('ACME/DESK') || !groups.includes('ACME/NEW'))).toEqual([]);
  expect(state()).toMatchObject({ groups: server.groups, lost: '' });
  expect(state().selected?.group).toBe('ACME/NEW');
});

test('a list that comes before the answer to a deletion takes nothing from under it', async () => {
  const { clock, server, stream, model, state } = await opened();
  const answer = Promise.withResolvers<boolean>();
  const removing = model.remove('ACME/RISK TEAM', () => answer.promise);
  server.groups = ['ACME/DESK'];
  stream.tell({ name: 'admin', data: { kind: 'usergroups' } });
  await clock.advance(limits.usersPoll.desktop);
  expect(state()).toMatchObject({ groups: ['ACME/DESK', 'ACME/RISK TEAM'], lost: '' });
  expect(state().selected?.group).toBe('ACME/RISK TEAM');
  answer.resolve(true);
  await removing;
  await clock.advance(0);
  expect(state()).toMatchObject({ groups: ['ACME/DESK'], selected: undefined, lost: '' });
});

test('a deletion that is answered late leaves the group that is selected by then', async () => {
  const { model, state } = await opened();
  await model.remove('ACME/DESK', done);
  expect([state().groups, state().selected?.group]).toEqual([['ACME/RISK TEAM'], 'ACME/RISK TEAM']);
});
