import type { Page } from 'playwright-core';

const longest = 60;

/** A keyboard is all that there is: Tab goes on until the control of this role and name has the focus. */
export async function tabTo(page: Page, role: Parameters<Page['getByRole']>[0], name: string): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: true }).first();
  await wanted.waitFor();
  for (let presses = 0; presses < longest; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reaches the ${role} ${name}`);
}

/** Goes there by Tab and presses a key, once it does something. */
export async function press(
  page: Page,
  [role, name]: readonly [role: Parameters<Page['getByRole']>[0], name: string],
  key = 'Enter',
): Promise<void> {
  await tabTo(page, role, name);
  await page.locator(':focus:not([aria-disabled=true])').waitFor();
  await page.keyboard.press(key);
}
