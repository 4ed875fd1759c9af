import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { isSoak } from './soak.ts';

/** The rules that look at colours: a page in another scheme is the same page to all the others. */
const ofColours = ['color-contrast', 'link-in-text-block'];
const plain = { colorScheme: 'light', contrast: 'no-preference', forcedColors: 'none' } as const;
const schemes = [
  ['dark', { ...plain, colorScheme: 'dark' }],
  ['high contrast', { ...plain, contrast: 'more' }],
  ['dark high contrast', { ...plain, colorScheme: 'dark', contrast: 'more' }],
  ['forced colours', { ...plain, colorScheme: 'dark', forcedColors: 'active' }],
] as const;

/** Without the soak those that differ most from the light: the others are between them. */
const shortly = schemes.filter(([name]) => name === 'dark' || name === 'forced colours');

/** What axe finds against WCAG 2.2 AA and its own best practice. */
export async function axeFindings(page: Page): Promise<string[]> {
  return findings(page, await axe(page));
}

/** What axe finds on a page as it stands, and whether something is cut off. */
export async function faultsOf(page: Page): Promise<string[]> {
  return [...(await axeFindings(page)), ...(await whatIsCut(page))];
}

/** The same in the light, and in every other scheme what is of colours. */
export async function faultsInEveryScheme(page: Page): Promise<string[]> {
  await page.emulateMedia(plain);
  const faults = await faultsOf(page);
  for (const [name, media] of isSoak ? schemes : shortly) {
    await page.emulateMedia(media);
    const found = [...(await findings(page, (await axe(page)).withRules(ofColours))), ...(await whatIsCut(page))];
    faults.push(...found.map((fault) => `${name}: ${fault}`));
  }
  await page.emulateMedia(plain);
  return faults;
}

/** Axe comes into a page once. Looking for no frames, of which the portal has none, it opens no second page either. */
async function axe(page: Page): Promise<AxeBuilder> {
  const isThere = await page.evaluate(() => 'axe' in window);
  const builder = new AxeBuilder(isThere ? { page, axeSource: 'undefined' } : { page });
  return builder.options({ resultTypes: ['violations'] }).setLegacyMode();
}

async function findings(page: Page, builder: AxeBuilder): Promise<string[]> {
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    // One whose element goes meanwhile is cancelled, which is an end too.
    return Promise.allSettled(ending.map((animation) => animation.finished)).then(() => undefined);
  });
  const { violations } = await builder.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

/** Whether something is wider than its window, or a date is broken at its hyphens. */
export function whatIsCut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const boxes = [document.documentElement, ...document.querySelectorAll('main')];
    const broken = [...document.querySelectorAll('time')].filter((time) => time.getClientRects().length > 1);
    return [
      ...(boxes.some((box) => box.scrollWidth > box.clientWidth) ? ['wider than the window'] : []),
      ...broken.map(({ textContent }) => `${textContent} is broken`),
    ];
  });
}
