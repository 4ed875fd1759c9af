import { versions } from '../../past/calls.ts';
import { publishVersions } from '../../publishing/for-programs.ts';
import { type Example, example } from '../example.ts';

const topic = 'ACME/RATES/DAILY';
const answer = {
  buckets: [
    {
      from: '2026-11-23T09:00:00.000Z',
      to: '2026-11-23T09:00:00.001Z',
      firstVersion: 1,
      lastVersion: 2,
      versions: 2,
      cells: 1,
      bytes: 18,
      kind: 'publish' as const,
      by: 'ACME/feed',
    },
  ],
  oldestUtc: '2026-11-23T09:00:00.000Z',
  newestUtc: '2026-11-23T09:00:00.001Z',
  newestVersion: 2,
};

/** When a report changed, for a program and for a browser. */
export const versionLists: readonly Example[] = [
  example(publishVersions, {
    title: 'When it changed',
    by: 'key',
    body: { topic },
    answer: { ...answer, mayRollBack: true },
  }),
  example(versions, { title: 'What the strip of time shows', by: 'viewer', body: { topic }, answer }),
];
