import type { Page } from 'playwright-core';
import type { State } from './camera.ts';
import { daily } from './viewer-choosing.ts';
import { live } from './viewer-report.ts';
import type { ViewerSite } from './viewer-site.ts';

/** A report's past: the strip, a moment of it, and what is before all that is kept. */
export function timeStates(site: ViewerSite): State[] {
  return [
    { name: 'time-live', darkPhone: true, go: openStrip },
    {
      name: 'time-past',
      darkPhone: true,
      async go(page: Page) {
        await openStrip(page);
        await page.keyboard.press('Shift+ArrowLeft');
        await inThePast(page);
        for (let n = 0; n < 3; n++) await site.tick();
      },
    },
    {
      name: 'time-hovered',
      async go(page: Page) {
        await openStrip(page);
        const box = await page.getByTestId('time').getByRole('slider').boundingBox();
        if (!box) throw new Error('No strip');
        await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
        await inThePast(page);
      },
    },
    {
      name: 'time-playing',
      darkPhone: true,
      async go(page: Page) {
        await openStrip(page);
        await page.keyboard.press('Home');
        await inThePast(page);
        await page.getByRole('button', { name: '1×', exact: true }).click();
        await page.getByRole('button', { name: 'Play' }).click();
        await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
      },
    },
    {
      name: 'time-disconnected',
      async go(page: Page) {
        await openStrip(page);
        await page.keyboard.press('ArrowLeft');
        await inThePast(page);
        site.goAway();
        await page.getByTestId('time').getByText('Disconnected').waitFor();
      },
    },
    {
      name: 'time-printed',
      scrollsWindow: true,
      async go(page: Page) {
        await openStrip(page);
        await page.keyboard.press('ArrowLeft');
        await inThePast(page);
        if ((page.viewportSize()?.width ?? 0) > 720) await page.emulateMedia({ media: 'print' });
      },
    },
    {
      name: 'time-not-kept',
      path: `${daily}?at=2020-01-02T03:04:05Z`,
      darkPhone: true,
      go: (page: Page) => page.getByText('Nothing is kept from before').waitFor(),
    },
  ].map((state) => ({ user: 'viewer', path: daily, ...state }));
}

async function openStrip(page: Page): Promise<void> {
  await live(page);
  await page.getByRole('button', { name: 'Time', exact: true }).click();
  await page.locator('.time-track .usual[d^=M]').waitFor({ state: 'attached' });
}

async function inThePast(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Back to live' }).waitFor();
  await page.locator('.viewer[data-past]').waitFor();
}
