import { createServer, type Server } from 'node:http';
import * as accounts from '@sheetwire/contract/accounts';
import * as ownAccount from '@sheetwire/contract/accounts/own';
import { exchange, newApiKey, newToken } from '@sheetwire/contract/tokens';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { freePort } from '../../scripts/test/free-port.ts';
import { openChromium } from '../support/chromium.ts';
import { type Portal, startPortal } from '../support/portal.ts';
import { oneOf } from '../support/soak.ts';

let portal: Portal;
let site = '';
let browser: Browser;
let evil: Server;
let evilPort = 0;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  portal = await startPortal();
  site = portal.url.replace('127.0.0.1', 'localhost');
  for (const name of ['DEMO/ann', 'DEMO/mallory']) await portal.addUser(name);
  evil = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<title>evil</title>'));
  evilPort = await freePort();
  await new Promise<void>((resolve) => evil.listen(evilPort, '127.0.0.1', resolve));
  browser = await openChromium();
});
afterAll(async () => {
  await browser?.close();
  evil?.closeAllConnections();
  evil?.close();
  await portal?.stop();
});
beforeEach(async () => {
  context = await browser.newContext();
  page = await context.newPage();
  await page.goto(`${site}/login`);
  await page.getByLabel('Username or email').fill('DEMO/ann');
  await page.getByLabel('Password').fill(portal.password);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname !== '/login');
});
afterEach(() => context.close());

interface Attack {
  readonly site: string;
  readonly path: string;
  readonly body: string;
}

/** Every way in which a page of another site makes a browser send a POST; each has ended when it returns. */
async function attack({ path, body }: Attack): Promise<void> {
  await page.evaluate(
    async ({ url, text }) => {
      const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'];
      for (const type of types) {
        const frame = document.createElement('iframe');
        frame.name = 'quiet';
        const form = document.createElement('form');
        Object.assign(form, { method: 'post', action: url, target: 'quiet', enctype: type });
        const field = document.createElement('input');
        // As text/plain this is the JSON itself: the equals sign hides in a text.
        Object.assign(field, { name: `${text.slice(0, -1)},"x":"`, value: '"}' });
        form.append(field);
        document.body.append(frame, form);
        const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
        form.submit();
        await loaded;
        frame.remove();
        form.remove();
        await fetch(url, { method: 'POST', mode: 'no-cors', credentials: 'include', body: text }).catch(
          () => undefined,
        );
      }
      const json = { 'content-type': 'application/json' };
      await fetch(url, { method: 'POST', credentials: 'include', headers: json, body: text }).catch(() => undefined);
      navigator.sendBeacon(url, new Blob([text], { type: 'text/plain' }));
      await fetch(url, { method: 'POST', mode: 'no-cors', credentials: 'include' }).catch(() => undefined);
    },
    { url: `${site}${path}`, text: body },
  );
}

/** How often the portal has refused a call: as another site's, or as nobody's where the cookie stayed at home. */
async function refused(path: string): Promise<number> {
  const figures = await (await fetch(`${portal.url}/metrics`)).text();
  const lines = figures.split('\n').filter((line) => line.includes(`"${path}"`) && /"40[13]"/.test(line));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

/** What the victim has, as the own page sees it. */
function state(): Promise<unknown> {
  return page.evaluate(
    async (paths) => {
      const ask = async (path: string) => (await fetch(path, { method: 'POST' })).json();
      return { user: (await ask(paths.user)).user, keys: await ask(paths.keys), own: await ask(paths.email) };
    },
    { user: accounts.username.path, keys: '/api/v1/tokens/apikeys/list/', email: ownAccount.emailDetails.path },
  );
}

test.each([
  ['another site', '127.0.0.1'],
  ['another port of our host', 'localhost'],
])('a page of %s can post nothing in the name of its visitor, in whatever form', async (_, host) => {
  const before = await state();
  const mallory = JSON.stringify({ user: 'DEMO/mallory', password: portal.password });
  const attacks = [
    [accounts.login.path, mallory],
    [accounts.logout.path, '{"user":"DEMO/ann"}'],
    [ownAccount.endSessions.path, '{"a":1}'],
    [ownAccount.changeEmail.path, '{"email":"mallory@evil.example"}'],
    [newApiKey.path, '{"name":"evil"}'],
    [newToken.path, '{"a":1}'],
  ] as const;
  await page.goto(`http://${host}:${evilPort}/`);
  for (const [path, body] of oneOf(2, attacks)) {
    const from = await refused(path);
    await attack({ site, path, body });
    // Three forms, three bodies of a fetch, one without a body and the beacon; JSON is stopped by the browser's preflight.
    await expect.poll(() => refused(path).then((count) => count - from), { timeout: 20_000 }).toBe(8);
  }
  await page.goto(`${site}/account`);
  expect(await state()).toEqual(before);
});

test('a visitor without a session cannot be logged in as somebody else', async () => {
  // The portal's own page would sign in again by what it has stored.
  await page.goto(`http://127.0.0.1:${evilPort}/`);
  await context.clearCookies();
  const body = JSON.stringify({ user: 'DEMO/mallory', password: portal.password });
  await attack({ site, path: accounts.login.path, body });
  expect(await context.cookies(site)).toEqual([]);
});

test('no answer is read by a page of another site, nor is one shown in its frame', async () => {
  await page.goto(`http://127.0.0.1:${evilPort}/`);
  const read = await page.evaluate(
    async (urls) => {
      const tried = await Promise.all(
        urls.map((url) =>
          fetch(url, { credentials: 'include' }).then(
            (answer) => answer.text(),
            () => 'refused',
          ),
        ),
      );
      const frame = document.createElement('iframe');
      frame.src = urls[0] ?? '';
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
      document.body.append(frame);
      await loaded;
      return [...tried, frame.contentDocument === null ? 'refused' : 'shown'];
    },
    [`${site}/account`, `${site}${ownAccount.getUserByKey.path}?key=x`, `${site}${exchange.path}`],
  );
  expect(new Set(read)).toEqual(new Set(['refused']));
});
