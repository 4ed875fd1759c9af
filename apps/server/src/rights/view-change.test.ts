import { parseGropic } from '@sheetwire/rules/gropic';
import { type Principal, parseGroup, parsePrincipal, parseUser } from '@sheetwire/rules/principal';
import { parseTopic } from '@sheetwire/rules/topic';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Perms } from '#ports/perms.ts';
import type { TopicHead } from '#ports/report-log.ts';
import { type RightsChange, RightsIndex } from './rights-index.ts';
import { TopicIndex } from './topic-index.ts';
import { ViewChange } from './view-change.ts';

const must = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('a name of the tests is malformed');
  return value;
};
const users = ['ACME/ann', 'ACME/bob', 'OTHER/cid'].map((name) => must(parseUser(name)));
const groups = ['ACME/ALPHA', 'ACME/BETA'].map((name) => must(parseGroup(name)));
const gropics = ['ACME/A', 'ACME/B', 'ACME/A/ONE'].map((name) => must(parseGropic(name)));
const topics = ['ACME/A/ONE', 'ACME/A/TWO', 'ACME/B/ONE', 'ACME/C/ONE'].map((name) => must(parseTopic(name)));
const principals = [...users, ...groups, must(parsePrincipal('ACME/[ALL]'))];

const principal = fc.constantFrom(...principals);
const viewers = fc.uniqueArray(principal);
const change: fc.Arbitrary<RightsChange> = fc
  .record({
    lists: fc.array(fc.tuple(fc.constantFrom(...gropics), fc.option(viewers)), { maxLength: 3 }),
    members: fc.array(fc.tuple(fc.constantFrom(...groups), fc.subarray(principals.slice(0, 5))), { maxLength: 2 }),
    accounts: fc.array(fc.tuple(fc.constantFrom(...users), fc.option(fc.constantFrom(...users))), { maxLength: 2 }),
  })
  .map(({ lists, members, accounts }) => ({
    perms: new Map(lists.map(([gropic, given]) => [gropic, given === null ? undefined : permsOf(gropic, given)])),
    groups: new Map(members.map(([name, list]) => [name, { name, isDirectory: name === groups[0], members: list }])),
    accounts: new Map(accounts.map(([name, adUser]) => [name, { name, adUser, disabledAt: null }])),
  }));

function permsOf(gropic: (typeof gropics)[number], given: readonly Principal[]): Perms {
  return { gropic, viewers: given, publishers: [], interactors: [], admins: [], version: 1 };
}

function head(topic: (typeof topics)[number]): TopicHead {
  return { topic, version: 1, time: '', sender: '', isLive: true, viewSecret: null, publishSecret: null };
}

const index = new TopicIndex();
for (const topic of topics) index.topicChanged(undefined, head(topic));

/** The rights before and after the last of some changes. */
function stepAfter(rule: 'entity' | 'none', changes: readonly RightsChange[]) {
  const nothing = { perms: new Map(), groups: new Map(), accounts: new Map() };
  let step = RightsIndex.empty(rule).with(nothing);
  for (const one of changes) step = step.after.with(one);
  return step;
}

const rule = fc.constantFrom('entity' as const, 'entity' as const, 'none' as const);
const changes = fc.array(change, { minLength: 1, maxLength: 6 });

test('every topic that came into or left a list is among those that a change can touch, and its user is concerned', () => {
  fc.assert(
    fc.property(rule, changes, (unadministered, all) => {
      const step = stepAfter(unadministered, all);
      const viewChange = new ViewChange(step, index);
      const concerned = new Set(viewChange.concerned() ?? users);
      for (const user of users) {
        const sees = (rights: RightsIndex, topic: (typeof topics)[number]) => rights.mayView(user, head(topic));
        const moved = topics.filter((topic) => sees(step.before, topic) !== sees(step.after, topic));
        const touched = [...viewChange.bundlesFor(user)].flatMap((bundle) =>
          bundle ? viewChange.topicsOf(bundle) : [],
        );
        expect(touched).toEqual(expect.arrayContaining(moved));
        expect(new Set(touched).size).toBe(touched.length);
        if (moved.length > 0) expect(concerned).toContain(user);
      }
    }),
    { numRuns: 2000 },
  );
});

test('topics of one bundle stand or fall together', () => {
  fc.assert(
    fc.property(rule, changes, (unadministered, all) => {
      const step = stepAfter(unadministered, all);
      const viewChange = new ViewChange(step, index);
      for (const user of users) {
        for (const bundle of viewChange.bundlesFor(user)) {
          if (bundle === undefined) continue;
          const answers = [step.before, step.after].map(
            (rights) => new Set(viewChange.topicsOf(bundle).map((topic) => rights.mayView(user, head(topic)))).size,
          );
          expect(answers).toEqual([1, 1]);
        }
      }
    }),
    { numRuns: 1000 },
  );
});
