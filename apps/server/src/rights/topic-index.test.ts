import { branded } from '@sheetwire/rules/name';
import { parsePrincipal } from '@sheetwire/rules/principal';
import { gropicOf, groupOfTopic } from '@sheetwire/rules/topic';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inOneGo } from '#lib/slices.ts';
import { type Administrator, mayConfigure } from '#policies/administering.ts';
import { type Viewer, viewable } from '#policies/viewing.ts';
import type { GroupRecord, Perms } from '#ports/perms.ts';
import type { TopicHead } from '#ports/report-log.ts';
import { RightsIndex } from './rights-index.ts';
import { TopicIndex } from './topic-index.ts';

const users = ['ACME/ann', 'ACME/bob', 'OTHER/cid'].map((name) => branded<'User'>(name));
const groups = ['ACME/ALPHA', 'ACME/BETA'].map((name) => branded<'Group'>(name));
const topics = ['ACME/A/ONE', 'ACME/A/ONE MORE', 'ACME/B/ONE', 'OTHER/A/ONE'].map((name) => branded<'Topic'>(name));
const gropics = [...new Set([...topics.map(gropicOf), ...topics.map(groupOfTopic)])];
const principals = [...users, ...groups, parsePrincipal('ACME/[ALL]') ?? branded<'Everyone'>('')];

const lists = fc.record({
  gropic: fc.constantFrom(...gropics),
  named: fc.option(
    fc.record({
      viewers: fc.subarray(principals),
      publishers: fc.subarray(principals),
      admins: fc.subarray(principals),
    }),
  ),
});
const members = fc.record({
  name: fc.constantFrom(...groups),
  isDirectory: fc.boolean(),
  members: fc.subarray(principals.slice(0, 5)),
});
const head = fc.record({
  topic: fc.constantFrom(...topics),
  isLive: fc.boolean(),
  viewSecret: fc.constantFrom(null, 'hash'),
});
const step = fc.oneof(
  fc.record({ kind: fc.constant('lists' as const), lists }),
  fc.record({ kind: fc.constant('head' as const), head }),
  fc.record({ kind: fc.constant('groups' as const), groups: fc.uniqueArray(members, { selector: (one) => one.name }) }),
);
const viewers: Viewer[] = users.flatMap((user) => [
  { user, kind: 'session', addinVersion: null },
  { user, kind: 'apikey', addinVersion: null },
  { user, kind: 'credential', addinVersion: '1.1.0' },
]);

type Named = Pick<Perms, 'viewers' | 'publishers' | 'admins'>;

function permsOf(gropic: Perms['gropic'], named: Named | null): Perms | undefined {
  return named === null ? undefined : { gropic, interactors: [], version: 1, ...named };
}

function headOf(given: Pick<TopicHead, 'topic' | 'isLive' | 'viewSecret'>): TopicHead {
  return { ...given, version: 1, time: '', sender: '', publishSecret: null };
}

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The index beside what it is an index of. */
class World {
  rights: RightsIndex;
  readonly index = new TopicIndex();
  readonly heads = new Map<TopicHead['topic'], TopicHead>();

  constructor(rule: 'entity' | 'none') {
    this.rights = RightsIndex.empty(rule);
  }

  take(change: Step): void {
    if (change.kind === 'head') this.#takeHead(headOf(change.head));
    else if (change.kind === 'groups') this.#takeGroups(new Map(change.groups.map((group) => [group.name, group])));
    else this.#takeLists(change.lists.gropic, change.lists.named);
  }

  #takeLists(gropic: Perms['gropic'], given: Named | null): void {
    const perms = new Map([[gropic, permsOf(gropic, given)]]);
    this.rights = this.rights.with({ perms, groups: new Map(), accounts: new Map() }).after;
  }

  #takeGroups(given: ReadonlyMap<GroupRecord['name'], GroupRecord>): void {
    const changed = new Map(groups.map((name) => [name, given.get(name)]));
    this.rights = this.rights.with({ perms: new Map(), groups: changed, accounts: new Map() }).after;
  }

  #takeHead(after: TopicHead): void {
    this.index.topicChanged(this.heads.get(after.topic), after);
    this.heads.set(after.topic, after);
  }
}

test('after any changes of reports, lists and groups the index tells what each report by itself would', () => {
  const rules = fc.constantFrom('entity' as const, 'none' as const);
  fc.assert(
    fc.property(rules, fc.array(step, { maxLength: 25 }), (rule, steps) => {
      const world = new World(rule);
      for (const change of steps) world.take(change);
      const deps = { rights: () => world.rights, provesViewSecret: () => false };
      for (const viewer of viewers) {
        expect(world.index.topicsOf(world.rights, viewer)).toEqual(viewable(deps, viewer, world.heads.values()));
      }
      for (const user of users) {
        for (const blockAdminPage of [false, true]) {
          const { work } = ownedBy(world, { user, blockAdminPage });
          expect([...work.topics].sort()).toEqual(ownOf(world, { user, blockAdminPage, isSuperAdmin: false }));
          const names = [...world.rights.administered.values()].filter(({ publishers }) =>
            world.rights.holder(user).isIn(publishers),
          );
          expect([...work.published].sort()).toEqual(names.map(({ gropic }) => gropic).sort());
        }
      }
    }),
  );
});

/** By asking each report. */
function ownOf({ rights, heads }: World, who: Administrator): string[] {
  const own = [...heads.values()].filter(
    ({ isLive, topic }) => isLive && (rights.mayPublish(who.user, topic) || mayConfigure(rights, who, gropicOf(topic))),
  );
  return own.map(({ topic }) => topic).sort();
}

function ownedBy({ index, rights }: World, who: Pick<Administrator, 'user' | 'blockAdminPage'>) {
  const working = index.ownedBy(rights, who);
  for (let steps = 0; ; steps++) {
    const { done, value } = working.next();
    if (done) return { work: value, steps };
  }
}

test('what somebody may publish or administers costs what it is, however many reports and gropics there are', () => {
  const world = new World('none');
  const [ann, bob] = [branded<'User'>('ACME/ann'), branded<'User'>('ACME/bob')];
  for (let n = 0; n < 3000; n++) {
    const gropic = branded<'Gropic'>(`ACME/G${n}`);
    const named = { viewers: [ann], publishers: n === 7 ? [ann, bob] : [bob], admins: n === 9 ? [ann, bob] : [bob] };
    world.take({ kind: 'lists', lists: { gropic, named } });
    const topic = branded<'Topic'>(`ACME/G${n}/DAILY`);
    world.take({ kind: 'head', head: { topic, isLive: true, viewSecret: null } });
  }
  const { work, steps } = ownedBy(world, { user: ann, blockAdminPage: false });
  expect(work).toEqual({ topics: ['ACME/G7/DAILY', 'ACME/G9/DAILY'], published: new Set(['ACME/G7']) });
  expect(steps).toBeLessThan(10);
  expect(ownedBy(world, { user: bob, blockAdminPage: false }).steps).toBeGreaterThan(3000);
});

test('a report that moves while its list is made is in it once', () => {
  const world = new World('none');
  const [ann] = users;
  if (!ann) throw new Error('nobody');
  const gropic = branded<'Gropic'>('ACME/G');
  const named = { viewers: [ann], publishers: [ann], admins: [] };
  world.take({ kind: 'lists', lists: { gropic, named } });
  const put = (n: number, viewSecret: 'hash' | null) =>
    world.take({ kind: 'head', head: { topic: branded<'Topic'>(`ACME/G/R${n}`), isLive: true, viewSecret } });
  for (let n = 0; n < 100; n++) put(n, null);
  const working = world.index.eachOf(world.rights, { user: ann, kind: 'session', addinVersion: null });
  for (let steps = 0; steps < 4; steps++) working.next();
  put(0, 'hash');
  const found = inOneGo(working);
  expect(new Set(found).size).toBe(100);
  expect(found).toHaveLength(100);
});

test("the topics that a gropic's lists decide about are those without lists of their own", () => {
  const index = new TopicIndex();
  const own = permsOf(branded<'Gropic'>('ACME/A/ONE'), { viewers: [], publishers: [], admins: [] });
  const rights = RightsIndex.of({ perms: own ? [own] : [], groups: [], unadministered: 'entity' });
  for (const topic of topics) index.topicChanged(undefined, headOf({ topic, isLive: true, viewSecret: null }));
  const decided = (name: string) => [...index.decidedBy(rights, branded<'Gropic'>(name), false)];
  expect(decided('ACME/A')).toEqual(['ACME/A/ONE MORE']);
  expect(decided('ACME/A/ONE')).toEqual(['ACME/A/ONE']);
  expect(decided('ACME/A/NONE')).toEqual([]);
});
