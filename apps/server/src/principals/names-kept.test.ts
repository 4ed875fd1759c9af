import { branded } from '@sheetwire/rules/name';
import { everyoneOf, type Principal, parseGroup, parseUser } from '@sheetwire/rules/principal';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drained } from '../testing/drained.ts';
import { type AllNames, allNames, namesAfter, type Part, partOf, replaced } from './names-kept.ts';

interface Line {
  readonly name: Principal;
  readonly isOn: boolean;
}

const users = ['ACME/ann', 'ACME/bob', 'ACME B/cid', 'OTHER/dee'].map(
  (name) => parseUser(name) ?? expect.unreachable(),
);
const groups = ['ACME/ALPHA', 'OTHER/BETA'].map((name) => parseGroup(name) ?? expect.unreachable());
const changesOf = (names: readonly Principal[]) =>
  fc
    .array(fc.record({ name: fc.constantFrom(...names), isOn: fc.option(fc.boolean()) }), { maxLength: 3 })
    .map((all) => new Map(all.map(({ name, isOn }) => [name, isOn === null ? undefined : { name, isOn }])));
const steps = fc.array(fc.record({ users: changesOf(users), groups: changesOf(groups) }), { maxLength: 12 });

/** A list and its id, as pages see them. */
const shown = ({ list, sum }: Part<unknown>) => ({ list, id: sum.id });

test('lists that are brought up to date by what changed are those that would be read anew', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const facts = { users: new Map<Principal, Line>(), groups: new Map<Principal, Line>() };
      let parts: { users: Part<Line>; groups: Part<Line> } = { users: anew(facts.users), groups: anew(facts.groups) };
      let names: AllNames = drained(allNames([], []));
      for (const changes of all) {
        for (const kind of ['users', 'groups'] as const) put(facts[kind], changes[kind]);
        parts = {
          users: drained(replaced(parts.users, changes.users)),
          groups: drained(replaced(parts.groups, changes.groups)),
        };
        names = namesAfter(names, parts.users.list, changes);
        expect(shown(parts.users)).toEqual(shown(anew(facts.users)));
        expect(shown(parts.groups)).toEqual(shown(anew(facts.groups)));
        const everyName = drained(allNames(anew(facts.users).list, anew(facts.groups).list));
        expect(shown(names)).toEqual(shown(everyName));
        expect(names.entities).toEqual(everyName.entities);
      }
    }),
  );
});

test('what changes nothing leaves the lists the same', () => {
  const lines = users.map((name) => ({ name, isOn: true }));
  const part = anew(new Map(lines.map((line) => [line.name, line])));
  const names = drained(allNames(part.list, []));
  const [name] = users;
  const changes = new Map([[name ?? expect.unreachable(), { name: name ?? expect.unreachable(), isOn: true }]]);
  expect(drained(replaced(part, changes))).toBe(part);
  expect(namesAfter(names, part.list, { users: changes, groups: new Map() })).toBe(names);
  expect(names.list).toContain(everyoneOf('ACME B'));
  expect(names.list).not.toContain(branded<'Everyone'>('NOBODY/[ALL]'));
});

function anew(lines: ReadonlyMap<Principal, Line>): Part<Line> {
  const list = [...lines.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  return drained(partOf(list));
}

function put(lines: Map<Principal, Line>, changes: ReadonlyMap<Principal, Line | undefined>): void {
  for (const [name, line] of changes) {
    if (line === undefined) lines.delete(name);
    else lines.set(name, line);
  }
}
