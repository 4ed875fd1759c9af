import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import type { User } from '@sheetwire/rules/principal';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AccountsOutcome } from '#ports/directory-store.ts';
import type { Stores } from '#ports/stores.ts';
import { session, user } from '#storage/suite/builders.ts';
import { MovedClock } from '#storage/suite/moved-clock.ts';
import { type CopiedStore, copiedStore } from './testing/copied-store.ts';
import { FakeSource } from './testing/fake-source.ts';

const day = 24 * 3_600_000;
const name = (short: string): User => branded<'User'>(`ACME/${short}`);

const clock = new MovedClock();
let copied: CopiedStore;
let stores: Stores;
let source: FakeSource;
let outcomes: AccountsOutcome[];
let news: string[];

beforeEach(async () => {
  copied = await copiedStore(clock);
  ({ stores } = copied);
  source = new FakeSource(20, clock);
  outcomes = [];
  news = [];
});
afterEach(() => copied.close());

const syncOf = (acceptShrink = false) =>
  copied.syncOf(source, {
    acceptShrink,
    onChange: async (outcome) => void outcomes.push(outcome),
    onNews: (line) => news.push(line),
  });

async function withAccounts(...shorts: string[]): Promise<void> {
  for (const short of shorts) {
    await stores.users.create(user(name(short), { adUser: name(short) }));
    await stores.sessions.open(session(name(short)));
  }
}

const disabledAt = async (short: string) => (await stores.users.get(name(short)))?.disabledAt ?? null;

test('all is read at first and every night, what changed in between', async () => {
  const step = syncOf();
  expect(await step()).toEqual({ isFull: true, cursor: 'c' });
  await step();
  clock.move(day);
  await step();
  await step();
  expect(source.reads).toEqual(['all', 'changes', 'all', 'changes']);
  expect(outcomes).toHaveLength(1);
  expect(news).toContain('the directory was read: 20 people, 0 groups; 2 referrals to other servers were not followed');
});

test('a directory that was read by a clock that was ahead is read again the next night', async () => {
  clock.move(30 * day);
  const step = syncOf();
  await step();
  clock.move(-29 * day);
  await step();
  await step();
  expect(source.reads).toEqual(['all', 'all', 'changes']);
});

test('when another server of the directory answers, all is read', async () => {
  const step = syncOf();
  await step();
  source.knowsCursor = false;
  await step();
  expect(source.reads).toEqual(['all', 'changes', 'all']);
});

test('a shrunken directory is refused, but who is disabled in it is out; it is asked again only after a while', async () => {
  const step = syncOf();
  await step();
  await withAccounts('u0', 'u19');
  await step();
  for (let n = 10; n < 20; n++) source.people.delete(`u${n}`);
  source.put('u0', { isDisabled: true });
  const again = syncOf();
  await expect(again()).rejects.toThrow(/10 of 20 people.*SHEETWIRE_LDAP_ACCEPT_SHRINK=true/);
  expect((await stores.directory.people()).length).toBe(20);
  expect([await disabledAt('u0'), await disabledAt('u19')]).toEqual([clock.now(), null]);
  expect(await again()).toBe('waits');
  clock.move(limits.directory.retry);
  await expect(again()).rejects.toThrow('10 of 20 people');
});

test('who was put out by a copy that was refused at night comes back when enabled again', async () => {
  const step = syncOf();
  await step();
  await withAccounts('u0');
  await step();
  const gone = [...source.people.values()].slice(10);
  for (const { id } of gone) source.people.delete(id);
  source.put('u0', { isDisabled: true });
  clock.move(day);
  await expect(step()).rejects.toThrow('10 of 20 people');
  expect(await disabledAt('u0')).not.toBeNull();
  for (const person of gone) source.people.set(person.id, person);
  source.put('u0');
  await step();
  expect(await disabledAt('u0')).toBeNull();
});

test('an operator who says so has the shrunken directory taken over', async () => {
  await syncOf()();
  await withAccounts('u19');
  for (let n = 10; n < 20; n++) source.people.delete(`u${n}`);
  await syncOf(true)();
  expect((await stores.directory.people()).length).toBe(10);
  expect(await disabledAt('u19')).not.toBeNull();
});

test('a directory that was made anew closes no account once the operator accepts it', async () => {
  await syncOf()();
  await withAccounts('u1');
  await syncOf()();
  for (const person of [...source.people.values()]) {
    source.people.delete(person.id);
    source.put(person.name, { id: `new ${person.id}` });
  }
  const step = syncOf();
  await expect(step()).rejects.toThrow('missing or replaced');
  await syncOf(true)();
  expect(await disabledAt('u1')).toBeNull();
});

test('an empty directory, or one without usable names, is a fault and changes nothing', async () => {
  await syncOf()();
  source.people.clear();
  await expect(syncOf(true)()).rejects.toThrow('no one was found under ou=people');
  source.put('#,"');
  await expect(syncOf(true)()).rejects.toThrow('no one under ou=people has a valid user name');
  expect(await stores.directory.people()).toHaveLength(20);
});

test('half of those with a session gone is doubted: all is read before anybody is put out', async () => {
  const step = syncOf();
  await withAccounts('u0', 'u1', 'u2', 'u3');
  await step();
  source.reads = [];
  source.people.delete('u0');
  source.people.delete('u1');
  await step();
  expect(source.reads).toEqual(['changes', 'all']);
  expect([await disabledAt('u0'), await disabledAt('u2')]).toEqual([clock.now(), null]);
});

test('where the directory does not show what changed, all is read with each look, the longer it takes the less often', async () => {
  source.cursor = '';
  const step = syncOf();
  await withAccounts('u0');
  await step();
  source.put('u0', { isDisabled: true });
  await step();
  expect(await disabledAt('u0')).not.toBeNull();
  expect(source.reads).toEqual(['all', 'all']);
  expect(news.filter((line) => line.includes('cannot read modifyTimestamp'))).toHaveLength(1);
});

test('who has a new name in the directory is not gone; the account of the old name is closed', async () => {
  const step = syncOf();
  await withAccounts('u0');
  await step();
  source.put('renamed', { id: 'u0' });
  await step();
  expect((await stores.directory.people()).map((person) => String(person.name))).toContain('ACME/renamed');
  expect(await disabledAt('u0')).not.toBeNull();
});

test('what was written beside the sync is set right by the next look', async () => {
  const step = syncOf();
  await withAccounts('u0');
  await step();
  await stores.directory.saw({ id: 'u0', isDisabled: true }, branded<'Entity'>('ACME'));
  expect(await disabledAt('u0')).not.toBeNull();
  await step();
  expect(await disabledAt('u0')).toBeNull();
});

test('people without a usable name are told of once, not each time', async () => {
  source.put('no,name');
  const step = syncOf();
  await step();
  source.put('u1', { email: 'u1@acme.example' });
  await step();
  expect(news.filter((line) => line.includes('skipped'))).toEqual([
    'skipped 1 people and 0 groups of the directory whose names are invalid or already taken',
  ]);
});

test('a directory that is down keeps the copy, and what is known goes on when it is back', async () => {
  const step = syncOf();
  await step();
  source.isUp = false;
  await expect(step()).rejects.toThrow('down');
  source.isUp = true;
  await step();
  expect(source.reads).toEqual(['all', 'changes', 'changes']);
});

test('a change that was found and could not be written is written the next time', async () => {
  const step = syncOf();
  await withAccounts('u0');
  await step();
  source.put('u0', { isDisabled: true });
  source.canLookUp = false;
  await expect(step()).rejects.toThrow('down again');
  source.canLookUp = true;
  await step();
  expect(await disabledAt('u0')).not.toBeNull();
});

test('a server that lost its hold writes nothing', async () => {
  const step = syncOf();
  await step();
  source.put('u0', { isDisabled: true });
  clock.move(limits.directory.hold);
  await stores.directory.hold('another', limits.directory.hold);
  await expect(step()).rejects.toThrow('another server');
  expect((await stores.directory.person(name('u0')))?.isDisabled).toBe(false);
});
