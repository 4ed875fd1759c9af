import { branded } from '@sheetwire/rules/name';
import { expect, test } from 'vitest';
import { RightsIndex } from '#rights/rights-index.ts';
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
  const lists = new TopicLists({ rights: () => rights, topicsOf }, 6);
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
  const lists = new TopicLists({ rights: () => now, topicsOf });
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
