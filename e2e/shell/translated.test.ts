import { publishReport } from '@sheetwire/contract/publish';
import type { Browser, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { cell, openReport, signedIn } from '../live/viewer-page.ts';
import type { Portal } from '../support/portal.ts';
import { browserRig } from '../support/portal-rig.ts';
import { upToDate } from '../support/up-to-date.ts';

const user = 'DEMO/viewer';
const topic = 'DEMO/DESK/TRANSLATED';

let portal: Portal;
let browser: Browser;
let password: string;
let page: Page;

browserRig(async (rig) => {
  ({ portal, browser } = rig);
  password = await portal.addUser(user);
  await publish('1.25');
});

beforeEach(async () => {
  const context = await signedIn(browser, portal.url, { user, password });
  page = await openReport(context, portal.url, `${topic}?paused=true`);
  await page.getByText('(paused)').waitFor();
  return () => context.close();
});

async function publish(figure: string): Promise<void> {
  const { call } = await portal.publisher('DEMO/publisher');
  const html = `<table><tbody><tr><td data-cell="A1" data-num="">${figure}</td></tr></tbody></table>`;
  await call(publishReport, { topic, pages: [{ name: 'Only', html }] });
}

/** As translators of browsers do: each text that may be translated goes, and elements with other words come for it. */
function translatePage(): Promise<void> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) if (text instanceof Text) found.push(text);
    for (const text of found) {
      if (text.data.trim() === '' || text.parentElement?.translate !== true) continue;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.append(text.data);
      outer.append(inner);
      text.replaceWith(outer);
    }
  });
}

test('a browser that translates pages leaves what it says of the state to be true', async () => {
  await publish('1.50');
  await page.getByText('1 version behind').waitFor();
  await translatePage();
  for (const figure of ['1.75', '2.00']) await publish(figure);
  await page.getByText('3 versions behind').waitFor();
  await page.getByRole('button', { name: 'Update Live' }).click();
  await cell(page, 'A1').getByText('2.00').waitFor();
  await page.getByText(upToDate).waitFor();
  expect(await page.getByText('(paused)').count()).toBe(0);
});
