import { asBoss, type Deed } from '../acts.ts';
import { daily, own } from '../reads.ts';

/** Tags, rollbacks and snapshots. */
export const history: readonly Deed[] = [
  {
    name: 'a version is tagged',
    does: (stage) => stage.does('bot', 'publish/tag/', { topic: daily, version: 2, tag: 'Final' }),
    shows: ['versions of vic', 'versions of the bot', 'publishing report', 'audit'],
  },
  {
    name: 'a tag is taken away',
    does: (stage) => stage.does('boss', 'publish/tag/', { topic: daily, version: 2, tag: '' }),
    shows: ['versions of vic', 'versions of the bot', 'publishing report', 'audit'],
  },
  {
    name: 'a report is rolled back',
    async does(stage) {
      const { version } = await stage.does('boss', 'publish/rollback/', { topic: daily, version: 1, reason: 'wrong' });
      stage.notes.set('rollback', String(version));
    },
    shows: [
      'report of vic',
      'versions of vic',
      'cell history',
      'publishing report',
      'publishing report of boss',
      'verify',
    ],
  },
  {
    name: 'the publisher is let go on',
    does: (stage) =>
      stage.does('boss', 'publish/release/', { topic: daily, version: Number(stage.note('rollback')), accept: true }),
    shows: ['versions of the bot', 'publishing report', 'publishing report of boss'],
  },
  {
    name: 'a snapshot is taken',
    does: (stage) =>
      stage.does('boss', 'admin/capturesnapshot/', { topic: daily, location: 'Reykjavik', backdate: false }),
    shows: ['snapshot', 'report of vic', 'versions of vic'],
  },
  {
    name: 'settings of snapshots are saved',
    does: asBoss('admin/snapshotsettings/', {
      ...{ captureSnapshot: true, gropic: own, rollTime: '23:59', rollTimeLocation: 'Chicago', backdate: true },
    }),
    shows: ['admin page of the group', 'recovery of snapshots'],
  },
  {
    name: 'versions are kept for less',
    does: asBoss('admin/retention/', { topic: daily, kept: { versionHours: 12, minuteDays: 3, hourDays: 9 } }),
    shows: ['retention', 'versions of vic', 'publishing report'],
  },
];
