import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { limits } from '@sheetwire/contract/limits';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type SmtpRig, withSmtp } from '../../../../scripts/test/smtp.ts';
import { type MailDesk, mailTo, openMailDesk } from './testing/mail-desk.ts';

const minute = 60_000;
const program = fileURLToPath(new URL('testing/send-and-die.ts', import.meta.url));
const hostile = [
  'jane@example.com\r\nBcc: all@example.com',
  'jane@example.com>\r\nRCPT TO:<all@example.com',
  'jane@example.com, all@example.com',
  '<all@example.com> jane@example.com',
  'jane@example.com\0',
  'a long password@is.password',
  '',
];
let smtp: SmtpRig;
let desk: MailDesk;
let before = 0;
beforeAll(async () => {
  smtp = await withSmtp();
});
afterAll(() => smtp.stop());
beforeEach(async () => {
  desk = await openMailDesk();
  before = smtp.mails.length;
});
afterEach(() => desk.stop());

/** A server of its own that is killed as soon as its queue has taken the mail on. */
async function sendAndDie(dataDir: string, name: string): Promise<void> {
  const child = spawn(process.execPath, [program, dataDir, name], { stdio: ['ignore', 'inherit', 'inherit'] });
  const [, signal] = await once(child, 'exit');
  expect(signal).toBe('SIGKILL');
}

/** The addresses of the next `count` mails, sorted. */
async function next(count: number): Promise<string[]> {
  const all = await smtp.received(before + count);
  return all
    .slice(before)
    .flatMap((mail) => mail.to)
    .sort();
}

test('a mail is delivered once, with the sender and a Message-ID of our own', async () => {
  const queue = desk.queue(smtp);
  await queue.send(mailTo('jane', { subject: 'Grüße' }));
  expect(await next(1)).toEqual(['jane@example.com']);
  const raw = smtp.mails.at(-1)?.raw ?? '';
  expect(raw).toMatch(/^From: Reports <reports@acme.example>\r\nTo: jane@example.com\r\nSubject: =\?UTF-8\?/m);
  expect(raw).toMatch(/^Message-ID: <[\w-]{16}@acme.example>\r$/m);
  await queue.close();
  expect(await desk.stores.waitingMails.count()).toBe(0);
});

test('while the mail server is down mails wait, and each is delivered once when it is back', async () => {
  await smtp.down();
  const queue = desk.queue(smtp);
  await queue.send(mailTo('ann', { text: 'Open https://x.example/setpassword?key=tell-nobody' }));
  const line = await desk.log.line(/warn email to ACME\/jane is waiting: .*connection refused.* next try is in 60 s$/);
  expect(line).not.toContain('tell-nobody');
  await smtp.up();
  desk.clock.move(minute - 1);
  queue.wake();
  await queue.send(mailTo('bob'));
  expect(await next(2)).toEqual(['ann@example.com', 'bob@example.com']);
});

test('what waits is tried again later and later, and given up after a day', { timeout: 60_000 }, async () => {
  smtp.behave('later');
  const queue = desk.queue(smtp);
  await queue.send(mailTo('cid'));
  const waits: number[] = [];
  while (!desk.log.lines.some((line) => line.includes('gave up'))) {
    const count = waits.length + 1;
    const line = await Promise.race([desk.log.line(/the next try is in/, count), desk.log.line(/gave up/)]);
    const wait = Number(/in (\d+) s$/.exec(line)?.[1] ?? 0);
    waits.push(wait / 60);
    desk.clock.move(wait * 1000);
    queue.wake();
  }
  expect(waits.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  expect(waits.reduce((sum, wait) => sum + wait)).toBeLessThan(24 * 60);
  expect(desk.log.lines.at(-1)).toMatch(/^error gave up on the email to ACME\/jane after \d+ tries: .*Mailbox busy/);
  await queue.close();
  expect(await desk.stores.waitingMails.count()).toBe(0);
  smtp.behave('take');
});

test('a refused mail is not tried again, and the log hides the key that the answer quotes', async () => {
  smtp.behave('refuse');
  const queue = desk.queue(smtp);
  await queue.send(mailTo('dan'));
  expect(await desk.log.line(/gave up/)).toMatch(/^error gave up on the email to ACME\/jane: .*550 5\.1\.1.*key=…$/);
  smtp.behave('take');
  await queue.send(mailTo('eve'));
  expect(await next(1)).toEqual(['eve@example.com']);
});

test('a mail that the server takes from no such sender waits until the operator has put that right', async () => {
  smtp.behave('no relay');
  const queue = desk.queue(smtp);
  await queue.send(mailTo('fay'));
  const line = await desk.log.line(/email to ACME\/jane/);
  expect(line).toMatch(
    /^warn .* is waiting: .*554 5\.7\.1 .*; check SHEETWIRE_MAIL_FROM and the login in SHEETWIRE_SMTP_URL; the next try is in 60 s$/,
  );
  smtp.behave('take');
  desk.clock.move(minute);
  queue.wake();
  expect(await next(1)).toEqual(['fay@example.com']);
});

test('a mail whose link has expired is dropped', async () => {
  await smtp.down();
  const queue = desk.queue(smtp);
  await queue.send(mailTo('fay', { until: desk.clock.now() + 2 * minute }));
  await desk.log.line(/fay|is waiting/);
  desk.clock.move(2 * minute);
  await smtp.up();
  queue.wake();
  await desk.log.line(/warn email to ACME\/jane was dropped: its link has expired/);
  await queue.send(mailTo('gus'));
  expect(await next(1)).toEqual(['gus@example.com']);
});

test('a mail that a restored backup brings back is not sent', async () => {
  await smtp.down();
  const queue = desk.queue(smtp);
  await queue.send(mailTo('lea'));
  await desk.log.line(/connection refused/);
  desk.clock.move(limits.mailLife);
  await smtp.up();
  queue.wake();
  await desk.log.line(/warn email to ACME\/jane was dropped: it waited for a day/);
  expect(smtp.mails).toHaveLength(before);
});

test('a mail server that says nothing holds up no caller and no stop; another server sends the mail', async () => {
  smtp.behave('silent');
  const queue = desk.queue(smtp);
  const connected = smtp.nextConnection();
  await queue.send(mailTo('hal'));
  await connected;
  smtp.behave('take');
  const other = desk.queue(smtp);
  await queue.close();
  other.wake();
  expect(await next(1)).toEqual(['hal@example.com']);
});

test('500 mails go out once each, over at most three connections', async () => {
  const queue = desk.queue(smtp);
  const names = Array.from({ length: 500 }, (_, index) => `user${String(index).padStart(3, '0')}`);
  await Promise.all(names.map((name) => queue.send(mailTo(name))));
  expect(await next(500)).toEqual(names.map((name) => `${name}@example.com`));
  expect(smtp.mostConnections).toBeLessThanOrEqual(limits.mailConnections);
});

test('two servers share the queue, and each mail goes out once', async () => {
  const [one, other] = [desk.queue(smtp), desk.queue(smtp)];
  const names = Array.from({ length: 60 }, (_, index) => `user${String(index).padStart(3, '0')}`);
  await Promise.all(names.map((name, index) => (index % 2 === 0 ? one : other).send(mailTo(name))));
  expect(await next(60)).toEqual(names.map((name) => `${name}@example.com`));
  await Promise.all([one.close(), other.close()]);
  expect(smtp.mails).toHaveLength(before + 60);
  expect(await desk.stores.waitingMails.count()).toBe(0);
});

test('a server that stood still until its claim had ended does not send the mail that another server sent', async () => {
  let stoodStill = 0;
  const { waitingMails } = desk.stores;
  const claim = waitingMails.claim.bind(waitingMails);
  const [one, other] = [desk.queue(smtp, { steady: () => stoodStill }), desk.queue(smtp)];
  const claims = vi.spyOn(waitingMails, 'claim').mockImplementationOnce(async (...given) => {
    const mail = await claim(...given);
    stoodStill += limits.mailClaim;
    desk.clock.move(limits.mailClaim);
    other.wake();
    await desk.log.line(/was sent/);
    return mail;
  });
  await one.send(mailTo('pat'));
  expect(await next(1)).toEqual(['pat@example.com']);
  await Promise.all([one.close(), other.close()]);
  claims.mockRestore();
  expect(smtp.mails).toHaveLength(before + 1);
  expect(await waitingMails.count()).toBe(0);
});

test('a mail outlives a kill between its sending and its delivery', async () => {
  await desk.whileClosed((dataDir) => sendAndDie(dataDir, 'ida'));
  expect(await desk.stores.waitingMails.count()).toBe(1);
  desk.clock.move(Date.now() - desk.clock.now());
  desk.queue(smtp);
  expect(await next(1)).toEqual(['ida@example.com']);
});

test('a server with another key leaves the mail to the one that can read it', async () => {
  const stranger = desk.queue(smtp, { key: Buffer.from('a key of another server, also 32') });
  await desk.stores.waitingMails.count();
  await smtp.down();
  const owner = desk.queue(smtp);
  await owner.send(mailTo('jim'));
  await desk.log.line(/connection refused/);
  await owner.close();
  desk.clock.move(minute);
  stranger.wake();
  await desk.log.line(/is waiting: it was encrypted with a different SHEETWIRE_SECRET_KEY/);
  await smtp.up();
  await stranger.close();
  desk.clock.move(2 * minute);
  desk.queue(smtp);
  expect(await next(1)).toEqual(['jim@example.com']);
});

test('no mail goes to what is no address, nor to a password account', async () => {
  const queue = desk.queue(smtp);
  for (const to of hostile) {
    await expect(queue.send(mailTo('x', { to })), to).rejects.toThrow('This email address cannot receive email');
  }
  expect(await desk.stores.waitingMails.count()).toBe(0);
});

test('a line end in a subject starts no other header', async () => {
  await desk.queue(smtp).send(mailTo('kim', { subject: 'x\r\nBcc: all@example.com\r\n\r\nX: y' }));
  expect(await next(1)).toEqual(['kim@example.com']);
  const raw = smtp.mails.at(-1)?.raw ?? '';
  expect(raw).not.toMatch(/^(?:Bcc|X):/m);
  expect(raw).toMatch(/^Subject: x Bcc: all@example.com X: y\r$/m);
});
