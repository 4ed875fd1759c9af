import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openChromium } from '../support/chromium.ts';
import { soakTest } from '../support/soak-test.ts';

const source = fileURLToPath(new URL('../../apps/web/src/features/shell/lost-focus.ts', import.meta.url));
/** Buttons named by what their press takes away; the first of a list is what the focus goes to when one of it goes. */
const content = `
  <a id="skip" href="#main">Skip</a>
  <main id="main">
    <button id="top">Top</button>
    <ul id="list">
      <li><button hidden>Hidden</button><button tabindex="-1">Passed over</button><button id="first">First</button></li>
      <li id="row"><button id="other">Other</button><button data-takes="row" id="takes-row">Remove</button></li>
      <li id="pair"><button id="beside">Beside</button><button data-takes="takes-itself" id="takes-itself">Close</button></li>
      <li><button data-takes="list" id="takes-list">Clear</button></li>
    </ul>
    <button data-takes="list" data-gives="skip" id="gives">Move on</button>
    <button data-takes="main" id="takes-page">Leave</button>
  </main>`;

let browser: Browser;
let page: Page;
let script: string;

beforeAll(async () => {
  browser = await openChromium();
  script = stripTypeScriptTypes(await readFile(source, 'utf8')).replace('export function', 'function');
});
afterAll(() => browser?.close());
beforeEach(async () => {
  page = await browser.newPage();
  await page.setContent(content);
  await page.addScriptTag({ content: `${script}\nwindow.endOfIt = catchLostFocus();` });
  await page.evaluate(() => {
    document.addEventListener('click', ({ target }) => {
      const { takes, gives } = target instanceof HTMLElement ? target.dataset : {};
      if (takes) document.getElementById(takes)?.remove();
      if (gives) document.getElementById(gives)?.focus();
    });
  });
  return () => page.close();
});

/** Presses it by a key, and answers what has the focus once two frames were drawn. */
async function pressed(id: string): Promise<string> {
  await page.locator('#top').focus();
  for (let presses = 0; (await focused()) !== id; presses++) {
    if (presses > 12) throw new Error(`Tab does not come to ${id}`);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  return settled();
}

function focused(): Promise<string> {
  return page.evaluate(() => document.activeElement?.id || (document.activeElement?.localName ?? ''));
}

async function settled(): Promise<string> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  return focused();
}

test.each([
  ['takes-itself', 'beside'],
  ['takes-row', 'first'],
  ['takes-list', 'top'],
])('what goes away with a key pressed on %s hands the focus to what stands nearest', async (id, nearest) => {
  expect(await pressed(id)).toBe(nearest);
});

test('who takes the focus along on purpose keeps it', async () => {
  expect(await pressed('gives')).toBe('skip');
});

soakTest('a page that goes as a whole leaves the focus to the browser', async () => {
  expect(await pressed('takes-page')).toBe('body');
});

test('who points is given no focus, and who presses a key after that is', async () => {
  await page.locator('#takes-itself').click();
  expect(await settled()).toBe('body');
  expect(await pressed('takes-row')).toBe('first');
});

soakTest('what goes away later takes the focus along no less', async () => {
  await page.locator('#top').focus();
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('first');
  await page.evaluate(() => document.getElementById('first')?.parentElement?.remove());
  expect(await settled()).toBe('other');
});

soakTest('once it has ended nothing is given', async () => {
  await page.evaluate('window.endOfIt()');
  expect(await pressed('takes-row')).toBe('body');
});
