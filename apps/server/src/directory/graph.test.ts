import { branded } from '@sheetwire/rules/name';
import type { Group, User } from '@sheetwire/rules/principal';
import { describe, expect, test } from 'vitest';
import { drained } from '../testing/drained.ts';
import { byNames, changeBetween, isNothing, isShrunk, onlyDisabled } from './copy-change.ts';
import { Graph } from './graph.ts';
import type { FoundGroup, FoundPerson } from './ldap/dialect.ts';
import { membersOf, SuperAdmins } from './super-admins.ts';

const acme = branded<'Entity'>('ACME');
const user = (name: string): User => branded<'User'>(`ACME/${name}`);
const named = (name: string): Group => branded<'Group'>(`ACME/${name}`);

function person(name: string, change: Partial<FoundPerson> = {}): FoundPerson {
  return { id: `p-${name}`, dn: `uid=${name}`, name, email: `${name}@acme.example`, isDisabled: false, ...change };
}

function group(name: string, members: readonly string[], change: Partial<FoundGroup> = {}): FoundGroup {
  return { id: `g-${name}`, dn: `cn=${name}`, name, members, memberNames: [], ...change };
}

function graphOf(people: FoundPerson[], groups: FoundGroup[]): Graph {
  const graph = new Graph(acme);
  graph.merge({ people, groups });
  return graph;
}

const resolved = (people: FoundPerson[], groups: FoundGroup[] = [], local: Group[] = []) =>
  drained(graphOf(people, groups).resolve(local));

describe('names', () => {
  test('a person is in lower case, a group in upper case', () => {
    const { copy } = resolved([person('Jane.Doe')], [group('Risk Team', ['uid=Jane.Doe'])]);
    expect(copy.people[0]?.name).toBe('ACME/jane.doe');
    expect(copy.groups).toEqual([{ id: 'g-Risk Team', name: 'ACME/RISK TEAM', members: ['ACME/jane.doe'] }]);
  });

  test.each(['a,b', 'a"b', 'a/b', 'pc$', 'jürgen', ' ', '\u017fam', '\u212a'])(
    '%j is no name of ours and is left out',
    (name) => {
      expect(resolved([person(name), person('ok')])).toMatchObject({ leftOut: { people: 1, groups: 0 } });
    },
  );

  test('of two people with one name neither is taken for the other', () => {
    const both = [person('ann'), person('ANN', { id: 'other' })];
    const { copy, leftOut } = resolved(both, [group('G', ['uid=ann'])]);
    expect([copy.people, copy.groups[0]?.members, leftOut.people]).toEqual([[], [], 2]);
  });

  test('names that differ in white space only are one name, and neither is taken for the other', () => {
    const spaced = resolved([person('ann  lee')], [group('Big\u00a0 Desk', ['uid=ann  lee'])]);
    expect(spaced.copy.people[0]?.name).toBe('ACME/ann lee');
    expect(spaced.copy.groups).toEqual([{ id: 'g-Big\u00a0 Desk', name: 'ACME/BIG DESK', members: ['ACME/ann lee'] }]);
    const both = resolved([person('ann  lee'), person('ann lee')], [group('G', ['uid=ann lee', 'uid=ann  lee'])]);
    expect([both.copy.people, both.copy.groups[0]?.members, both.leftOut.people]).toEqual([[], [], 2]);
  });

  test('a group with the name of a local group is left out, not merged', () => {
    const { copy, leftOut } = resolved([person('a')], [group('Desk', ['uid=a'])], [named('DESK')]);
    expect([copy.groups, leftOut.groups]).toEqual([[], 1]);
  });

  test('a password account’s address is not the directory’s to give', () => {
    const { copy } = resolved([person('a', { email: 'let me in@is.password' }), person('b', { email: 'no address' })]);
    expect(copy.people.map(({ email }) => email)).toEqual(['', '']);
  });
});

describe('members', () => {
  test('those outside the base, unknown or left out are none; a name counts like a place', () => {
    const people = [person('a'), person('b'), person('x,y')];
    const members = ['uid=a', 'uid=nobody', 'uid=x,y', 'cn=inner'];
    const { copy } = resolved(people, [group('outer', members, { memberNames: ['B', 'zz'] }), group('inner', [])]);
    expect(copy.groups[0]?.members).toEqual(['ACME/INNER', 'ACME/a', 'ACME/b']);
  });

  test('who was moved stays a member until the group says otherwise', () => {
    const graph = graphOf([person('a')], [group('G', ['uid=a'])]);
    expect(graph.merge({ people: [person('a', { dn: 'uid=a,ou=new' })], groups: [] })).toBe(true);
    expect(drained(graph.resolve([])).copy.groups[0]?.members).toEqual(['ACME/a']);
    graph.merge({ people: [person('b', { dn: 'uid=a' })], groups: [] });
    expect(drained(graph.resolve([])).copy.groups[0]?.members).toEqual(['ACME/b']);
  });

  test('what is known already is not new, in whatever order it comes', () => {
    const graph = graphOf([person('a')], [group('G', ['uid=a', 'uid=b'])]);
    expect(graph.merge({ people: [person('a')], groups: [group('G', ['uid=b', 'uid=a'])] })).toBe(false);
    expect(graph.merge({ people: [person('a', { isDisabled: true })], groups: [] })).toBe(true);
  });
});

describe('a large directory', () => {
  const MANY = 500;

  /** In how many steps a work is done: between any two of them other work has its turn. */
  const stepsOf = (work: Iterator<void, unknown>) => {
    let steps = 0;
    while (work.next().done !== true) steps++;
    return steps;
  };

  test('is resolved and compared in small steps, also within one large group', () => {
    const people = Array.from({ length: MANY }, (_, n) => person(`p${n}`));
    const graph = graphOf(people, [
      group(
        'all',
        people.map(({ dn }) => dn),
      ),
    ]);
    expect(stepsOf(graph.resolve([]))).toBeGreaterThan(3 * MANY);
    const { copy } = drained(graph.resolve([]));
    expect(copy.groups[0]?.members).toEqual(copy.people.map(({ name }) => name).toSorted());
    expect(stepsOf(changeBetween(copy, copy))).toBeGreaterThan(2 * MANY);
  });
});

describe('from copy to copy', () => {
  const copyOf = (people: number, groups = 0) => {
    const all = Array.from({ length: people }, (_, n) => person(`p${n}`));
    const teams = Array.from({ length: groups }, (_, n) => group(`t${n}`, []));
    return resolved(all, teams).copy;
  };

  test('the same is nothing', () => {
    expect(isNothing(drained(changeBetween(copyOf(3, 3), copyOf(3, 3))))).toBe(true);
  });

  test.each([
    ['a fifth of the people', copyOf(10), copyOf(8), false],
    ['more than a fifth of the people', copyOf(10), copyOf(7), true],
    ['more than a fifth of the groups', copyOf(9, 10), copyOf(9, 7), true],
    ['a single one of few', copyOf(3), copyOf(2), false],
    ['everybody', copyOf(2), copyOf(0), true],
    ['nobody, many came', copyOf(1), copyOf(50), false],
  ])('%s gone', (_, before, after, isRefused) => {
    expect(isShrunk(before, drained(changeBetween(before, after)))).toBe(isRefused);
  });

  test('others in their place are gone too, however many there are', () => {
    const before = copyOf(10);
    const after = { ...before, people: before.people.map((one) => ({ ...one, id: `new ${one.id}` })) };
    expect(isShrunk(before, drained(changeBetween(before, after)))).toBe(true);
  });

  test('a group that has the name of another one comes in its place, and anew into the groups that hold it', () => {
    const teams = (inner: string) =>
      resolved([person('a')], [group('outer', ['cn=inner']), group('inner', ['uid=a'], { id: inner })]).copy;
    const [inner, outer] = [
      { id: 'second', name: named('INNER') },
      { id: 'g-outer', name: named('OUTER') },
    ];
    const change = drained(changeBetween(teams('first'), teams('second')));
    expect([change.dropGroups, change.putGroups]).toMatchObject([[named('INNER')], [inner, outer]]);
    expect(byNames(change)).toEqual({ ...change, dropGroups: [] });
    const unknown = { ...teams('first'), groups: teams('').groups };
    expect(drained(changeBetween(unknown, teams('second')))).toMatchObject({ dropGroups: [], putGroups: [inner] });
  });

  test('of a copy that is refused, who is disabled there is disabled', () => {
    const before = copyOf(10);
    const [first, ...rest] = before.people;
    if (first === undefined) throw new Error('nobody');
    const after = { ...before, people: [{ ...first, isDisabled: true }] };
    const change = onlyDisabled(before, after);
    expect(change).toEqual({
      putPeople: [{ ...first, isDisabled: true }],
      dropPeople: [],
      putGroups: [],
      dropGroups: [],
    });
    expect(rest).toHaveLength(9);
  });
});

describe('super administrators', () => {
  const groups = resolved(
    [person('a'), person('b'), person('c')],
    [group('top', ['cn=mid', 'uid=a']), group('mid', ['cn=top', 'uid=b'])],
  ).copy.groups;

  const read = async (names: readonly Group[]) => groups.filter(({ name }) => names.includes(name));

  test('are members through groups, in a circle too', async () => {
    expect([...(await membersOf(named('TOP'), read))].toSorted()).toEqual(['ACME/a', 'ACME/b']);
    expect((await membersOf(named('NONE'), read)).size).toBe(0);
  });

  test('no group is read twice, and none that leads to no member', async () => {
    const asked: Group[] = [];
    await membersOf(named('TOP'), (names) => {
      asked.push(...names);
      return read(names);
    });
    expect(asked).toEqual(['ACME/TOP', 'ACME/MID']);
  });

  test('an account is one by the person it is associated with, not by its name', async () => {
    const admins = new SuperAdmins(await membersOf(named('TOP'), read), [
      { user: user('local'), adUser: user('a') },
      { user: user('b'), adUser: null },
      { user: user('a'), adUser: user('c') },
    ]);
    expect([user('local'), user('b'), user('a'), user('c')].map((one) => admins.has(one))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(new SuperAdmins(await membersOf(named('TOP'), read), []).has(user('b'))).toBe(true);
  });
});
