import * as guard from '../../guard/calls.ts';
import type { GuardRule } from '../../guard/rules.ts';
import * as publish from '../../publish.ts';
import { publishGuard, publishGuardTest } from '../../publishing/for-programs.ts';
import { publishRelease } from '../../publishing/history.ts';
import { type Example, example } from '../example.ts';

const topic = 'ACME/RATES/CLOSE';
const rules: GuardRule[] = [{ kind: 'moved', page: 'Curve', cell: 'B2', percent: 10, action: 'hold' }];
const html = '<table><tr><td data-cell="A2">2Y</td><td data-cell="B2">2.41</td></tr></table>';
const words = 'B2 on Curve moved from 2.41 to 24.1: 900%';

/** A report gets a rule, a publish breaks it, and an admin releases it. */
export const guarding: readonly Example[] = [
  example(guard.guard, {
    title: 'A rule for a rate',
    by: 'admin',
    body: { topic, rules },
    answer: { topic, rules, rulesId: '1', releaseAfterMin: 0, marked: [] },
  }),
  example(publish.publishReport, {
    title: 'A report with a rule',
    by: 'key',
    body: { topic, pages: [{ name: 'Curve', html }] },
    answer: { topic, version: 1, time: '20261123090000000', changed: true },
  }),
  example(publish.publishCells, {
    title: 'A cell that breaks a rule',
    by: 'key',
    body: { topic, baseVersion: 1, cells: [{ page: 'Curve', cell: 'B2', html: '24.1' }] },
    answer: {
      topic,
      version: 1,
      time: '20261123090000000',
      changed: false,
      held: { version: 2, sinceUtc: '2026-11-23T09:00:00.000Z', rules: [{ rule: 0, action: 'hold', words }] },
    },
  }),
  example(publishRelease, {
    title: 'The value is right',
    by: 'admin',
    body: { topic, version: 2, accept: true, reason: 'The rate was reset' },
    answer: { topic, version: 2, time: '20261123090000001', changed: true },
  }),
  example(publishGuard, {
    title: 'A program whose user is no admin',
    by: 'key',
    body: { topic },
    answer: { unauthorized: true },
  }),
  example(publishGuardTest, {
    title: 'The same for a rehearsal',
    by: 'key',
    body: { topic, rules },
    answer: { unauthorized: true },
  }),
  example(guard.guardTest, {
    title: 'How often it would have fired',
    by: 'admin',
    body: { topic, rules },
    answer: {
      results: [{ rule: 0, fired: 0, versions: [] }],
      versions: 1,
      released: 1,
      fromUtc: '2026-11-23T09:00:00.000Z',
      toUtc: '2026-11-23T09:00:00.001Z',
      isWhole: true,
    },
  }),
];
