import type { Page } from 'playwright-core';

/**
 * From now on the page notes by its own clock when a cell of its report first says this; the answer tells how many ms
 * that was after another page began its call of this path. What drives the pages takes its own time, which is not in it.
 */
export async function shownAfter(page: Page, text: string, caller: Page, path: string): Promise<() => Promise<number>> {
  const answered = caller.waitForResponse(`**${path}`);
  const shown = await page.getByTestId('report').evaluateHandle(({ shadowRoot: root }, wanted) => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const look = () => {
      const cells = [...(root?.querySelectorAll('td') ?? [])];
      if (cells.some(({ textContent }) => textContent === wanted)) resolve(performance.timeOrigin + performance.now());
    };
    if (root) new MutationObserver(look).observe(root, { childList: true, subtree: true, characterData: true });
    return { promise };
  }, text);
  return async () => {
    const { startTime } = (await answered).request().timing();
    return (await shown.evaluate(({ promise }) => promise)) - startTime;
  };
}
