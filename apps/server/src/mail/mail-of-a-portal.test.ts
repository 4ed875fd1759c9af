import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resetPassword } from '@sheetwire/contract/accounts/own';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { controlSocketPath, sendCommand } from '#identity/operator/control-socket.ts';
import { parseSettings } from '#settings/settings.ts';
import { type SmtpRig, withSmtp } from '../../../../scripts/test/smtp.ts';
import { type Served, serve } from '../serve.ts';

const publicUrl = 'http://localhost:8080';
let smtp: SmtpRig;
let dataDir = '';
beforeAll(async () => {
  smtp = await withSmtp();
  dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-portal-mail-'));
});
afterAll(async () => {
  await smtp.stop();
  await rm(dataDir, { recursive: true });
});

async function start(): Promise<Served> {
  const read = parseSettings({
    SHEETWIRE_PORT: '0',
    SHEETWIRE_DATA_DIR: dataDir,
    SHEETWIRE_LOG_LEVEL: 'silent',
    SHEETWIRE_PUBLIC_URL: publicUrl,
    SHEETWIRE_SMTP_URL: smtp.url,
    SHEETWIRE_MAIL_FROM: 'Reports <reports@acme.example>',
  });
  if ('faults' in read) throw new Error(read.faults.join('; '));
  const chance = { bytes: (count: number) => randomBytes(count) };
  return serve({ settings: read.settings, clock: { now: () => Date.now() }, chance, webDir: undefined });
}

/** The port is chosen by the system; the public address is where links begin. */
function addressOf({ app }: Served): string {
  const address = app.fastify.addresses().find((one) => typeof one !== 'string');
  return `http://127.0.0.1:${address?.port}`;
}

async function askForReset(served: Served, email: string): Promise<number> {
  const answer = await fetch(`${addressOf(served)}${resetPassword.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: publicUrl },
    body: JSON.stringify({ email }),
  });
  return answer.status;
}

async function waitingMails(served: Served): Promise<string | undefined> {
  const text = await (await fetch(`${addressOf(served)}/metrics`)).text();
  return /^sheetwire_mails_waiting (\d+)$/m.exec(text)?.[1];
}

test('a mail of the portal arrives with its link; without the mail server the portal is ready and the mail waits', async () => {
  let served = await start();
  for (const name of ['ann', 'bob']) {
    const user = { command: 'add', user: `ACME/${name}`, email: `${name}@acme.example` };
    expect(await sendCommand(controlSocketPath(dataDir), user)).toMatchObject({ outcome: 'done' });
  }
  expect(await askForReset(served, 'ann@acme.example')).toBe(200);
  const [mail] = await smtp.received(1);
  expect(mail).toMatchObject({ from: 'reports@acme.example', to: ['ann@acme.example'] });
  const text = mail?.raw.replace(/=\r\n/g, '').replaceAll('=3D', '=');
  expect(text).toMatch(/http:\/\/localhost:8080\/setpassword\?key=[\w-]{43}\r\n/);

  await smtp.down();
  expect(await askForReset(served, 'bob@acme.example')).toBe(200);
  await served.close();
  served = await start();
  await expect.poll(() => waitingMails(served)).toBe('1');
  expect((await fetch(`${addressOf(served)}/readyz`)).status).toBe(200);
  await smtp.up();
  await served.close();
});
