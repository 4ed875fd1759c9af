import { parseGropic } from '@sheetwire/rules/gropic';
import { parseGroup, parsePrincipal, parseUser } from '@sheetwire/rules/principal';
import { parseTopic } from '@sheetwire/rules/topic';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TopicHead } from '#ports/report-log.ts';
import { Rights } from './rights.ts';
import { RightsChange } from './rights-change.ts';

const must = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('a name of the tests is malformed');
  return value;
};
const users = ['ACME/ann', 'ACME/bob', 'OTHER/cid'].map((name) => must(parseUser(name)));
const groups = ['ACME/ALPHA', 'ACME/BETA'].map((name) => must(parseGroup(name)));
const gropics = ['ACME/A', 'ACME/B', 'ACME/A/ONE'].map((name) => must(parseGropic(name)));
const topics = ['ACME/A/ONE', 'ACME/A/TWO', 'ACME/B/ONE', 'ACME/C/ONE'].map((name) => must(parseTopic(name)));
const principals = [...users, ...groups, must(parsePrincipal('ACME/[ALL]'))];

const rights = fc
  .record({
    perms: fc.subarray(gropics).chain((chosen) =>
      fc.tuple(
        ...chosen.map((gropic) =>
          fc.subarray(principals).map((viewers) => {
            return { gropic, viewers, publishers: [], interactors: [], admins: [], version: 1 };
          }),
        ),
      ),
    ),
    members: fc.tuple(fc.subarray(principals.slice(0, 5)), fc.subarray(principals.slice(0, 5))),
    unadministered: fc.constantFrom('entity' as const, 'entity' as const, 'none' as const),
  })
  .map(({ perms, members, unadministered }) => {
    const records = groups.map((name, n) => ({ name, isDirectory: false, members: members[n] ?? [] }));
    return Rights.of({ perms, groups: records, unadministered });
  });

function head(topic: (typeof topics)[number]): TopicHead {
  return { topic, version: 1, time: '', sender: '', isLive: true, viewSecret: null, publishSecret: null };
}

test('every topic that came into or left a list is among those that a change can touch', () => {
  fc.assert(
    fc.property(rights, rights, (before, after) => {
      const change = new RightsChange(before, after, topics);
      for (const user of users) {
        const moved = topics.filter((topic) => before.mayView(user, head(topic)) !== after.mayView(user, head(topic)));
        expect(change.topicsFor(user)).toEqual(expect.arrayContaining(moved));
        expect(new Set(change.topicsFor(user)).size).toBe(change.topicsFor(user).length);
      }
    }),
  );
});

test('a change that touches nothing names no topic', () => {
  fc.assert(
    fc.property(rights, (same) => {
      const change = new RightsChange(same, same, topics);
      for (const user of users) expect(change.topicsFor(user)).toEqual([]);
    }),
  );
});
