import { gropicPerms } from '@sheetwire/contract/admin';
import { publishReport } from '@sheetwire/contract/publish';
import { report } from '@sheetwire/contract/reports';
import type { BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { boss } from '../admin/admin-site.ts';
import { forgetNewFeatures } from '../support/old-browser.ts';
import { soakTest } from '../support/soak-test.ts';
import { type ControlsSite, control, ivy, jon, startControlsSite, topic, usable, vera } from './controls-site.ts';

let site: ControlsSite;
beforeAll(async () => {
  site = await startControlsSite();
  const { call } = await site.portal.publisher(boss);
  const rows = form.map(
    (cell, n) => `<tr><td data-cell="A${n + 1}">Label ${n}</td><td data-cell="B${n + 1}">${cell}</td></tr>`,
  );
  const html = `<table><tbody>${rows.join('')}</tbody></table>`;
  await call(publishReport, { topic, pages: [{ name: 'Form', html }] });
});
afterAll(async () => {
  await site?.stop();
  expect(site.faults).toEqual([]);
});

/** Controls of every kind; the publisher closed the last. */
const form = [
  '<textarea data-control="Note">first</textarea>',
  '<select data-control="Region"><option>North<option>South</select>',
  '<input type="checkbox" data-control="Approve">',
  '<input type="date" data-control="Due" value="2026-11-20">',
  '<button data-control="Run">Run</button>',
  '<textarea data-control="Held" data-submit-tag="one">held</textarea><button data-submit="one">Submit</button>',
  '<button data-control="Shut" disabled>Shut</button>',
];
const names = ['Note', 'Region', 'Approve', 'Due', 'Run', 'Held', 'one', 'Shut'];

declare global {
  interface Window {
    /** Of each control, whether it could be used: every change, after each change of the document and each frame. */
    shownUse?: Record<string, boolean[]>;
  }
}

async function recordUse(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const use: Record<string, boolean[]> = {};
    window.shownUse = use;
    const look = () => {
      const root = document.querySelector('[data-testid=report]')?.shadowRoot;
      for (const element of root?.querySelectorAll<HTMLButtonElement>('[data-control], [data-submit]') ?? []) {
        const name = element.dataset.control ?? element.dataset.submit ?? '';
        const seen = use[name] ?? [];
        use[name] = seen;
        if (seen.at(-1) !== !element.disabled) seen.push(!element.disabled);
      }
    };
    const each = () => {
      look();
      requestAnimationFrame(each);
    };
    requestAnimationFrame(each);
  });
}

const useOf = (page: Page) => page.evaluate(() => window.shownUse ?? {});

/** Calls of these addresses wait until they are let go. */
async function holdBack(context: BrowserContext, address: string | RegExp): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isHeld = true;
  await context.route(address, (route) => {
    if (!isHeld) return route.continue();
    held.push(route);
    return undefined;
  });
  return async () => {
    isHeld = false;
    await Promise.all(held.map((route) => route.continue()));
  };
}

const closedOnly = Object.fromEntries(names.map((name) => [name, [false]]));

/** A visitor whose next page is recorded. */
async function visitor(name: string): Promise<Page> {
  const page = await site.open(name, {}, '/help');
  await recordUse(page.context());
  return page;
}

test('who may not interact sees every control closed from the first frame on, also before any script has come', async () => {
  const page = await visitor(vera);
  const context = page.context();
  const letScripts = await holdBack(context, /\.js(?:$|\?)/);
  const letControls = await holdBack(context, /open-controls/);
  const opened = page.goto(`${site.url}/${topic}`, { waitUntil: 'commit' });
  await control(page, 'Note').waitFor();
  await expect.poll(() => useOf(page)).toEqual(closedOnly);
  await letScripts();
  await opened;
  await page
    .getByText(/^(Live|Published)/, { exact: false })
    .first()
    .waitFor();
  await expect.poll(() => control(page, 'Note').getAttribute('title')).not.toBe(null);
  expect(await useOf(page)).toEqual(closedOnly);
  const scriptCame = page.waitForResponse(/open-controls/);
  await letControls();
  await scriptCame;
  await expect.poll(() => control(page, 'Note').getAttribute('aria-label')).toBe('Label 0');
  expect(await useOf(page)).toEqual(closedOnly);
  await context.close();
});

test('who may interact finds them open once that is known, and none is closed again when their script comes', async () => {
  const page = await visitor(ivy);
  const context = page.context();
  const letAnswer = await holdBack(context, `**${report.path}`);
  const letControls = await holdBack(context, /open-controls/);
  await page.goto(`${site.url}/${topic}`);
  await control(page, 'Note').waitFor();
  await expect.poll(() => useOf(page)).toEqual(closedOnly);
  await letAnswer();
  await usable(page, 'Note');
  await control(page, 'Note').fill('before the script');
  await letControls();
  await expect.poll(() => control(page, 'Shut').getAttribute('title')).not.toBe(null);
  const opened = Object.fromEntries(names.map((name) => [name, [false, true]]));
  expect(await useOf(page)).toEqual({ ...opened, one: [false], Shut: [false] });
  expect(await control(page, 'Note').inputValue()).toBe('before the script');
  await context.close();
});

soakTest('a cell that is written anew keeps a closed control closed', async () => {
  const page = await visitor(vera);
  await page.goto(`${site.url}/${topic}`);
  await expect.poll(() => control(page, 'Note').getAttribute('title')).not.toBe(null);
  const { call } = await site.portal.publisher(boss);
  const cells = form.map(
    (cell, n) =>
      `<tr><td data-cell="A${n + 1}">Label ${n}</td><td data-cell="B${n + 1}">${cell.replace('first', 'second')}</td></tr>`,
  );
  await call(publishReport, {
    topic,
    pages: [{ name: 'Form', html: `<table><tbody>${cells.join('')}</tbody></table>` }],
  });
  await expect.poll(() => control(page, 'Note').inputValue()).toBe('second');
  expect(await useOf(page)).toEqual(closedOnly);
  await page.context().close();
});

soakTest('where the browser needs a script to write cells, nothing is called live before it is there', async () => {
  const page = await visitor(vera);
  const context = page.context();
  await forgetNewFeatures(context);
  const letWriting = await holdBack(context, /\/purify/);
  const asked = page.waitForResponse(`**${report.path}`);
  await page.goto(`${site.url}/${topic}`);
  await asked;
  const { call } = await site.portal.publisher(boss);
  const html = '<table><tbody><tr><td data-cell="A1">Limit</td><td data-cell="B1"><b>41</b></td></tr></tbody></table>';
  await call(publishReport, { topic, pages: [{ name: 'Form', html }] });
  const chip = page.locator('.published .chip');
  const cell = page.getByTestId('report').locator('[data-cell=B1]');
  const shown = async () => [await chip.allInnerTexts(), await cell.allInnerTexts()].join();
  expect(await shown()).not.toContain('Live');
  await letWriting();
  await expect.poll(shown).toBe('Live,41');
  await context.close();
});

soakTest('a control that waited for one in use is closed when the right to interact went meanwhile', async () => {
  const page = await visitor(jon);
  await holdBack(page.context(), /open-controls/);
  const { call } = await site.portal.publisher(boss);
  const publish = (heading: string) => {
    const html = `<h2>${heading}</h2><p><textarea data-control="Note">first</textarea></p>`;
    return call(publishReport, { topic, pages: [{ name: 'Form', html: heading === '' ? html.slice(9) : html }] });
  };
  const heading = (name: string) => page.getByTestId('report').getByRole('heading', { name }).waitFor();
  await publish('');
  await page.goto(`${site.url}/${topic}`);
  await (await usable(page, 'Note')).fill('typing');
  await publish('One');
  await heading('One');
  const lists = { viewers: [boss, ivy, jon, vera], publishers: [boss], admins: [boss] };
  await site.call(boss, gropicPerms, { gropic: topic, ...lists, interactors: [ivy] });
  await expect.poll(() => control(page, 'Note').isDisabled()).toBe(true);
  await publish('Two');
  await heading('Two');
  expect(await control(page, 'Note').isDisabled()).toBe(true);
  expect((await useOf(page)).Note?.at(-1)).toBe(false);
  await site.call(boss, gropicPerms, { gropic: topic, ...lists, interactors: [ivy, jon] });
  await page.context().close();
});
