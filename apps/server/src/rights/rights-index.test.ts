import { branded } from '@sheetwire/rules/name';
import { everyoneOf, type Principal, parsePrincipal } from '@sheetwire/rules/principal';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { administersAny } from '#policies/administering.ts';
import type { Account } from '#policies/membership.ts';
import type { GroupRecord, Perms } from '#ports/perms.ts';
import type { TopicHead } from '#ports/report-log.ts';
import { drained } from '../testing/drained.ts';
import { rebuilt } from './rebuilt.ts';
import { type RightsChange, RightsIndex } from './rights-index.ts';
import { TopicIndex } from './topic-index.ts';

const users = ['ACME/ann', 'ACME/bob', 'ACME/cy', 'OTHER/dee'].map((name) => branded<'User'>(name));
const people = [...users, branded<'User'>('ACME/p.erson')];
const groups = ['ACME/ALPHA', 'ACME/BETA', 'OTHER/GAMMA', 'ACME/DIRECTORY'].map((name) => branded<'Group'>(name));
const everyone = [everyoneOf('ACME'), everyoneOf('OTHER')];
const gropics = ['ACME/A', 'ACME/A/ONE', 'ACME/A/TWO', 'ACME/B', 'OTHER/A/ONE'].map((name) => branded<'Gropic'>(name));
const topics = ['ACME/A/ONE', 'ACME/A/TWO', 'ACME/A/THREE', 'ACME/B/ONE', 'OTHER/A/ONE'].map((name) =>
  branded<'Topic'>(name),
);
const principals: Principal[] = [...users, ...groups, ...everyone];

const names = fc.uniqueArray(fc.constantFrom(...principals), { maxLength: 5 });
const perms: fc.Arbitrary<RightsChange> = fc
  .record({
    gropic: fc.constantFrom(...gropics),
    given: fc.option(fc.record({ viewers: names, publishers: names, interactors: names, admins: names })),
  })
  .map(({ gropic, given }) =>
    changeOf({ perms: new Map([[gropic, given ? { gropic, ...given, version: 1 } : undefined]]) }),
  );
/** Members may be groups, and go in circles. */
const members = fc
  .record({
    name: fc.constantFrom(...groups),
    given: fc.option(
      fc.record({ isDirectory: fc.boolean(), members: fc.uniqueArray(fc.constantFrom(...people, ...groups)) }),
    ),
  })
  .map(({ name, given }) => changeOf({ groups: new Map([[name, given ? { name, ...given } : undefined]]) }));
/** Made, associated with a person, disabled, removed, and made again under another name. */
const accounts = fc
  .record({
    name: fc.constantFrom(...users),
    given: fc.option(
      fc.record({ adUser: fc.constantFrom(null, ...people), disabledAt: fc.constantFrom(null, null, 5) }),
    ),
  })
  .map(({ name, given }) => changeOf({ accounts: new Map([[name, given ? { name, ...given } : undefined]]) }));
const many = fc
  .tuple(perms, members, accounts)
  .map(([one, two, three]) => ({ ...one, groups: two.groups, accounts: three.accounts }));
const change = fc.oneof(perms, members, accounts, many);

function changeOf(given: Partial<RightsChange>): RightsChange {
  return { perms: new Map(), groups: new Map(), accounts: new Map(), ...given };
}

function headOf(topic: TopicHead['topic'], viewSecret: string | null): TopicHead {
  return { topic, version: 1, time: '', sender: '', isLive: true, viewSecret, publishSecret: null };
}

const index = new TopicIndex();
for (const [n, topic] of topics.entries()) index.topicChanged(undefined, headOf(topic, n % 2 === 0 ? null : 'hash'));

/** What stands in the store, by name. */
class Facts {
  readonly perms = new Map<string, Perms>();
  readonly groups = new Map<string, GroupRecord>();
  readonly accounts = new Map<string, Account>();

  take({ perms: lists, groups: records, accounts: all }: RightsChange): void {
    put(this.perms, lists);
    put(this.groups, records);
    put(this.accounts, all);
  }

  rights(unadministered: 'entity' | 'none'): RightsIndex {
    const [lists, records, all] = [this.perms, this.groups, this.accounts].map((map) => [...map.values()]) as [
      Perms[],
      GroupRecord[],
      Account[],
    ];
    return RightsIndex.of({ perms: lists, groups: records, accounts: all, unadministered });
  }
}

function put<Value>(map: Map<string, Value>, changes: ReadonlyMap<string, Value | undefined>): void {
  for (const [name, value] of changes) {
    if (value === undefined) map.delete(name);
    else map.set(name, value);
  }
}

const lists: readonly (readonly Principal[])[] = [
  ...principals.map((one) => [one]),
  users,
  groups,
  everyone,
  principals,
];

/** Of so few it is known without a wait. */
function atOnce<Value>(value: Value | Promise<Value>): Value {
  if (value instanceof Promise) throw new Error('it was not worked out at once');
  return value;
}

/** All that rights are asked, of everybody. */
function answersOf(rights: RightsIndex) {
  const { membership } = rights;
  const some = [...users, ...people].map((user) => ({
    user,
    principals: [...rights.holder(user).principals].sort(),
    ways: groups.map((group) => membership.waysOf(user).to(group)),
    admined: rights.adminedBy(user),
    isAdmin: administersAny(rights, rights.holder(user)),
    topics: (['session', 'apikey'] as const).map((kind) => index.topicsOf(rights, { user, kind, addinVersion: null })),
    each: topics.map((topic) => [
      rights.mayView(user, headOf(topic, null)),
      rights.mayPublish(user, topic),
      rights.mayInteract(user, headOf(topic, 'hash')),
    ]),
  }));
  return {
    some,
    all: rights.allAdministered(),
    users: principals.map((one) => [...drained(membership.walk([one])).users].sort()),
    shown: lists.map((list) => atOnce(rights.usersIn(list))),
    counts: lists.map((list) => atOnce(rights.countIn(list))),
    entities: [...membership.entities].sort(),
    names: [...membership.accounts.keys(), ...membership.groups.records.keys()].sort(),
    populated: ['ACME', 'OTHER'].map((entity) => membership.hasUsers(entity)),
    touchable: principals.map((one) => [...(rights.gropicsBy('viewable', one)?.keys() ?? [])].sort()),
  };
}

const rule = fc.constantFrom('entity' as const, 'none' as const);

test('after any changes rights that were changed by parts answer as rights built from what the store holds', () => {
  let count = 0;
  fc.assert(
    fc.property(rule, fc.array(change, { minLength: 4, maxLength: 40 }), (unadministered, all) => {
      const facts = new Facts();
      let rights = RightsIndex.empty(unadministered);
      for (const one of all) {
        facts.take(one);
        rights = rights.with(one).after;
        count++;
        // What was asked before must not answer now.
        if (count % 3 === 0) answersOf(rights);
      }
      expect(answersOf(rights)).toEqual(answersOf(facts.rights(unadministered)));
    }),
    { numRuns: 400 },
  );
  expect(count).toBeGreaterThan(2000);
});

test('the rights of a moment answer as they did, whatever came after', () => {
  fc.assert(
    fc.property(rule, fc.array(change, { minLength: 1, maxLength: 12 }), (unadministered, all) => {
      const moments: { rights: RightsIndex; answers: unknown }[] = [];
      let rights = RightsIndex.empty(unadministered);
      for (const one of all) {
        moments.push({ rights, answers: answersOf(rights) });
        rights = rights.with(one).after;
      }
      for (const moment of moments.toReversed()) expect(answersOf(moment.rights)).toEqual(moment.answers);
    }),
    { numRuns: 150 },
  );
});

test('rights that are built anew beside those in force are the same, and name the same change', () => {
  fc.assert(
    fc.property(rule, fc.array(change, { maxLength: 10 }), many, (unadministered, all, last) => {
      let rights = RightsIndex.empty(unadministered);
      for (const one of all) rights = rights.with(one).after;
      const beside = drained(rebuilt(rights, last, unadministered));
      const built = answersOf(beside.after);
      const step = rights.with(last);
      expect(built).toEqual(answersOf(step.after));
      expect(beside.changed).toEqual(step.changed);
      expect(beside.touched).toEqual(step.touched);
      expect(beside.after.stamp).toBe(step.after.stamp);
    }),
    { numRuns: 300 },
  );
});

test('a moment since which nothing of what a user may view changed is known without a look at their list', () => {
  fc.assert(
    fc.property(rule, fc.array(change, { minLength: 2, maxLength: 20 }), (unadministered, all) => {
      let rights = RightsIndex.empty(unadministered);
      const kept = users.map((user) => ({ user, at: 0, topics: listOf(rights, user) }));
      for (const one of all) {
        rights = rights.with(one).after;
        for (const list of kept) {
          if (rights.viewsChangedAt(list.user) > list.at)
            [list.at, list.topics] = [rights.stamp, listOf(rights, list.user)];
          expect(list.topics).toEqual(listOf(rights, list.user));
        }
      }
    }),
    { numRuns: 200 },
  );
});

function listOf(rights: RightsIndex, user: (typeof users)[number]) {
  return index.topicsOf(rights, { user, kind: 'session', addinVersion: null });
}

test('a name that is no group is held by nobody', () => {
  const nobody = parsePrincipal('ACME/NOBODY') ?? expect.unreachable();
  expect(atOnce(RightsIndex.empty('entity').countIn([nobody]))).toBe(0);
});

test('the names of entities are those of who is there, in one list and by one id, however they came to be', async () => {
  await fc.assert(
    fc.asyncProperty(rule, fc.array(change, { minLength: 2, maxLength: 20 }), async (unadministered, all) => {
      const facts = new Facts();
      let rights = RightsIndex.empty(unadministered);
      for (const [n, one] of all.entries()) {
        facts.take(one);
        // What comes while all names are read is among them.
        const asked = n === 0 ? rights.namesOf('all') : undefined;
        rights = rights.with(one).after;
        await asked;
        if (n % 3 === 0) await rights.namesOf(new Set(['ACME']));
      }
      const anew = facts.rights(unadministered);
      const { membership } = anew;
      const everyName = [
        ...[...membership.accounts.keys(), ...membership.groups.records.keys()],
        ...[...membership.entities].map(everyoneOf),
      ].sort();
      const own = everyName.filter((name) => name.startsWith('ACME/'));
      expect((await rights.namesOf('all')).list).toEqual(everyName);
      expect((await rights.namesOf(new Set(['ACME', 'NONE']))).list).toEqual(own);
      expect((await rights.namesOf(new Set())).list).toEqual([]);
      expect(await rights.namesOf('all')).toEqual(await anew.namesOf('all'));
      expect(await rights.namesOf(new Set(['ACME']))).toEqual(await anew.namesOf(new Set(['ACME'])));
    }),
    { numRuns: 200 },
  );
});
