import * as tokens from '../../tokens.ts';
import { type Example, example } from '../example.ts';

/** Letting an add-in and a program in. */
export const keys: readonly Example[] = [
  example(tokens.newToken, {
    title: 'A token for the Excel add-in',
    by: 'viewer',
    query: {
      manualGen: 'true',
    },
    answer: {
      token: 'swt_zS1P4pG4ERV92VYLrwRgv7nvBCdd44uMYIFGmDRo39M',
      timeGeneratedUtc: '2026-11-23T09:00:00.000Z',
    },
  }),
  example(tokens.exchange, {
    title: 'The add-in logs in',
    by: 'nobody',
    body: {
      token: 'swt_zS1P4pG4ERV92VYLrwRgv7nvBCdd44uMYIFGmDRo39M',
      app: '',
      instanceId: 'Rates.xlsx',
      version: '1.2.0',
    },
    answer: {
      credential: 'swc_FPbrLjiRKp2JgAtacZECKToj6juBQbOu7hSBHNkOG2g',
      user: 'ACME/jane.doe',
      expiresUtc: '2026-12-23T09:00:00.000Z',
    },
  }),
  example(tokens.newApiKey, {
    title: 'A key for a nightly job',
    by: 'viewer',
    body: {
      name: 'Nightly figures',
    },
    answer: {
      id: 'yHEQrhuXMdZz2sXU',
      key: 'swk_2HNlv-Ckg-6w_kpwyiM0YxtkVzPsOpEspefolbbXpJQ',
    },
  }),
  example(tokens.listApiKeys, {
    title: 'All your keys',
    by: 'viewer',
    answer: {
      keys: [
        {
          id: 'yHEQrhuXMdZz2sXU',
          name: 'Nightly figures',
          createdUtc: '2026-11-23T09:00:00.000Z',
          lastUsedUtc: null,
        },
      ],
    },
  }),
  example(tokens.revokeApiKey, {
    title: 'Revoke a key',
    by: 'viewer',
    body: {
      id: 'yHEQrhuXMdZz2sXU',
    },
    answer: {},
  }),
];
