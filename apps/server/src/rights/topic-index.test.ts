import { branded } from '@sheetwire/rules/name';
import { parsePrincipal } from '@sheetwire/rules/principal';
import { gropicOf, groupOfTopic } from '@sheetwire/rules/topic';
import fc from 'fast-check';
import { expect, test } from 'vitest';
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

const lists = fc.record({ gropic: fc.constantFrom(...gropics), viewers: fc.option(fc.subarray(principals)) });
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

function permsOf(gropic: Perms['gropic'], given: Perms['viewers'] | null): Perms | undefined {
  return given === null
    ? undefined
    : { gropic, viewers: given, publishers: [], interactors: [], admins: [], version: 1 };
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
    else this.#takeLists(change.lists.gropic, change.lists.viewers);
  }

  #takeLists(gropic: Perms['gropic'], given: Perms['viewers'] | null): void {
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
    }),
  );
});

test("the topics that a gropic's lists decide about are those without lists of their own", () => {
  const index = new TopicIndex();
  const own = permsOf(branded<'Gropic'>('ACME/A/ONE'), []);
  const rights = RightsIndex.of({ perms: own ? [own] : [], groups: [], unadministered: 'entity' });
  for (const topic of topics) index.topicChanged(undefined, headOf({ topic, isLive: true, viewSecret: null }));
  const decided = (name: string) => [...index.decidedBy(rights, branded<'Gropic'>(name), false)];
  expect(decided('ACME/A')).toEqual(['ACME/A/ONE MORE']);
  expect(decided('ACME/A/ONE')).toEqual(['ACME/A/ONE']);
  expect(decided('ACME/A/NONE')).toEqual([]);
});
