import { expect, test } from 'vitest';
import { citationsIn, faultOf, readPage } from './citations.ts';
import { citationFaults } from './documents.ts';

const rules = `# Rules

## 1. Names

A **reserved
name** is refused, and \`nodiff\` is answered.

## 2. Rights

| call | role |
| --- | --- |
| publish/remove | publisher |
`;
const reference = new Map([
  ['semantics', readPage(rules)],
  ['quality', readPage('# Quality\n\n## 1. Speed\n\n| fan-out, server CPU | 1 |\n')],
]);
const words = new Set(reference.keys());

function faults(...comments: readonly string[]): string[] {
  return citationFaults(
    comments.map((text) => ({ path: 'a.ts', text })),
    reference,
  ).map((fault) => fault.replace('a.ts: ', ''));
}

test('a citation is found in brackets, in a sentence, over a line break, and with several sections', () => {
  const found = (comment: string) => citationsIn(comment, words).map(({ word, sections }) => [word, ...sections]);
  expect(found('* Refused (semantics 2).')).toEqual([['semantics', '2']]);
  expect(found('* Semantics 1 and 2 decide.')).toEqual([['semantics', '1', '2']]);
  expect(found('* Who may\n   * (spec 5, Admins; semantics\n   * 2).')).toEqual([
    ['spec', '5'],
    ['semantics', '2'],
  ]);
  expect(found('* Told at once (architecture, decisions 4 and 5).')).toEqual([['architecture', '4', '5']]);
  expect(found('* As `semantics 1` says, with quality (quality, fan-out).')).toEqual([['semantics', '1'], ['quality']]);
});

test('what is no citation is left alone', () => {
  const prose = [
    '* One style for each format; style 0 is General.',
    '* A file of its own (mode 600), counted (from 1), of good quality, and semantics in general.',
    '* Two at once (least 2 servers, most 3 of them), or more.',
    '* Retried after 5 s (see docs/errors.md), at the 2 ends of a line.',
  ];
  expect(prose.flatMap((comment) => citationsIn(comment, words))).toEqual([]);
});

test('a page, a section and a name that are there are no fault', () => {
  expect(faults('(semantics 1)', '(semantics 1, nodiff)', '(semantics 2, publish/remove)', '(quality, Speed)')).toEqual(
    [],
  );
  expect(faults('(semantics 1, Reserved name)', '(quality, fan-out)', '(semantics 1, as it was before)')).toEqual([]);
});

test('a page, a section or a name that is missing is told with its place', () => {
  expect(faults('(semantics 3)')).toEqual(['semantics 3: no such section']);
  expect(faults('(semantics 2, nodiff)')).toEqual(['semantics 2, nodiff: not named there']);
  expect(faults('(quality, Beauty)')).toEqual(['quality, Beauty: not named there']);
  expect(faults('(fidelity 6)', '(safety 1)')).toEqual([
    'fidelity 6: no page of that name',
    'safety 1: no page of that name',
  ]);
  expect(faults('As semantics.md says.')).toEqual(['semantics.md: no page of that name']);
});

test('a name counts in any of the sections that are cited together', () => {
  const together = { word: 'semantics', sections: ['1', '2'], name: 'nodiff' };
  expect(faultOf(together, reference)).toBeUndefined();
  expect(faultOf({ ...together, sections: ['2'] }, reference)).toBe('semantics 2, nodiff: not named there');
});
