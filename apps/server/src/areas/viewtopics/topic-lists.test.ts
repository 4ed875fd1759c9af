import { branded } from '@sheetwire/rules/name';
import { expect, test } from 'vitest';
import type { Viewer } from '#policies/viewing.ts';
import { RightsIndex } from '#rights/rights-index.ts';
import { TopicIndex } from '#rights/topic-index.ts';
import { TopicLists } from './topic-lists.ts';

const rights = RightsIndex.of({ perms: [], groups: [], unadministered: 'entity' });
const topics = ['A', 'B', 'C'].map((name) => branded<'Topic'>(`ACME/RATES/${name}`));
const viewer = (name: string) => ({
  user: branded<'User'>(`ACME/${name}`),
  kind: 'session' as const,
  addinVersion: null,
});

test('lists are remembered until they hold too many topics in all; the oldest goes first', () => {
  const asked: string[] = [];
  const topicsOf = ({ user }: { readonly user: string }) => {
    asked.push(user);
    return topics;
  };
  const lists = new TopicLists({ rights: () => rights, topicsOf, sameFor: () => `${asked.length}` }, 6);
  for (const name of ['ann', 'bob', 'ann', 'cid', 'cid', 'bob', 'ann'])
    expect(lists.of(viewer(name)).topics).toBe(topics);
  expect(asked).toEqual(['ACME/ann', 'ACME/bob', 'ACME/cid', 'ACME/ann']);
  lists.changed();
  for (const name of ['ann', 'ann', 'cid']) lists.of(viewer(name));
  expect(asked.slice(4)).toEqual(['ACME/ann', 'ACME/cid']);
});

test('a list is worked out again when rights that its user holds changed, not for those of others', () => {
  const [ann, bob] = [branded<'User'>('ACME/ann'), branded<'User'>('ACME/bob')];
  const asked: string[] = [];
  let now = RightsIndex.of({ perms: [], groups: [], unadministered: 'entity' });
  const topicsOf = ({ user }: { readonly user: string }) => {
    asked.push(user);
    return topics;
  };
  const lists = new TopicLists({ rights: () => now, topicsOf, sameFor: ({ user }) => user });
  const gropic = branded<'Gropic'>('ACME/RATES');
  const save = (...viewers: (typeof ann)[]) => {
    const perms = new Map([[gropic, { gropic, viewers, publishers: [], interactors: [], admins: [bob], version: 1 }]]);
    now = now.with({ perms, groups: new Map(), accounts: new Map() }).after;
    asked.length = 0;
    for (const name of ['ann', 'bob', 'ann', 'bob']) lists.of(viewer(name));
    return [...asked];
  };
  expect(save(bob)).toEqual(['ACME/ann', 'ACME/bob']);
  expect(save(bob, ann)).toEqual(['ACME/ann']);
  expect(save(ann)).toEqual(['ACME/bob']);
});

test('users who view by the same groups share a list, until rights or the catalogue change; others have their own', () => {
  const group = branded<'Group'>('ACME/DESK');
  const [ann, bob, cid] = ['ann', 'bob', 'cid'].map((name) => branded<'User'>(`ACME/${name}`));
  const members = [ann, bob].filter((name) => name !== undefined);
  const lists = { publishers: [], interactors: [], admins: [], version: 1 };
  const perms = (['ACME/RATES', 'ACME/FX'] as const).map((name, n) => ({
    ...lists,
    gropic: branded<'Gropic'>(name),
    viewers: n === 0 || cid === undefined ? [group] : [cid, group],
  }));
  const index = new TopicIndex();
  const head = { version: 1, time: '', sender: '', isLive: true, viewSecret: null, publishSecret: null };
  for (const topic of [...topics, branded<'Topic'>('ACME/FX/SPOT')]) index.topicChanged(undefined, { ...head, topic });
  let now = RightsIndex.of({ perms, groups: [{ name: group, isDirectory: false, members }], unadministered: 'none' });
  const asked: string[] = [];
  const topicsOf = (one: Viewer) => {
    asked.push(one.user);
    return index.topicsOf(now, one);
  };
  const kept = new TopicLists({ rights: () => now, topicsOf, sameFor: (one) => index.sameFor(now, one) });
  const ask = () => ['ann', 'bob', 'cid'].map((name) => kept.of(viewer(name)).topics.length);
  expect([ask(), asked]).toEqual([
    [4, 4, 1],
    ['ACME/ann', 'ACME/cid'],
  ]);
  expect(kept.of(viewer('ann'))).toMatchObject({ groups: ['ACME/FX', 'ACME/RATES'], entities: ['ACME'] });
  kept.changed();
  expect([ask(), asked.length]).toEqual([[4, 4, 1], 4]);
  const [rates] = perms;
  if (rates)
    now = now.with({
      perms: new Map([[rates.gropic, { ...rates, viewers: [] }]]),
      groups: new Map(),
      accounts: new Map(),
    }).after;
  expect([ask(), asked.slice(4)]).toEqual([[1, 1, 1], ['ACME/ann']]);
});
