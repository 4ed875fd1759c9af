import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseUser } from '@sheetwire/rules/principal';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { outboxMailer } from './outbox-mailer.ts';

const user = parseUser('ACME/jane') ?? expect.unreachable();
let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheetwire-outbox-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function sent(mail: { to: string; subject: string; text: string }): Promise<string> {
  await outboxMailer({ folder, from: 'reports@example.com', clock: { now: () => 0 } }).send({ user, ...mail });
  const files = await readdir(folder);
  expect(files).toHaveLength(1);
  return readFile(join(folder, files[0] ?? ''), 'utf8');
}

test('a mail is one file whose link is unbroken', async () => {
  const link = `https://reports.example/setpassword?key=${'x'.repeat(200)}`;
  const eml = await sent({ to: 'jane@example.com', subject: 'Set your password', text: `Open\n${link}` });
  expect(eml).toContain(
    'To: jane@example.com\r\nSubject: Set your password\r\nDate: Thu, 01 Jan 1970 00:00:00 +0000\r\n',
  );
  expect(eml).toContain(`\r\n\r\nOpen\r\n${link}\r\n`);
});

test('a line end in a subject starts no other header, and an address that holds one is refused', async () => {
  const eml = await sent({ to: 'a@b.com', subject: 'x\r\nX-Evil: 1\nBcc: all@b.com', text: 'y' });
  expect(eml).not.toMatch(/^(?:Bcc|X-Evil):/m);
  await expect(sent({ to: 'a@b.com\r\nBcc: all@b.com', subject: 'x', text: 'y' })).rejects.toThrow('address');
});

test('a password account gets no mail', async () => {
  await expect(sent({ to: 'a long password@is.password', subject: 'x', text: 'y' })).rejects.toThrow('address');
});
