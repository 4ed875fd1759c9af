import type { Page } from 'playwright-core';
import { axeFindings } from '../viewer/desk.ts';

const wide = { width: 1440, height: 900 };
const looks = [
  ['light', { colorScheme: 'light' }, wide],
  ['dark', { colorScheme: 'dark' }, wide],
  ['forced colours', { colorScheme: 'dark', forcedColors: 'active' }, wide],
  ['390 px', { colorScheme: 'light', forcedColors: 'none' }, { width: 390, height: 844 }],
] as const;

/** What axe finds on a page as it stands in each look, and where it is wider than its window. */
export async function faultsInEveryLook(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, media, size] of looks) {
    await page.emulateMedia(media);
    await page.setViewportSize(size);
    faults.push(...(await axeFindings(page)).map((finding) => `${name}: ${finding}`));
    const isCut = await page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('main')].some((box) => box.scrollWidth > box.clientWidth),
    );
    if (isCut) faults.push(`${name}: wider than the window`);
  }
  await page.emulateMedia({ colorScheme: null, forcedColors: null });
  await page.setViewportSize(wide);
  return faults;
}
