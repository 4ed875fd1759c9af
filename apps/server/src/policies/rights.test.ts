import { parseGropic } from '@sheetwire/rules/gropic';
import { parseGroup, parsePrincipal, parseUser } from '@sheetwire/rules/principal';
import { parseTopic } from '@sheetwire/rules/topic';
import { expect, test } from 'vitest';
import type { GroupRecord, Perms } from '#ports/perms.ts';
import type { TopicHead } from '#ports/report-log.ts';
import { type RightsFacts, RightsIndex } from '#rights/rights-index.ts';
import { viewOf } from './viewing.ts';

const known = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('malformed name in a test');
  return value;
};
const user = (name: string) => known(parseUser(name));
const ann = user('ACME/ann');
const eve = user('OTHER/eve');
const daily = known(parseTopic('ACME/RATES/DAILY'));

const head = (secret: string | null = null): TopicHead => ({
  topic: daily,
  version: 1,
  time: '20261121120000000',
  sender: ann,
  isLive: true,
  viewSecret: secret,
  publishSecret: null,
});

const perms = (gropic: string, lists: Partial<Record<'viewers' | 'publishers' | 'interactors', string[]>>): Perms => ({
  gropic: known(parseGropic(gropic)),
  viewers: (lists.viewers ?? []).map((name) => known(parsePrincipal(name))),
  publishers: (lists.publishers ?? []).map((name) => known(parsePrincipal(name))),
  interactors: (lists.interactors ?? []).map((name) => known(parsePrincipal(name))),
  admins: [ann],
  version: 1,
});

const group = (name: string, ...members: string[]): GroupRecord => ({
  name: known(parseGroup(name)),
  isDirectory: false,
  members: members.map((member) => known(parsePrincipal(member))),
});

const rights = (facts: Partial<RightsFacts>) =>
  RightsIndex.of({ perms: [], groups: [], unadministered: 'entity', ...facts });

test('an unadministered report is open to its entity and to nobody else', () => {
  expect(rights({}).mayView(ann, head())).toBe(true);
  expect(rights({}).mayView(eve, head())).toBe(false);
  expect(rights({}).mayPublish(ann, daily)).toBe(true);
  expect(rights({ unadministered: 'none' }).mayView(ann, head())).toBe(false);
});

test('a view secret hides an unadministered report on the web', () => {
  expect(rights({}).mayView(ann, head('hash'))).toBe(false);
});

test('on the web a viewing right overrides the view secret; an add-in still needs it', () => {
  const given = rights({ perms: [perms('ACME/RATES', { viewers: ['ACME/ann'] })] });
  expect(given.mayView(ann, head('hash'))).toBe(true);
  expect(given.mayView(ann, head('hash'), { isWeb: false, provesViewSecret: false })).toBe(false);
  expect(given.mayView(ann, head('hash'), { isWeb: false, provesViewSecret: true })).toBe(true);
});

test("a report's own perms beat its group's, whole", () => {
  const both = rights({
    perms: [perms('ACME/RATES', { viewers: ['ACME/ann'] }), perms('ACME/RATES/DAILY', { viewers: ['ACME/bob'] })],
  });
  expect(both.mayView(ann, head())).toBe(false);
  expect(both.mayView(user('ACME/bob'), head())).toBe(true);
});

test('rights come through groups however nested, and a cycle is harmless', () => {
  const groups = [group('ACME/A', 'ACME/B'), group('ACME/B', 'ACME/C', 'ACME/ann'), group('ACME/C', 'ACME/A')];
  const nested = rights({ groups, perms: [perms('ACME/RATES', { viewers: ['ACME/A'] })] });
  expect(nested.mayView(ann, head())).toBe(true);
  expect(nested.mayView(user('ACME/bob'), head())).toBe(false);
});

test('everyone of an entity can be granted a right', () => {
  const all = rights({ perms: [perms('ACME/RATES', { viewers: ['ACME/[ALL]'] })] });
  expect(all.mayView(ann, head())).toBe(true);
  expect(all.mayView(eve, head())).toBe(false);
});

test('nobody interacts with an unadministered report, and only viewers interact', () => {
  expect(rights({}).mayInteract(ann, head())).toBe(false);
  const lists = { viewers: ['ACME/ann'], interactors: ['ACME/ann', 'ACME/bob'] };
  const some = rights({ perms: [perms('ACME/RATES', lists)] });
  expect(some.mayInteract(ann, head())).toBe(true);
  expect(some.mayInteract(user('ACME/bob'), head())).toBe(false);
});

test('an add-in before 1.2.0 does not see an administered report', () => {
  const given = rights({ perms: [perms('ACME/RATES', { viewers: ['ACME/ann'] })] });
  const sees = (version: string | null) =>
    viewOf(
      { rights: () => given, provesViewSecret: () => true },
      { head: head(), actor: { user: ann, kind: 'credential', addinVersion: version }, viewSecret: undefined },
    ).mayView;
  expect([sees('1.1.9'), sees('1.2.0'), sees('1.10'), sees('2.0.0'), sees(null), sees('old')]).toEqual([
    false,
    true,
    true,
    true,
    true,
    false,
  ]);
});
