import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SmtpRig, withSmtp } from '../../../../scripts/test/smtp.ts';
import { type SmtpOptions, smtpTransport } from './smtp-transport.ts';
import { mailTo } from './testing/mail-desk.ts';

const login = { user: 'portal@acme.example', password: 'p@ss: w/rd?' };
let plain: SmtpRig;
let upgraded: SmtpRig;
let encrypted: SmtpRig;
beforeAll(async () => {
  plain = await withSmtp({ login });
  upgraded = await withSmtp({ tls: 'starttls', login });
  encrypted = await withSmtp({ tls: 'tls', login });
});
afterAll(async () => {
  for (const rig of [plain, upgraded, encrypted]) await rig.stop();
});

async function check(options: Pick<SmtpOptions, 'url' | 'ca' | 'isLocal'>): Promise<string> {
  const transport = smtpTransport({ from: 'reports@acme.example', ...options });
  try {
    return await transport.check();
  } catch (error) {
    return String(error);
  } finally {
    transport.close();
  }
}

const withoutLogin = (url: string) => url.replace(/\/\/.*@/, '//');

test('a check says how the mail server is reached', async () => {
  expect(await check({ url: plain.url })).toMatch(
    /^smtp:\/\/127\.0\.0\.1:\d+ answers, no TLS on this machine, logged in as portal@acme\.example$/,
  );
  expect(await check({ url: upgraded.url, ca: upgraded.ca, isLocal: false })).toMatch(/ answers, TLS, logged in/);
  expect(await check({ url: encrypted.url, ca: encrypted.ca })).toMatch(/^smtps:.* answers, TLS, logged in/);
});

test('mails go through STARTTLS and TLS with a login', async () => {
  for (const { url, ca, received } of [upgraded, encrypted]) {
    const transport = smtpTransport({ from: 'reports@acme.example', url, ca, isLocal: false });
    await transport.send(mailTo('jane'), 'abc', AbortSignal.timeout(10_000));
    transport.close();
    expect((await received(1))[0]).toMatchObject({ from: 'reports@acme.example', to: ['jane@example.com'] });
  }
});

test.each([
  ['a certificate that nobody vouches for', () => ({ url: encrypted.url }), /not trusted: .*NODE_EXTRA_CA_CERTS/],
  [
    'such a certificate after STARTTLS',
    () => ({ url: upgraded.url, isLocal: false }),
    /not trusted: .*NODE_EXTRA_CA_CERTS/,
  ],
  [
    'a server without encryption off this machine',
    () => ({ url: plain.url, isLocal: false }),
    /it does not offer STARTTLS, and emails must be encrypted/,
  ],
  [
    'TLS from the first byte at a port that begins without it',
    () => ({ url: upgraded.url.replace('smtp:', 'smtps:') }),
    /it does not speak TLS on this port; use smtp:\/\//,
  ],
  [
    'a server on this machine that wants encryption',
    () => ({ url: upgraded.url }),
    /it requires encryption, which is not used on this machine; use smtps:\/\//,
  ],
  [
    'a wrong password',
    () => ({ url: plain.url.replace(/:[^:/]*@/, ':wrong-secret@') }),
    /it rejects the login of portal@acme\.example: .*535.*; check SHEETWIRE_SMTP_URL/,
  ],
  [
    'a port that nobody listens on',
    () => ({ url: 'smtp://127.0.0.1:9' }),
    /connection refused; check that the mail server is running/,
  ],
  [
    'a name that nobody has',
    () => ({ url: 'smtp://mail.invalid' }),
    /unknown host name; check SHEETWIRE_SMTP_URL|does not answer in time/,
  ],
])('%s is told in one line without secrets', async (_, options, expected) => {
  const line = await check(options());
  expect(line).toMatch(expected);
  expect(line).not.toMatch(/\n|secret|p@ss|p%40ss/);
});

test('a server that takes the connection and says nothing is given up in seconds', async () => {
  plain.behave('silent');
  expect(await check({ url: plain.url })).toMatch(/smtp:\/\/127\.0\.0\.1:\d+: it did not answer in time$/);
  plain.behave('take');
});

test('a mail to a server that wants a login waits and is not given up', async () => {
  const transport = smtpTransport({ from: 'reports@acme.example', url: withoutLogin(plain.url) });
  const sending = transport.send(mailTo('jane'), 'abc', AbortSignal.timeout(10_000));
  await expect(sending).rejects.toMatchObject({
    kind: 'away',
    message: expect.stringContaining('it requires a login'),
  });
  transport.close();
});
