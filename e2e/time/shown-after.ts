import type { Page } from 'playwright-core';

interface Wanted {
  /** What a cell of the page's report is to say. */
  readonly text: string;
  /** The page whose call brings it, and the path of that call. */
  readonly caller: Page;
  readonly path: string;
}

/**
 * From now on the page notes by its own clock when a cell of its report first says this; the answer tells how many ms
 * that was after the caller began its call. The time of what drives the pages is not in it.
 */
export async function shownAfter(page: Page, { text, caller, path }: Wanted): Promise<() => Promise<number>> {
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
