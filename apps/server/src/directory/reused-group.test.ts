import { branded } from '@sheetwire/rules/name';
import type { Group } from '@sheetwire/rules/principal';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Stores } from '#ports/stores.ts';
import { newGropic, user } from '#storage/suite/builders.ts';
import { MovedClock } from '#storage/suite/moved-clock.ts';
import type { FoundGroup } from './ldap/dialect.ts';
import { type CopiedStore, copiedStore } from './testing/copied-store.ts';
import { FakeSource } from './testing/fake-source.ts';

const acme = (name: string): Group => branded<'Group'>(`ACME/${name}`);

const clock = new MovedClock();
let copied: CopiedStore;
let stores: Stores;
let source: FakeSource;

beforeEach(async () => {
  copied = await copiedStore(clock);
  ({ stores } = copied);
  source = new FakeSource(0, clock);
  for (const short of ['ann', 'eve']) source.put(short);
  found(group('first', 'RISK', 'ann'), group('all', 'ALL', 'RISK'));
});
afterEach(() => copied.close());

function group(id: string, name: string, ...members: string[]): FoundGroup {
  return { id, dn: name, name, members, memberNames: [] };
}

/** The groups that the directory shows from now on. */
function found(...groups: readonly FoundGroup[]): void {
  source.groups = new Map(groups.map((one) => [one.id, one]));
}

/** A server that has just started: it reads the whole directory first, and what changed from then on. */
const started = (acceptShrink = false) => copied.syncOf(source, { acceptShrink });

/** A report whose viewers are a group; answers who they are. */
async function viewedBy(name: string): Promise<() => Promise<readonly string[] | undefined>> {
  const admin = user();
  await stores.users.create(admin);
  const gropic = newGropic();
  const lists = { viewers: [acme(name)], publishers: [], interactors: [], admins: [admin.name] };
  await stores.perms.save({ gropic, ...lists, version: 0 }, 0);
  return async () => (await stores.perms.get(gropic))?.viewers;
}

const members = async (name: string) => (await stores.groups.get(acme(name)))?.members;

test('a group that was made while no server ran has no right of the one whose name it was given', async () => {
  await started()();
  const viewers = await viewedBy('RISK');
  await started()();
  expect(await viewers()).toEqual(['ACME/RISK']);
  found(group('second', 'RISK', 'eve'), group('all', 'ALL', 'RISK'));
  await started()();
  expect([await viewers(), await members('RISK'), await members('ALL')]).toEqual([[], ['ACME/eve'], ['ACME/RISK']]);
});

test('groups that swap their names between two looks take no rights over', async () => {
  const step = started();
  found(...source.groups.values(), group('other', 'DESK', 'eve'));
  await step();
  const [risk, desk] = [await viewedBy('RISK'), await viewedBy('DESK')];
  found(group('first', 'DESK', 'ann'), group('other', 'RISK', 'eve'));
  await step();
  expect([await risk(), await desk(), await members('RISK')]).toEqual([[], [], ['ACME/eve']]);
});

test('groups of a directory that was made anew keep their rights once the operator accepts it', async () => {
  await started()();
  const viewers = await viewedBy('RISK');
  found(...[...source.groups.values()].map((one) => ({ ...one, id: `new ${one.id}` })));
  await expect(started()()).rejects.toThrow('missing or replaced');
  expect(await viewers()).toEqual(['ACME/RISK']);
  await started(true)();
  await started()();
  expect(await viewers()).toEqual(['ACME/RISK']);
});

test('a group that is made between two looks under the name of one that was deleted has none of its rights', async () => {
  const step = started();
  await step();
  const viewers = await viewedBy('RISK');
  found(group('second', 'RISK', 'eve'), group('all', 'ALL', 'RISK'));
  await step();
  // Which of the two has the name is not known yet.
  expect([await viewers(), await members('RISK')]).toEqual([[], undefined]);
  await step();
  expect([await viewers(), await members('RISK'), await members('ALL')]).toEqual([[], ['ACME/eve'], ['ACME/RISK']]);
});

test('a group that was removed has no rights once two lists do not show it, and those of others stay', async () => {
  const step = started();
  const teams = Array.from({ length: 9 }, (_, n) => group(`g${n}`, `TEAM${n}`));
  found(...source.groups.values(), ...teams);
  await step();
  const [risk, team] = [await viewedBy('RISK'), await viewedBy('TEAM1')];
  source.groups.delete('first');
  await step();
  await step();
  expect([await risk(), await members('RISK'), await members('ALL')]).toEqual([[], undefined, []]);
  expect(await team()).toEqual(['ACME/TEAM1']);
});
