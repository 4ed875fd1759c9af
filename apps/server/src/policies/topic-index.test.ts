import { branded } from '@sheetwire/rules/name';
import { parsePrincipal } from '@sheetwire/rules/principal';
import { gropicOf, groupOfTopic } from '@sheetwire/rules/topic';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Perms } from '#ports/perms.ts';
import type { TopicHead } from '#ports/report-log.ts';
import { Membership } from './membership.ts';
import { Rights } from './rights.ts';
import { TopicIndex } from './topic-index.ts';
import { type Viewer, viewable } from './viewing.ts';

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
  rights: Rights;
  readonly index: TopicIndex;
  readonly heads = new Map<TopicHead['topic'], TopicHead>();

  constructor(rule: 'entity' | 'none') {
    this.rights = new Rights(new Map(), Membership.of([], []), rule);
    this.index = new TopicIndex(this.rights);
  }

  take(change: Step): void {
    if (change.kind === 'head') this.#takeHead(headOf(change.head));
    else if (change.kind === 'groups') this.#takeRights(this.rights.withMembership(Membership.of(change.groups, [])));
    else this.#takeLists(change.lists.gropic, change.lists.viewers);
  }

  #takeLists(gropic: Perms['gropic'], given: Perms['viewers'] | null): void {
    this.#takeRights(this.rights.withPerms(new Map([[gropic, permsOf(gropic, given)]])), [gropic]);
  }

  #takeHead(after: TopicHead): void {
    this.index.topicChanged(this.heads.get(after.topic), after);
    this.heads.set(after.topic, after);
  }

  #takeRights(after: Rights, changed?: Perms['gropic'][]): void {
    this.rights = after;
    this.index.rightsChanged(after, changed);
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
        expect(world.index.topicsOf(viewer)).toEqual(viewable(deps, viewer, world.heads.values()));
      }
    }),
  );
});

test('the topics under a gropic are those that it may decide about', () => {
  const rights = new Rights(new Map(), Membership.of([], []), 'entity');
  const index = new TopicIndex(rights);
  for (const topic of topics) index.topicChanged(undefined, headOf({ topic, isLive: true, viewSecret: null }));
  const under = (name: string) => index.topicsUnder(branded<'Gropic'>(name));
  expect(under('ACME/A')).toEqual(['ACME/A/ONE', 'ACME/A/ONE MORE']);
  expect(under('ACME/A/ONE')).toEqual(['ACME/A/ONE']);
  expect(under('ACME/A/NONE')).toEqual([]);
});
