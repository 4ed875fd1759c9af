import { branded } from '@sheetwire/rules/name';
import { groupOfTopic, type Topic } from '@sheetwire/rules/topic';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isViewable, type Viewer } from '#policies/viewing.ts';
import type { TopicHead } from '#ports/report-log.ts';
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

function* found(some: readonly Topic[]): Generator<void, readonly Topic[]> {
  yield;
  return some;
}

test('lists are remembered until they hold too many topics in all; the oldest goes first', () => {
  const asked: string[] = [];
  const topicsOf = ({ user }: { readonly user: string }) => {
    asked.push(user);
    return found(topics);
  };
  const isSeen = () => true;
  const lists = new TopicLists({ rights: () => rights, topicsOf, isSeen, sameFor: () => `${asked.length}` }, 6);
  for (const name of ['ann', 'bob', 'ann', 'cid', 'cid', 'bob', 'ann'])
    expect(lists.of(viewer(name))).toMatchObject({ topics });
  expect(asked).toEqual(['ACME/ann', 'ACME/bob', 'ACME/cid', 'ACME/ann']);
});

test('a list is worked out again when rights that its user holds changed, not for those of others', () => {
  const [ann, bob] = [branded<'User'>('ACME/ann'), branded<'User'>('ACME/bob')];
  const asked: string[] = [];
  let now = RightsIndex.of({ perms: [], groups: [], unadministered: 'entity' });
  const topicsOf = ({ user }: { readonly user: string }) => {
    asked.push(user);
    return found(topics);
  };
  const lists = new TopicLists({ rights: () => now, topicsOf, isSeen: () => true, sameFor: ({ user }) => user });
  const gropic = branded<'Gropic'>('ACME/RATES');
  const save = (...viewers: (typeof ann)[]) => {
    const perms = new Map([[gropic, { gropic, viewers, publishers: [], interactors: [], admins: [bob], version: 1 }]]);
    now = now.with({ perms, groups: new Map(), accounts: new Map() }).after;
    asked.length = 0;
    const answers = ['ann', 'bob', 'ann', 'bob'].map((name) => lists.of(viewer(name)));
    expect(answers).toHaveLength(4);
    return [...asked];
  };
  expect(save(bob)).toEqual(['ACME/ann', 'ACME/bob']);
  expect(save(bob, ann)).toEqual(['ACME/ann']);
  expect(save(ann)).toEqual(['ACME/bob']);
});

test('users who view by the same groups share a list, until rights change; others have their own', async () => {
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
    return index.eachOf(now, one);
  };
  const kept = new TopicLists({
    rights: () => now,
    topicsOf,
    isSeen: (one, topic) => index.topicsOf(now, one).includes(topic),
    sameFor: (one) => index.sameFor(now, one),
  });
  const ask = async () => {
    const lists = await Promise.all(['ann', 'bob', 'cid'].map(async (name) => kept.of(viewer(name))));
    return lists.map((list) => list.topics.length);
  };
  expect([await ask(), asked]).toEqual([
    [4, 4, 1],
    ['ACME/ann', 'ACME/cid'],
  ]);
  expect(await kept.of(viewer('ann'))).toMatchObject({ groups: ['ACME/FX', 'ACME/RATES'], entities: ['ACME'] });
  const [rates] = perms;
  if (rates)
    now = now.with({
      perms: new Map([[rates.gropic, { ...rates, viewers: [] }]]),
      groups: new Map(),
      accounts: new Map(),
    }).after;
  expect([await ask(), asked.slice(2)]).toEqual([[1, 1, 1], ['ACME/ann']]);
});

test('a list during whose making rights changed is told by the rights of then to nobody, not to who asked first either', async () => {
  const ann = branded<'User'>('ACME/ann');
  const gropic = branded<'Gropic'>('ACME/RATES');
  const many = Array.from({ length: 1000 }, (_, n) => branded<'Topic'>(`ACME/RATES/R${n}`));
  const lists = { publishers: [], interactors: [], admins: [], version: 1 };
  const given = { ...lists, gropic, viewers: [ann] };
  let now = RightsIndex.of({ perms: [given], groups: [], unadministered: 'none' });
  const mayView = () => now.administered.get(gropic)?.viewers.includes(ann) === true;
  const kept = new TopicLists({
    rights: () => now,
    topicsOf: () => found(mayView() ? many : []),
    isSeen: mayView,
    sameFor: ({ user }) => user,
  });
  const busy = Array.from({ length: 50 }, async (_, n) => await kept.of(viewer(`u${n}`)));
  const [first, second] = [kept.of(viewer('ann')), kept.of(viewer('ann'))];
  expect([first, second]).toEqual([expect.any(Promise), expect.any(Promise)]);
  const perms = new Map([[gropic, { ...given, viewers: [] }]]);
  now = now.with({ perms, groups: new Map(), accounts: new Map() }).after;
  expect([await first, await second]).toMatchObject([{ topics: [] }, { topics: [] }]);
  await Promise.all(busy);
});

const names = ['A', 'A B', 'B'].flatMap((group) => ['ONE', 'TWO'].map((name) => `ACME/${group}/${name}`));

test('a topic that comes or goes is looked at alone, and lists are as if they were worked out anew', async () => {
  const step = fc.record({
    topic: fc.constantFrom(...names),
    isLive: fc.boolean(),
    viewSecret: fc.constantFrom(null, 'hash'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.integer({ min: 1, max: 6 }), async (steps, every) => {
      const index = new TopicIndex();
      const heads = new Map<Topic, TopicHead>();
      const now = RightsIndex.of({ perms: [], groups: [], unadministered: 'entity' });
      let worked = 0;
      const deps = { rights: () => now, provesViewSecret: () => false };
      const lists = new TopicLists({
        rights: () => now,
        topicsOf: (one) => {
          worked++;
          return index.eachOf(now, one);
        },
        isSeen: (one, topic) => isViewable(deps, one, heads.get(topic)),
        sameFor: (one) => index.sameFor(now, one),
      });
      const [ann, eve] = [viewer('ann'), { ...viewer('eve'), user: branded<'User'>('OTHER/eve') }];
      const nothing = await lists.of(eve);
      await lists.of(ann);
      for (const [n, { topic: name, isLive, viewSecret }] of steps.entries()) {
        const topic = branded<'Topic'>(name);
        const head = { topic, version: 1, time: '', sender: '', isLive, viewSecret, publishSecret: null };
        index.topicChanged(heads.get(topic), head);
        lists.changed(heads.get(topic), head);
        heads.set(topic, head);
        if (n % every > 0) continue;
        const topics = index.topicsOf(now, ann);
        const groups = [...new Set<string>(topics.map(groupOfTopic))].sort();
        expect(await lists.of(ann)).toMatchObject({ topics, groups, entities: topics.length > 0 ? ['ACME'] : [] });
        expect(lists.of(eve)).toBe(nothing);
      }
      expect(worked).toBe(2);
    }),
  );
});

test('after more changes than are known one by one a list is worked out anew', async () => {
  let worked = 0;
  const [first] = topics;
  const lists = new TopicLists({
    rights: () => rights,
    topicsOf: () => {
      worked++;
      return found(topics);
    },
    isSeen: () => true,
    sameFor: () => '',
  });
  const change = (times: number) => {
    for (let n = 0; n < times; n++) lists.changed(undefined, first && { topic: first });
  };
  await lists.of(viewer('ann'));
  change(100);
  await lists.of(viewer('ann'));
  expect(worked).toBe(1);
  change(1000);
  await lists.of(viewer('ann'));
  expect(worked).toBe(2);
});

test('a list of very many topics is put in order while others go on, once for all who ask meanwhile', async () => {
  const many = Array.from({ length: 60_000 }, (_, n) => branded<'Topic'>(`ACME/G${n % 100}/R${(n * 7919) % 60_000}`));
  let worked = 0;
  const topicsOf = () => {
    worked++;
    return found(many);
  };
  const lists = new TopicLists({ rights: () => rights, isSeen: () => true, sameFor: () => '', topicsOf });
  const asked = ['ann', 'bob', 'cid'].map((name) => lists.of(viewer(name)));
  expect(asked[0]).toBeInstanceOf(Promise);
  const [one, ...others] = await Promise.all(asked.map(async (one) => one));
  expect(one?.topics).toEqual([...many].sort());
  expect(others).toEqual([one, one]);
  expect(worked).toBe(1);
});

test('a long list that gets a topic more is made again while others go on, and nobody waits for topics that keep coming', async () => {
  const many = Array.from({ length: 60_000 }, (_, n) => branded<'Topic'>(`ACME/G${n % 100}/R${n}`));
  const seen = new Set(many);
  const topicsOf = () => found(many);
  const isSeen = (_: Viewer, topic: Topic) => seen.has(topic);
  const lists = new TopicLists({ rights: () => rights, isSeen, sameFor: () => '', topicsOf });
  const before = await lists.of(viewer('ann'));
  const come = (n: number) => {
    const topic = branded<'Topic'>(`ACME/NEW/R${n}`);
    seen.add(topic);
    lists.changed(undefined, { topic });
  };
  come(0);
  const asked = ['ann', 'bob'].map((name) => lists.of(viewer(name)));
  expect(asked).toEqual([expect.any(Promise), expect.any(Promise)]);
  let coming = 0;
  const comes = setInterval(() => come(++coming), 0);
  const [list, same] = await Promise.all(asked.map(async (one) => one));
  clearInterval(comes);
  expect(list?.topics).toEqual([...many, 'ACME/NEW/R0'].sort());
  expect(list?.groups).toEqual([...before.groups, 'ACME/NEW'].sort());
  expect(same).toBe(list);
  const anew = new TopicLists({
    rights: () => rights,
    isSeen,
    sameFor: () => '',
    topicsOf: () => found([...(list?.topics ?? [])]),
  });
  expect((await anew.of(viewer('ann'))).digest).toBe(list?.digest);
});

test('who asks while a list is made that lacks what had come by then is given a later one', async () => {
  const seen = new Set(topics);
  let worked = 0;
  function* slowly(): Generator<void, readonly Topic[]> {
    const some = [...seen];
    worked++;
    for (let n = 0; n < 1_000_000; n++) yield;
    return some;
  }
  const isSeen = (_: Viewer, topic: Topic) => seen.has(topic);
  const lists = new TopicLists({ rights: () => rights, isSeen, sameFor: () => '', topicsOf: slowly });
  const first = lists.of(viewer('ann'));
  const topic = branded<'Topic'>('ACME/RATES/NEW');
  seen.add(topic);
  lists.changed(undefined, { topic });
  const [ann, bob] = await Promise.all([async () => first, async () => lists.of(viewer('bob'))].map((ask) => ask()));
  expect(ann?.topics).toEqual(topics);
  expect(bob?.topics).toEqual([...topics, topic]);
  expect(worked).toBe(1);
});
