import { expect, test } from 'vitest';
import { parseSender, senderFault, smtpUrlFault } from './mail-settings.ts';

test.each([
  ['smtp://mail.example', true],
  ['smtps://portal%40acme.example:p%25ss@mail.example:465/', true],
  ['smtp://[::1]:25', true],
  ['smtp://mail.example?tls.rejectUnauthorized=false', false],
  ['smtp://mail.example/path', false],
  ['smtp://portal:100%@mail.example', false],
  ['smtp://portal:%ff@mail.example', false],
  ['smtp:mail.example', false],
])('%s as the mail server', (url, isGood) => {
  expect(smtpUrlFault(url) === undefined).toBe(isGood);
});

test.each([
  ['reports@acme.example', '', 'reports@acme.example'],
  ['Acme, Reports <reports@acme.example>', 'Acme, Reports', 'reports@acme.example'],
  ['"Reports" <reports@acme.example>', 'Reports', 'reports@acme.example'],
])('%s is a sender', (from, name, address) => {
  expect(senderFault(from)).toBeUndefined();
  expect(parseSender(from)).toEqual({ name, address });
});

test.each([
  'Reports',
  'a@acme.example, b@acme.example',
  'Reports <a@acme.example> b',
  '<>',
  'x <a@acme.example\r\nBcc: b@c.de>',
])('%j is no sender', (from) => {
  expect(senderFault(from)).toBeDefined();
});
