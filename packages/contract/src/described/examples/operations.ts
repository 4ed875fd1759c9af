import * as audit from '../../audit.ts';
import * as recoversettings from '../../recoversettings.ts';
import { serverFigures } from '../../server/calls.ts';
import { type Example, example } from '../example.ts';

/** Earlier rights are recovered, and the audit log tells of it. */
export const operations: readonly Example[] = [
  example(recoversettings.settingsDates, {
    title: 'What can be recovered',
    by: 'super',
    answer: {
      permissions: ['2026-11-23', '2026-11-21'],
      users: ['2026-11-23', '2026-11-21'],
      usergroups: ['2026-11-23', '2026-11-21'],
      snapshots: ['2026-11-23', '2026-11-21'],
      undoPoints: [],
    },
  }),
  example(recoversettings.previewRecovery, {
    title: 'The rights of Monday morning',
    by: 'super',
    body: {
      settings: 'permissions',
      settingsDate: '2026-11-23',
    },
    answer: {
      message: '',
      summary: 'Recovered 1 report permission from 2026-11-23: 0 added, 1 removed, 1 changed',
      total: 1,
      added: {
        count: 0,
        names: [],
      },
      removed: {
        count: 1,
        names: ['ACME/FX'],
      },
      changed: {
        count: 1,
        names: ['ACME/RATES'],
      },
      leftOut: {
        count: 0,
        names: [],
      },
      signedOut: {
        count: 0,
        names: [],
      },
      lost: {
        count: 0,
        rights: [],
      },
      also: [],
      offered: [],
    },
  }),
  example(recoversettings.recover, {
    title: 'The rights of Monday morning',
    by: 'super',
    body: {
      settings: 'permissions',
      settingsDate: '2026-11-23',
    },
    answer: {
      success: true,
      message: 'Recovered 1 report permission from 2026-11-23: 0 added, 1 removed, 1 changed',
    },
  }),
  example(audit.auditRows, {
    title: 'The last snapshot',
    by: 'super',
    body: {
      action: 'snapshot captured',
      most: 1,
    },
    answer: {
      rows: [
        {
          id: 26,
          timeUtc: '2026-11-23T09:00:00.000Z',
          actor: 'ACME/ann.admin',
          action: 'snapshot captured',
          object: 'ACME/RATES/DAILY',
          before: '',
          after: '{"date":"2026-11-23","version":2}',
          address: '127.0.0.1',
        },
      ],
      next: '1795424400000-26',
    },
  }),
  example(audit.auditCsv, {
    title: 'The snapshots since Monday',
    by: 'super',
    query: {
      action: 'snapshot captured',
      from: '2026-11-23T00:00:00Z',
    },
    answer:
      '\ufeffTime (UTC),Actor,Action,Object,Before,After,Address\r\n2026-11-23T09:00:00.000Z,ACME/ann.admin,snapshot captured,ACME/RATES/DAILY,,"{""date"":""2026-11-23"",""version"":2}",127.0.0.1\r\n',
  }),
  example(serverFigures, {
    title: 'Licenses in use, and publishers that stopped responding',
    by: 'super',
    body: { names: ['sheetwire_license_seats', 'sheetwire_publishers_silent'] },
    answer: {
      host: 'reports-1',
      timeUtc: '2026-11-23T09:00:00.000Z',
      status: 'ready',
      store: true,
      bus: true,
      streams: true,
      figures: [
        { name: 'sheetwire_publishers_silent', labels: {}, value: 0 },
        { name: 'sheetwire_license_seats', labels: {}, value: 0 },
      ],
      durations: [],
    },
  }),
];
