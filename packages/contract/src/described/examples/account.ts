import * as own from '../../accounts/own.ts';
import * as accounts from '../../accounts.ts';
import * as publish from '../../publish.ts';
import { type Example, example } from '../example.ts';

/** Own settings and sessions; then everybody leaves. */
export const account: readonly Example[] = [
  example(accounts.userSettings, {
    title: 'One recent report',
    by: 'viewer',
    body: {
      recentReports: ['ACME/RATES/DAILY'],
    },
    answer: {},
  }),
  example(own.emailDetails, {
    title: 'Your address',
    by: 'viewer',
    answer: {
      email: 'jane.doe@acme.example',
      adUser: '',
    },
  }),
  example(own.changeEmail, {
    title: 'A new address',
    by: 'viewer',
    body: {
      email: 'jane@acme.example',
    },
    answer: {
      success: true,
      message:
        'An email with a link to confirm the address is queued for jane@acme.example. Open the link: the address changes then.',
    },
  }),
  example(accounts.confirmEmail, {
    title: 'Open the emailed link',
    by: 'viewer',
    body: {
      key: '-Wg67YBOSeqQneKYXsac3WrNjWg8wYdMRnhZL7ydcZ4',
    },
    answer: {
      success: true,
      message: 'Your email address is now jane@acme.example.',
    },
  }),
  example(own.sessions, {
    title: 'Your sessions',
    by: 'admin',
    answer: {
      sessions: [
        {
          id: 'Ax0Nef3cPyG3hvyqsB8i0W',
          kind: 'browser',
          method: 'password',
          agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
          address: '127.0.0.1',
          startedUtc: '2026-11-23T09:00:00.000Z',
          seenUtc: '2026-11-23T09:00:00.000Z',
          isThis: true,
        },
        {
          id: 'CkzDZ2zf4F-P6HCdWBxNCd',
          kind: 'browser',
          method: 'password',
          agent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36',
          address: '127.0.0.1',
          startedUtc: '2026-11-23T08:55:00.000Z',
          seenUtc: '2026-11-23T08:55:00.000Z',
          isThis: false,
        },
      ],
    },
  }),
  example(own.endSession, {
    title: 'End a session',
    by: 'admin',
    body: {
      id: 'CkzDZ2zf4F-P6HCdWBxNCd',
    },
    answer: {},
  }),
  example(own.endSessions, {
    title: 'Log out everywhere',
    by: 'admin',
    answer: {},
  }),
  example(accounts.logout, {
    title: 'Log out',
    by: 'viewer',
    body: {},
    answer: {},
  }),
  example(own.resetPassword, {
    title: 'A link by email',
    by: 'nobody',
    body: {
      email: 'jane@acme.example',
    },
    answer: {
      message:
        'If an account with that email address exists, an email with a link to set a new password is queued for it.',
    },
  }),
  example(own.getUserByKey, {
    title: 'Open the emailed link',
    by: 'nobody',
    query: {
      key: 'O9V45nnLEaF-pnRi2t8qKXwq_xV0bqLQWyHiNf0vcso',
    },
    answer: {
      user: 'ACME/jane.doe',
      hasAdAssoc: false,
      pwdAlreadySet: true,
    },
  }),
  example(own.setPassword, {
    title: 'A password of four words',
    by: 'nobody',
    body: {
      user: 'ACME/jane.doe',
      emailKey: 'O9V45nnLEaF-pnRi2t8qKXwq_xV0bqLQWyHiNf0vcso',
      password: 'violet harbour seven kettles',
    },
    answer: {
      message: 'Your password is set. You can now log in.',
    },
  }),
  example(publish.publishRemove, {
    title: 'Remove the report',
    by: 'key',
    body: {
      topic: 'ACME/RATES/DAILY',
    },
    answer: {
      removed: true,
    },
  }),
];
