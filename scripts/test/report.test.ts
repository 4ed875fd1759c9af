import { expect, test } from 'vitest';
import { failuresIn, numberOf } from './report.ts';

const report = {
  numPassedTests: 2,
  testResults: [
    {
      name: '/checkout/apps/one.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [
        { status: 'passed', fullName: 'adds', failureMessages: [] },
        {
          status: 'failed',
          fullName: 'takes away',
          failureMessages: ['AssertionError: 3\n    at one\n  two\n three\n four'],
        },
      ],
    },
    { name: '/checkout/apps/two.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    { name: '/checkout/apps/three.test.ts', status: 'passed', message: '', assertionResults: [] },
  ],
};

test('what failed is named with its file and its first words', () => {
  expect(failuresIn(report, '/checkout')).toEqual([
    'apps/one.test.ts > takes away: AssertionError: 3 |     at one |   two |  three',
    'apps/two.test.ts: no such module',
  ]);
});

test('a report of another shape has no failures and counts nothing', () => {
  expect(failuresIn(null, '/checkout')).toEqual([]);
  expect(failuresIn({ testResults: 'none' }, '/checkout')).toEqual([]);
  expect(numberOf({ numPassedTests: 'many' }, 'numPassedTests')).toBe(0);
  expect(numberOf(report, 'numPassedTests')).toBe(2);
});
