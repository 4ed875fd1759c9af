import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { login } from '@sheetwire/contract/accounts';
import { assumeAdmin } from '@sheetwire/contract/admin';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished, test } from 'vitest';
import { freePort } from '../../scripts/test/free-port.ts';
import { openChromium } from '../support/chromium.ts';

const main = join(import.meta.dirname, '../../scripts/demo/main.ts');

/** A demo that is ready, with the lines it printed. */
interface Demo {
  readonly child: ChildProcess;
  readonly accounts: ReadonlyMap<string, string>;
  readonly url: string;
}

let dataDir: string;
let port: number;
let browser: Browser;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-demo-'));
  port = await freePort();
  browser = await openChromium();
});
afterAll(async () => {
  await browser.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<Demo> {
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, SHEETWIRE_PORT: String(port), SHEETWIRE_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGTERM'));
  const accounts = new Map<string, string>();
  const heard: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    heard.push(line);
    const [word, name = '', , password = ''] = line.split(' ');
    if (word === 'account') accounts.set(name, password);
    if (word === 'ready') return { child, accounts, url: name };
  }
  throw new Error(`the demo ended before it was ready: ${heard.join('\n')}`);
}

async function end({ child }: Demo): Promise<void> {
  child.stdout?.resume();
  child.kill('SIGINT');
  const [code] = await once(child, 'exit');
  assert.equal(code, 0);
}

async function openReport({ url, accounts }: Demo, name: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(`${url}/login`);
  await page.getByLabel(/username/i).fill(name);
  await page.getByLabel(/password/i).fill(accounts.get(name) ?? '');
  const answered = page.waitForResponse((answer) => answer.url().endsWith(login.path));
  await page.getByRole('button', { name: 'SUBMIT' }).click();
  assert.equal((await (await answered).finished()) ?? 'whole', 'whole');
  await page.goto(`${url}/DEMO/DESK/DAILY`);
  return page;
}

test('the demo shows a report whose cells change without a reload, and prints the same accounts again, whoever took its rights', async () => {
  const demo = await start();
  assert.deepEqual(
    [...demo.accounts.keys()],
    ['super', 'admin', 'publisher', 'interactor', 'viewer', 'nobody'].map((name) => `DEMO/${name}`),
  );
  const page = await openReport(demo, 'DEMO/viewer');
  const total = page.locator('[data-testid=report] [data-cell="H3"]');
  await total.waitFor();
  await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));
  const sheet = page.locator('[data-testid=report] table').first();
  let text = await sheet.innerText();
  for (let change = 0; change < 3; change++) {
    const before = text;
    await assertSoon(async () => {
      text = await sheet.innerText();
      return text !== before;
    });
  }
  assert.equal(await page.evaluate(() => 'isSameDocument' in globalThis), true);
  await takeRights(demo);
  await end(demo);

  const again = await start();
  assert.deepEqual([...again.accounts], [...demo.accounts]);
  await end(again);
});

/** Whoever tries the demo may take its publisher's rights: it goes on, and starts again, without them. */
async function takeRights(demo: Demo): Promise<void> {
  const page = await openReport(demo, 'DEMO/super');
  const headers = { 'sec-fetch-site': 'same-origin' };
  // It says so once, and may do so before the answer is here.
  const told = says(demo, "You don't have rights to publish");
  const taken = await page.request.post(`${demo.url}${assumeAdmin.path}`, { headers, data: { gropic: 'DEMO/DESK' } });
  assert.deepEqual(await taken.json(), {});
  await told;
}

/** Resolves once the demo prints this from now on. */
function says({ child }: Demo, words: string): Promise<void> {
  return new Promise((resolve) => {
    let printed = '';
    child.stdout?.on('data', (text) => {
      printed += text;
      if (printed.includes(words)) resolve();
    });
  });
}

async function assertSoon(isTrue: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + 20_000;
  while (performance.now() < until) if (await isTrue()) return;
  assert.fail('it did not happen');
}
