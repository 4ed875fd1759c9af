import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Stores } from '#ports/stores.ts';
import { MovedClock } from '#storage/suite/moved-clock.ts';
import { type CopiedStore, copiedStore } from './testing/copied-store.ts';
import { FakeSource } from './testing/fake-source.ts';

const clock = new MovedClock();
let copied: CopiedStore;
let stores: Stores;
let source: FakeSource;

beforeEach(async () => {
  copied = await copiedStore(clock);
  ({ stores } = copied);
  source = new FakeSource(20, clock);
});
afterEach(() => copied.close());

const groupNames = async () => (await stores.directory.groups()).map(({ name }) => String(name));

test('a group that is gone is dropped with the second list that does not show it; many at once are doubted', async () => {
  for (const short of ['a', 'b', 'c', 'd', 'e', 'f']) source.putGroup(short, 'u0');
  const step = copied.syncOf(source);
  await step();
  source.groups.delete('a');
  await step();
  await step();
  expect(await groupNames()).toEqual(['ACME/B', 'ACME/C', 'ACME/D', 'ACME/E', 'ACME/F']);
  source.reads = [];
  source.groups.delete('b');
  source.groups.delete('c');
  await step();
  await step();
  await expect(step()).rejects.toThrow('3 of 5 groups');
  expect(source.reads).toEqual(['changes', 'changes', 'changes', 'all']);
  expect(await groupNames()).toHaveLength(5);
  clock.move(limits.directory.retry);
  await expect(step()).rejects.toThrow('3 of 5 groups');
});

test('a server that has not yet heard of a group, or lacks it once, takes it from nobody', async () => {
  const all = ['a', 'b', 'c', 'd', 'e', 'f'];
  for (const short of all) source.putGroup(short, 'u0');
  const step = copied.syncOf(source);
  await step();
  const looks = async (server: string, ...lacks: string[]) => {
    source.server = server;
    for (const short of all) source.putGroup(short, 'u0');
    for (const short of lacks) source.groups.delete(short);
    do await step();
    while (!source.asked.at(-1));
    return groupNames();
  };
  for (const server of ['dc2', 'dc2', 'dc2']) expect(await looks(server, 'a')).toHaveLength(6);
  expect(await looks('dc1', 'b')).toHaveLength(6);
  expect(await looks('dc1')).toHaveLength(6);
  expect(await looks('dc1', 'b')).toHaveLength(6);
  expect(await looks('dc2')).toHaveLength(6);
  expect(await looks('dc1', 'b')).toHaveLength(5);
});

test('a list that is doubted is not forgotten by a look without one', async () => {
  for (const short of ['a', 'b', 'c', 'd', 'e', 'f']) source.putGroup(short, 'u0');
  const step = copied.syncOf(source);
  await step();
  for (const short of ['a', 'b']) source.groups.delete(short);
  await step();
  source.takes = 60_000;
  await expect(step()).rejects.toThrow('4 of 6 groups');
  for (const short of ['a', 'b']) source.putGroup(short, 'u0');
  source.takes = 0;
  clock.move(limits.directory.retry);
  expect(await step()).toMatchObject({ isFull: true });
  expect(source.asked.at(-1)).toBe(false);
  expect(await groupNames()).toHaveLength(6);
});

test('people are disabled while a list of groups is doubted, and groups stand still until it is not', async () => {
  for (const short of ['a', 'b', 'c', 'd', 'e', 'f']) source.putGroup(short, 'u0');
  const step = copied.syncOf(source);
  await step();
  for (const short of ['a', 'b']) source.groups.delete(short);
  await step();
  await expect(step()).rejects.toThrow('4 of 6 groups');
  source.put('u3', { isDisabled: true });
  source.putGroup('c', 'u1');
  const membersOfC = async () => (await stores.directory.groups()).find(({ name }) => name === 'ACME/C')?.members;
  expect(await step()).toBe('waits');
  expect(await stores.directory.person(branded<'User'>('ACME/u3'))).toMatchObject({ isDisabled: true });
  expect([await groupNames(), await membersOfC()]).toMatchObject([{ length: 6 }, ['ACME/u0']]);
  for (const short of ['a', 'b']) source.putGroup(short, 'u0');
  expect(await step()).toMatchObject({ isFull: false });
  expect([await groupNames(), await membersOfC()]).toMatchObject([{ length: 6 }, ['ACME/u1']]);
});

test('a group that is there and that no change told of makes all be read', async () => {
  source.putGroup('a', 'u0');
  const step = copied.syncOf(source);
  await step();
  source.putGroup('b', 'u0');
  source.untold.add('b');
  await step();
  // It may have come between the changes and the list.
  expect(source.reads).toEqual(['all', 'changes']);
  await step();
  expect(source.reads).toEqual(['all', 'changes', 'changes', 'all']);
  expect(await groupNames()).toEqual(['ACME/A', 'ACME/B']);
});

test('groups are listed with each second look, and with the next one too while something is open', async () => {
  for (const short of ['a', 'b', 'c', 'd', 'e', 'f']) source.putGroup(short, 'u0');
  const step = copied.syncOf(source);
  for (let look = 0; look < 5; look++) await step();
  expect(source.asked).toEqual([true, false, true, false]);
  source.groups.delete('a');
  for (let look = 0; look < 4; look++) await step();
  expect(source.asked.slice(4)).toEqual([true, true, false, true]);
});

test('groups are listed less often the longer it takes', async () => {
  const step = copied.syncOf(source);
  await step();
  source.takes = 3000;
  await step();
  clock.move(limits.directory.retryFactor * 3000 - 1);
  source.takes = 0;
  await step();
  clock.move(1);
  await step();
  expect(source.asked).toEqual([true, false, true]);
});
