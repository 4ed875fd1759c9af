import { parseGropic } from '@sheetwire/rules/gropic';
import { parsePrincipal } from '@sheetwire/rules/principal';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renamesOf } from './read-alike.ts';

const renamed = (reports: readonly string[], principals: readonly string[] = []) => {
  const renames = renamesOf(new Set(reports), new Set(principals));
  const texts = (map: typeof renames.reports) => [...map].map(([was, { now, why }]) => `${was} > ${now} ${why}`).sort();
  return [...texts(renames.reports), ...texts(renames.principals)];
};

test('a name with several spaces gets one, in every part', () => {
  expect(renamed(['ACME/DESK  A', 'ACME/DESK  A/DAILY   PNL', 'ACME/DESK/X'], ['ACME/jane  doe'])).toEqual([
    'ACME/DESK  A > ACME/DESK A spaces',
    'ACME/DESK  A/DAILY   PNL > ACME/DESK A/DAILY PNL spaces',
    'ACME/jane  doe > ACME/jane doe spaces',
  ]);
});

test('of names that become one, the one with one space keeps it and the others are numbered', () => {
  const names = ['A/B/X  Y', 'A/B/X Y', 'A/B/X   Y', 'A/B/X Y (2)'];
  expect(renamed(names)).toEqual(['A/B/X   Y > A/B/X Y (4) taken', 'A/B/X  Y > A/B/X Y (3) taken']);
  expect(renamed(['A/P  Q', 'A/P   Q', 'A/P   Q/R'])).toEqual([
    'A/P   Q > A/P Q (2) taken',
    'A/P   Q/R > A/P Q (2)/R taken',
    'A/P  Q > A/P Q spaces',
  ]);
});

test('an entity is one thing for reports, users and groups', () => {
  expect(renamed(['AC ME/A', 'AC  ME/A'], ['AC  ME/ann', 'AC  ME/[ALL]'])).toEqual([
    'AC  ME/A > AC ME (2)/A taken',
    'AC  ME/[ALL] > AC ME (2)/[ALL] taken',
    'AC  ME/ann > AC ME (2)/ann taken',
  ]);
});

test('a name that the language has, or that now reads as a day, is numbered', () => {
  expect(renamed(['A/CONSTRUCTOR/__PROTO__', 'A/B/C.19  NOV  2026'], ['A/tostring'])).toEqual([
    'A/B/C.19  NOV  2026 > A/B/C.19 NOV 2026 (2) refused',
    'A/CONSTRUCTOR/__PROTO__ > A/CONSTRUCTOR (2)/__PROTO__ (2) refused',
    'A/tostring > A/tostring (2) refused',
  ]);
});

test('a number fits into the longest name', () => {
  const [long, spaced] = [`${'X'.repeat(98)} Y`, `${'X'.repeat(97)}  Y`];
  const [first] = renamesOf(new Set([`A/${long}`, `A/${'X'.repeat(97)} Y`, `A/${spaced}`]), new Set()).reports.values();
  expect([first?.now.length, first?.now.endsWith('X (2)')]).toEqual([102, true]);
});

test('whatever is stored, no two names become one, each new name is a good one, and good ones stay', () => {
  const part = fc.oneof(
    fc.stringMatching(/^[AX]( {0,3}[AX]){0,2}( \([2-3]\))?$/),
    fc.constantFrom('VALUEOF', 'A.20  MAY  2026'),
  );
  const reports = fc.array(
    fc.tuple(part, part, part).map((parts) => parts.join('/')),
    { maxLength: 12 },
  );
  const people = fc.array(
    fc.tuple(part, part).map(([entity, name]) => `${entity}/${name.toLowerCase()}`),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(reports, people, (own, users) => {
      const names = { reports: new Set(own), principals: new Set(users) };
      const renames = renamesOf(names.reports, names.principals);
      const after = (kind: 'reports' | 'principals') =>
        [...names[kind]].map((name) => renames[kind].get(name)?.now ?? name);
      expect(new Set(after('reports')).size).toBe(names.reports.size);
      expect(new Set(after('principals')).size).toBe(names.principals.size);
      for (const name of after('reports')) expect(parseGropic(name)).toBe(name);
      for (const name of after('principals')) expect(parsePrincipal(name)).toBe(name);
      for (const name of names.reports) expect(renames.reports.has(name)).toBe(parseGropic(name) !== name);
      const again = renamesOf(new Set(after('reports')), new Set(after('principals')));
      expect([again.reports.size, again.principals.size]).toEqual([0, 0]);
    }),
  );
});
