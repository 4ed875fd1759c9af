import { expect, test } from 'vitest';
import { smtpFault } from './smtp-fault.ts';

const place = { address: 'smtp://mail.example:587', user: 'portal' };
const error = (message: string, facts: Record<string, unknown>) => Object.assign(new Error(message), facts);

test.each([
  [
    'a recipient refused for good',
    error('no', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 }),
    'refused',
  ],
  ['a message refused for good', error('spam', { code: 'EMESSAGE', command: 'DATA', responseCode: 554 }), 'refused'],
  ['a full mailbox', error('full', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 452 }), 'later'],
  [
    'a sender that is refused with the recipient, as Postfix does',
    error('553 5.7.1 <reports@acme.example>: Sender address rejected: not owned by user portal', {
      code: 'EENVELOPE',
      command: 'RCPT TO',
      responseCode: 553,
    }),
    'later',
  ],
  [
    'a relay that wants a login',
    error('550 relay not permitted', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 }),
    'later',
  ],
  ...['<relay@acme.example>: User unknown', '<jim@acme.example>: unknown at relay.acme.example'].flatMap((words) =>
    ['550', '550 5.1.1'].map((code): [string, Error, string] => [
      `a mailbox that is not there (${code} ${words})`,
      error(`all recipients were rejected: ${code} ${words}`, {
        code: 'EENVELOPE',
        command: 'RCPT TO',
        responseCode: 550,
      }),
      'refused',
    ]),
  ),
  [
    'a recipient whom the server does not know, though it speaks of relaying',
    error('550 5.1.1 no such user here, and no relay', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 }),
    'refused',
  ],
  [
    'a login that may not send as this sender, as Exchange says of the mail',
    error('550 5.7.60 Client does not have permissions to send as this sender', {
      code: 'EMESSAGE',
      command: 'DATA',
      responseCode: 550,
    }),
    'later',
  ],
  ['a refused sender', error('no', { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 550 }), 'away'],
  ['a server that shuts down', error('bye', { code: 'ECONNECTION', responseCode: 421 }), 'away'],
  ['a session out of order', error('order', { code: 'EMESSAGE', command: 'DATA', responseCode: 503 }), 'later'],
  ['a login that is wanted', error('first', { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 530 }), 'away'],
  ['an address that cannot be written', error('Invalid recipient', { code: 'EENVELOPE', command: 'API' }), 'refused'],
  ['a broken line', error('Connection closed', { code: 'ECONNECTION' }), 'away'],
  ['a wait that was cut', error('Message sending aborted', { code: 'EABORT' }), 'away'],
  ['an expired certificate', error('has expired', { code: 'ESOCKET', originalCode: 'CERT_HAS_EXPIRED' }), 'away'],
])('%s', (_, thrown, kind) => {
  expect(smtpFault(thrown, place)).toMatchObject({
    kind,
    message: expect.stringMatching(/^smtp:\/\/mail\.example:587: /),
  });
});

test('an answer of the server becomes one short line without the key that it quotes', () => {
  const answer = `554 refused\r\nhttps://x.example/setpassword?key=abc_DEF-123&x=1 ${'long '.repeat(200)}`;
  const { message } = smtpFault(error(answer, { code: 'EMESSAGE', command: 'DATA', responseCode: 554 }), place);
  expect(message).toContain('?key=…&x=1');
  expect(message).not.toMatch(/abc_DEF|[\r\n]/);
  expect(message.length).toBeLessThan(400);
});
