import type { versions } from '../past/calls.ts';
import { common } from './common.ts';
import type { Described } from './describe.ts';
import { keptWords } from './retention.ts';

/** The list of versions: for a browser and, under `publish/`, for programs (decision 86). */
export const versionsWords: Described<typeof versions> = {
  summary: 'List the versions of a report',
  rules: ['time 2', 'time 1'],
  description:
    'When a report changed, how much, and by whom: neighboring versions are combined so that the list has no more entries than you ask for. Read a version with `at` in `reports/report/`. Without the right to view the report, the list is empty.',
  input: {
    topic: common.topic,
    from: 'From when, ISO 8601. If omitted, from the oldest version that is kept.',
    to: 'Until when, ISO 8601. If omitted, until the newest version.',
    most: 'The most entries of versions to return. If omitted, 240.',
  },
  output: {
    buckets: 'Combined versions, oldest first, with snapshots, tags, rollbacks and times of silence between them.',
    'buckets.from': 'When the first of them was published, ISO 8601 in UTC.',
    'buckets.to': 'When the last of them was published, ISO 8601 in UTC.',
    'buckets.firstVersion': 'The number of the first version; 0 for a time of silence.',
    'buckets.lastVersion': 'The number of the last version; 0 for a time of silence.',
    'buckets.versions': 'How many versions there are.',
    'buckets.cells': 'How many cells they changed. A whole report counts as none.',
    'buckets.bytes': 'How many bytes their changes take.',
    'buckets.kind':
      'publish, held (a publish waits for approval), rollback, snapshot (one was taken), tag (the version has one) or silence (no version for a long time).',
    'buckets.by': 'Who published them, rolled back or gave the tag, as ENTITY/user.name.',
    'buckets.words': 'The tag, or the reason for the rollback. Absent otherwise.',
    'buckets.restored': 'The version that a rollback brought back. Absent otherwise.',
    oldestUtc: 'When the oldest version that can be read was published, ISO 8601 in UTC; null when there is none.',
    newestUtc: 'When the newest version was published, ISO 8601 in UTC; null when there is none.',
    newestVersion: 'The number of the newest version; 0 when there is none.',
    mayRollBack:
      'True for a publisher with a key or credential, and for an admin of the report in the browser: they may tag versions and roll back. Absent otherwise.',
    heldVersion:
      'For people who may publish: the version of the rollback that put publishing on hold. Absent otherwise.',
    ...keptWords,
    kept: 'For how long versions are kept, when the report keeps less than the server does. Absent otherwise.',
  },
  refusals: { too_many: 'More than 40 reads of earlier versions a second. Try again after Retry-After seconds.' },
};
