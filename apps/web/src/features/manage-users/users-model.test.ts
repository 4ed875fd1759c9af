import type { Input } from '@sheetwire/contract/call';
import { limits } from '@sheetwire/contract/limits';
import type { usersDetails } from '@sheetwire/contract/users';
import { expect, test } from 'vitest';
import { testPlace } from '#features/super-admin/test-place.ts';
import { scriptedCalls } from '#lib/test-calls.ts';
import { type UserItem, UsersModel } from './users-model.ts';

type Question = Input<typeof usersDetails>;

/** Lists that change with their id, as the calls tell them. */
function usersServer() {
  const server = {
    users: ['ACME/ann', 'ACME/bob'],
    version: 1,
    asked: [] as Question[],
    isSuper: true,
    usersdetails(input: unknown): object {
      const question = input as Question;
      server.asked.push(question);
      if (!server.isSuper) return { unauthorized: true };
      const usersChanged = question.usersId !== String(server.version);
      const adUsersChanged = question.adUsersId !== 'a1';
      const userEntitiesChanged = question.userEntities.length !== 1;
      return {
        ...(usersChanged ? { usersChanged, users: server.users.map(item), usersId: String(server.version) } : {}),
        ...(adUsersChanged ? { adUsersChanged, adUsers: ['ACME/l.martin'], adUsersId: 'a1' } : {}),
        ...(userEntitiesChanged ? { userEntitiesChanged, userEntities: ['ACME'] } : {}),
      };
    },
    become(users: string[]) {
      server.users = users;
      server.version++;
    },
  };
  return server;
}

function item(name: string): UserItem {
  return { name, isSuperAdmin: false, isDisabled: false };
}

const done = () => Promise.resolve(true);

async function opened(late: (answer: object) => unknown = (answer) => answer) {
  const server = usersServer();
  const { clock, place, stream } = testPlace();
  const { call } = scriptedCalls({ usersdetails: (input) => late(server.usersdetails(input)) });
  const model = new UsersModel(call, place);
  model.start();
  await clock.advance(0);
  stream.becomes('open');
  const names = () => model.store.getState().users.map(({ name }) => name);
  return { server, clock, stream, model, names, state: () => model.store.getState() };
}

test('the lists are sent once, then only their ids go to and fro', async () => {
  const { server, clock, state, names } = await opened();
  expect(names()).toEqual(['ACME/ann', 'ACME/bob']);
  expect(state()).toMatchObject({ isKnown: true, adUsers: ['ACME/l.martin'], entities: ['ACME'] });
  const before = state();
  await clock.advance(limits.usersPoll.desktop);
  expect(server.asked.at(-1)).toEqual({ usersId: '1', adUsersId: 'a1', userEntities: ['ACME'] });
  expect(state()).toBe(before);
});

test('a user that somebody else deleted is selected no more, and that is told', async () => {
  const { server, clock, stream, model, state } = await opened();
  model.select('ACME/bob');
  server.become(['ACME/ann']);
  stream.tell({ name: 'admin', data: { kind: 'users' } });
  await clock.advance(0);
  expect(state()).toMatchObject({ selected: '', lost: 'ACME/bob' });
});

test('a user that is deleted here goes without being missed', async () => {
  const { server, clock, model, names, state } = await opened();
  model.select('ACME/bob');
  server.become(['ACME/ann']);
  await model.remove('ACME/bob', done);
  await clock.advance(0);
  expect(names()).toEqual(['ACME/ann']);
  expect(state()).toMatchObject({ selected: '', lost: '' });
});

test('a list that comes before the answer to a deletion takes nothing from under it', async () => {
  const { server, clock, stream, model, names, state } = await opened();
  const answer = Promise.withResolvers<boolean>();
  model.select('ACME/bob');
  const round = state().round;
  const removing = model.remove('ACME/bob', () => answer.promise);
  server.become(['ACME/ann']);
  stream.tell({ name: 'admin', data: { kind: 'users' } });
  await clock.advance(limits.usersPoll.desktop);
  expect([names(), state()]).toMatchObject([['ACME/ann', 'ACME/bob'], { selected: 'ACME/bob', lost: '', round }]);
  answer.resolve(true);
  await removing;
  await clock.advance(0);
  expect([names(), state()]).toMatchObject([['ACME/ann'], { selected: '', lost: '' }]);
});

test('a deletion that was refused, of a user whom somebody else deleted meanwhile, tells that they are gone', async () => {
  const { server, clock, stream, model, names, state } = await opened();
  const answer = Promise.withResolvers<boolean>();
  model.select('ACME/bob');
  const removing = model.remove('ACME/bob', () => answer.promise);
  server.become(['ACME/ann']);
  stream.tell({ name: 'admin', data: { kind: 'users' } });
  await clock.advance(0);
  answer.reject(new Error('no answer'));
  await expect(removing).rejects.toThrow('no answer');
  await clock.advance(0);
  expect([names(), state()]).toMatchObject([['ACME/ann'], { selected: '', lost: 'ACME/bob' }]);
});

test('a user that is added here is selected before the list brings it', async () => {
  const { server, clock, model, names, state } = await opened();
  server.become(['ACME/ann', 'ACME/b', 'ACME/bob']);
  model.added('ACME/b');
  expect([names(), state().selected]).toEqual([['ACME/ann', 'ACME/b', 'ACME/bob'], 'ACME/b']);
  await clock.advance(0);
  expect([names().length, state().selected]).toEqual([3, 'ACME/b']);
});

test('an answer to a question from before an own change takes nothing back, and misses nobody', async () => {
  let held: Promise<void> | undefined;
  const { server, clock, stream, model, names, state } = await opened((answer) => held?.then(() => answer) ?? answer);
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  server.become(['ACME/ann', 'ACME/bob', 'ACME/carl']);
  stream.tell({ name: 'admin', data: { kind: 'users' } });
  await clock.advance(0);
  held = undefined;
  server.become(['ACME/ann', 'ACME/carl', 'ACME/dora']);
  await model.remove('ACME/bob', done);
  model.added('ACME/dora');
  const shown: string[][] = [];
  model.store.subscribe(() => void shown.push(names()));
  resolve();
  await clock.advance(0);
  expect(shown.filter((each) => each.includes('ACME/bob') || !each.includes('ACME/dora'))).toEqual([]);
  expect(names()).toEqual(['ACME/ann', 'ACME/carl', 'ACME/dora']);
  expect(state()).toMatchObject({ selected: 'ACME/dora', lost: '' });
});

test('whoever is no super admin any more is refused', async () => {
  const { server, clock, state } = await opened();
  server.isSuper = false;
  await clock.advance(limits.usersPoll.desktop);
  expect(state().isRefused).toBe(true);
});

test('a deletion that is answered late leaves whoever is selected by then', async () => {
  const { model, names, state } = await opened();
  model.select('ACME/ann');
  await model.remove('ACME/bob', done);
  expect([names(), state().selected]).toEqual([['ACME/ann'], 'ACME/ann']);
});
