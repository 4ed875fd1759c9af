import { createServer } from 'node:http';
import * as accounts from '@sheetwire/contract/accounts';
import { publishReport } from '@sheetwire/contract/publish';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../scripts/test/free-port.ts';
import { type Kdc, withKdc } from '../../scripts/test/kdc.ts';
import { curl, negotiateHeaders } from '../../scripts/test/negotiate.ts';
import { endProgram, runWith, startProgram } from '../../scripts/test/program.ts';
import { openChromium } from '../support/chromium.ts';
import { endSession } from '../support/end-session.ts';
import { type Portal, signIn, startPortal } from '../support/portal.ts';
import { soakTest } from '../support/soak-test.ts';

let kdc: Kdc;
let portal: Portal;
let site = '';
let alice: Readonly<Record<string, string>>;
let browser: Browser;

beforeAll(async () => {
  kdc = await withKdc();
  alice = await kdc.kinit('alice');
  portal = await startPortal({ ...kdc.env, ...settings() });
  site = portal.url.replace('127.0.0.1', 'localhost');
  browser = await openChromium({ isWhole: true, flags: ['--auth-server-allowlist=localhost'], env: alice });
});
afterAll(async () => {
  await browser?.close();
  await portal?.stop();
  await kdc?.stop();
});

function settings() {
  return { SHEETWIRE_KERBEROS_KEYTAB: kdc.keytab, SHEETWIRE_KERBEROS_REALM_MAP: 'ACME.TEST=ACME' };
}

/** The whole answer, head and body, as curl gets it with the tickets of an environment. */
function ask(path: string, env: Readonly<Record<string, string>>, ...rest: string[]): Promise<string> {
  const same = ['-H', 'Sec-Fetch-Site: same-origin', '-H', 'Content-Length: 0'];
  return runWith(curl(), ['-si', '-X', 'POST', '--negotiate', '-u', ':', ...same, ...rest, `${site}${path}`], env);
}

function post(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${portal.url}${path}`, { method: 'POST', headers: { 'sec-fetch-site': 'same-origin', ...headers } });
}

/** How often `username/` has answered with a status: the browser hides these answers from the page that asked. */
async function usernameAnswers(status: number): Promise<number> {
  const figures = await (await fetch(`${portal.url}/metrics`)).text();
  const line = figures.split('\n').find((one) => one.includes(accounts.username.path) && one.includes(`"${status}"`));
  return Number(line?.split(' ').at(-1) ?? 0);
}

/** Runs with a page of a fresh visit. */
async function visiting<T>(run: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext();
  try {
    return await run(await context.newPage());
  } finally {
    await context.close();
  }
}

test('curl with a ticket is signed in and told that the portal is the right one', async () => {
  const answer = await ask(accounts.username.path, alice);
  expect(answer).toMatch(/^HTTP\/1.1 200 /);
  expect(answer).toMatch(/^www-authenticate: Negotiate \S+/im);
  expect(answer).toMatch(/^set-cookie: __Host-sheetwire=\S+; Path=\/; HttpOnly; SameSite=Lax; Secure/im);
  expect(answer).toContain('"user":"ACME/alice"');
});

test('curl without a ticket is challenged and no more', async () => {
  const answer = await ask(accounts.username.path, kdc.env);
  expect(answer).toMatch(/^HTTP\/1.1 401 /);
  expect(answer).toMatch(/^www-authenticate: Negotiate\r$/im);
  expect(answer).not.toMatch(/^set-cookie/im);
});

test('a browser of the domain opens the portal signed in, without a word', async () => {
  await visiting(async (page) => {
    await page.goto(`${site}/account`);
    await page.getByText('ACME/alice').first().waitFor();
    expect(await page.getByRole('button', { name: 'Logout' }).count()).toBe(0);
  });
});

soakTest('a browser that may not send tickets ends at the login page', async () => {
  await visiting(async (page) => {
    await portal.addUser('ACME/lou');
    await page.goto(`${portal.url}/account?from=mail#api-keys`);
    await page.waitForURL('**/login');
    await page.getByLabel('Username or email').fill('ACME/lou');
    await page.getByLabel('Password').fill(portal.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/account?from=mail#api-keys');
  });
});

test('a session that ends while a browser of the domain reads is opened anew, and the page is there again', async () => {
  await visiting(async (page) => {
    const { call } = await portal.publisher('ACME/robot');
    await call(publishReport, { topic: 'ACME/DESK/DAILY', pages: [{ name: 'Only', html: '<p>Price 3.59</p>' }] });
    const asked = `${site}/ACME/DESK/DAILY?paused=true#only`;
    await page.goto(asked);
    await page.getByText('Price 3.59').waitFor();
    const gone = page.waitForURL('**/login', { waitUntil: 'commit' });
    await endSession(page, site);
    await gone;
    await page.getByText('Price 3.59').waitFor();
    expect(page.url()).toBe(asked);
  });
});

test('remote mode asks for no ticket', async () => {
  await visiting(async (page) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${site}/remote/account`);
    await page.waitForURL('**/remote/login');
    expect(asked).toContain(accounts.usernameRemote.path);
    expect(asked).not.toContain(accounts.username.path);
  });
});

test('a page of another site cannot make a browser sign in', async () => {
  const evil = createServer((_, response) =>
    response.setHeader('Content-Type', 'text/html').end('<title>evil</title>'),
  );
  const port = await freePort();
  await new Promise<void>((resolve) => evil.listen(port, '127.0.0.1', resolve));
  try {
    await visiting(async (page) => {
      await page.goto(`http://127.0.0.1:${port}/`);
      await page.evaluate(async (url) => {
        const request = { method: 'POST', mode: 'no-cors', credentials: 'include' } as const;
        for (let tries = 0; tries < 3; tries++) await fetch(url, request).catch(() => undefined);
      }, `${site}${accounts.username.path}`);
      await expect.poll(() => usernameAnswers(403), { timeout: 20_000 }).toBe(3);
      expect(await page.context().cookies(site)).toEqual([]);
    });
  } finally {
    evil.close();
  }
});

test('a ticket with many groups is longer than other headers may be', async () => {
  const answer = await post(accounts.username.path, { authorization: `Negotiate ${'A'.repeat(60_000)}` });
  expect([answer.status, (await answer.json()).user]).toEqual([200, '']);
  expect((await post(accounts.username.path, { authorization: `Negotiate ${'A'.repeat(100_000)}` })).status).toBe(400);
});

test('the log says what is wrong, once, and holds no ticket', async () => {
  const [header = ''] = await negotiateHeaders({ env: alice });
  await post(accounts.username.path, { authorization: header });
  for (let times = 0; times < 3; times++) {
    await post(accounts.username.path, { authorization: header });
    await post(accounts.username.path, { authorization: 'Negotiate TlRMTVNTUAABAAAA' });
  }
  await expect.poll(() => portal.log(), { timeout: 20_000 }).toContain('fell back to NTLM');
  expect(portal.log().match(/check the service principal name/g)).toHaveLength(1);
  expect(portal.log().match(/replay/gi)).toHaveLength(1);
  expect(portal.log()).not.toContain(header.slice(-40));
});

soakTest('while tickets cannot be checked, others are served, and the wait is bounded', async () => {
  const headers = await negotiateHeaders({ env: alice, count: 5 });
  // The lock that the Kerberos library itself takes (F_OFD_SETLKW), held by another process.
  const lock =
    'open F, "+<", shift; $_ = pack "ssx4qqix4", 1, 0, 0, 0, 0; fcntl F, 38, $_ or die; $| = 1; print "locked"; sleep';
  const holder = await startProgram('/usr/bin/perl', ['-e', lock, kdc.replayCache], /locked/);
  try {
    const waiting = Promise.all(headers.map((authorization) => post(accounts.username.path, { authorization })));
    await portal.addUser('ACME/kim');
    await signIn(portal, 'ACME/kim');
    expect((await waiting).map(({ status }) => status)).toEqual([429, 429, 429, 429, 429]);
    await expect.poll(() => portal.log(), { timeout: 20_000 }).toContain('tickets wait too long');
  } finally {
    await endProgram(holder);
  }
  const [authorization = ''] = await negotiateHeaders({ env: alice });
  expect(await (await post(accounts.username.path, { authorization })).json()).toMatchObject({ user: 'ACME/alice' });
});

soakTest('a keytab without the key of the portal stops the start', async () => {
  const started = startPortal({ ...kdc.env, ...settings(), SHEETWIRE_KERBEROS_KEYTAB: kdc.otherKeytab });
  await expect(started).rejects.toThrow('has no key for HTTP/localhost; it has HTTP/elsewhere@ACME.TEST');
});
