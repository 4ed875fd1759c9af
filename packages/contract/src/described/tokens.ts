import * as calls from '../tokens.ts';
import { describe } from './describe.ts';

const mostKeys = 'The account has 100 keys already. Revoke one first.';

/** Tokens of add-ins and keys of programs. */
export const tokens = [
  describe(calls.newToken, {
    summary: 'Generate an add-in token',
    description:
      'Makes a token for an add-in or the command line. It works for 10 minutes and for one program, which exchanges it for a credential with `tokens/exchange/`.',
    input: {},
    output: {
      token: 'The token. It begins with swt_ and is shown only once.',
      timeGeneratedUtc: 'When it was made, ISO 8601 in UTC.',
    },
    parameters: {
      manualGen: 'true when a person asked for the token. It changes nothing.',
      tokenApp: 'The name of the program the token is for; leave it out for the Excel add-in.',
    },
    refusals: { too_many: 'You made 60 tokens within the last hour. Retry-After says how many seconds to wait.' },
  }),
  describe(calls.exchange, {
    summary: 'Exchange a token for a credential',
    description:
      'Turns an add-in token into a credential, which authorizes later calls. A credential ends after 12 hours without use, and after 30 days at the latest. Exchanging a token a second time ends the first credential and notifies its owner by email.',
    input: {
      token: 'The token, from `tokens/newtoken/`.',
      app: 'The name of the program, the one that the token was made for; empty text for the Excel add-in.',
      instanceId: 'An id of the running program or open workbook that you choose. A token works for one of them.',
      version:
        'The version of the program, such as 1.2.0. An Excel add-in below 1.2.0 cannot use reports that have admins.',
    },
    output: {
      credential: 'The credential. It begins with swc_; send it as `Authorization: Bearer`.',
      user: 'The user that the credential acts for, as ENTITY/user.name.',
      expiresUtc: 'When it ends at the latest, ISO 8601 in UTC.',
    },
    refusals: {
      not_signed_in: 'The token is unknown, expired or made for another program.',
      no_license: 'The user of the token has no license: all are in use.',
    },
  }),
  describe(calls.newApiKey, {
    summary: 'Create an API key',
    description:
      'Creates a key for a program that runs unattended. It may do what you may: publish, read reports and follow them live. It works until you revoke it.',
    input: { name: 'A name for the program that will use the key, to tell your keys apart.' },
    output: {
      id: 'The id of the key, for `apikeys/revoke/`.',
      key: 'The key. It begins with swk_ and is shown only once; send it as `Authorization: Bearer`.',
    },
    refusals: { not_allowed: mostKeys },
  }),
  describe(calls.listApiKeys, {
    summary: 'List your API keys',
    description: 'Your keys with their names and dates. The keys themselves cannot be shown again.',
    input: {},
    output: {
      keys: 'The keys, newest first.',
      'keys.id': 'The id of the key, for `apikeys/revoke/`.',
      'keys.name': 'The name that it was given.',
      'keys.createdUtc': 'When it was created, ISO 8601 in UTC.',
      'keys.lastUsedUtc': 'When it was last used, ISO 8601 in UTC; null when it never was.',
    },
  }),
  describe(calls.revokeApiKey, {
    summary: 'Revoke an API key',
    description: 'Ends one of your keys, at once on every server. Streams that it opened end too.',
    input: { id: 'The id of the key, from `apikeys/list/`.' },
    output: {},
    refusals: { not_found: 'Key not found; it may have been revoked already.' },
  }),
];
