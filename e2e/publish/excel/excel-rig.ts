import type { Caller } from '@sheetwire/client/caller';
import type { Output } from '@sheetwire/contract/call';
import { addIn } from '@sheetwire/contract/publishing/add-in';
import { report } from '@sheetwire/contract/reports';
import { fileOf } from '@sheetwire/live-book/test-support/book-file';
import { BookModel } from '@sheetwire/live-book/test-support/book-model';
import type { BookSpec, Edit } from '@sheetwire/live-book/test-support/book-spec';
import { shownIn } from '@sheetwire/live-book/test-support/shown-book';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { stubScript } from './stub-script.ts';

const officeJs = 'https://appsforoffice.microsoft.com/**';

interface ExcelOptions extends BrowserContextOptions {
  readonly book?: BookSpec;
  /** `PC`, `Mac` or `OfficeOnline`. */
  readonly platform?: string;
  readonly missing?: readonly string[];
  readonly path?: string;
}

/** A workbook of a desk: prices that viewers see, a formula, and a list that they choose from. */
export const deskBook: BookSpec = {
  sheets: [
    {
      name: 'Prices',
      cells: {
        A1: 'Item',
        B1: 'Price',
        A2: 'Bread',
        B2: { value: 2.5, format: '0.00' },
        A3: 'Milk',
        B3: { value: 1.25, format: '0.00' },
        A4: 'Total',
        B4: { formula: 'SUM(B2:B3)', format: '0.00' },
        A5: 'Region',
        B5: 'North',
      },
      lists: [{ area: 'B5', source: '"North,South,+1+1,@SUM(1)"' }],
    },
    { name: 'Notes', cells: { A1: 'Draft' } },
  ],
};

/** An Excel with a workbook open, as far as a browser can be one: the add-in's real pages, and an Office of our own. */
export class StubExcel {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors, and violations of the page's policy. */
  readonly faults: string[] = [];

  private constructor(context: BrowserContext, page: Page) {
    this.context = context;
    this.page = page;
  }

  static async open(browser: Browser, url: string, options: ExcelOptions = {}): Promise<StubExcel> {
    const { book = deskBook, platform = 'PC', missing = [], path = addIn.pane, ...profile } = options;
    const context = await browser.newContext({ viewport: { width: 320, height: 800 }, ...profile });
    code ??= stubScript();
    const script = await code;
    await context.route(officeJs, (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
    await context.exposeFunction('stubShown', async (spec: BookSpec, hasDecimalComma: boolean) =>
      [...(await shownIn(fileOf(spec), hasDecimalComma))].map(([name, cells]) => [name, [...cells]]),
    );
    await context.exposeFunction('stubBytes', async (spec: BookSpec) =>
      Buffer.from(await new BookModel(spec).bytes()).toString('base64'),
    );
    await context.addInitScript((given) => Object.assign(globalThis, { stubGiven: given }), {
      book,
      platform,
      missing,
    });
    const page = await context.newPage();
    const excel = new StubExcel(context, page);
    page.on('pageerror', (error) => excel.faults.push(String(error)));
    page.on('console', (message) => {
      if (/Content Security Policy|Refused to/.test(message.text())) excel.faults.push(message.text());
    });
    await page.goto(`${url}${path}`);
    return excel;
  }

  /** Somebody, or a feed, changes the workbook. */
  edit(...edits: Edit[]): Promise<void> {
    return this.page.evaluate((given) => window.stubEdit(...given), edits);
  }

  spec(): Promise<BookSpec> {
    return this.page.evaluate(() => window.stubSpec());
  }

  /** What the workbook's file would keep of the add-in, and what this computer does. */
  kept(): Promise<{ readonly document: string; readonly computer: string }> {
    return this.page.evaluate(() => ({
      document: `${localStorage.getItem('stub.document')} ${JSON.stringify(window.stubSpec())}`,
      computer: localStorage.getItem('stub.runtime sheetwire.credential') ?? '',
    }));
  }

  button(name: string) {
    return this.page.getByRole('button', { name, exact: true });
  }

  field(name: string) {
    return this.page.getByLabel(name, { exact: true });
  }

  /** Waits for words in the pane. */
  async says(words: string | RegExp): Promise<void> {
    await this.page.getByText(words).first().waitFor({ timeout: 20_000 });
  }

  async logIn(key: string): Promise<void> {
    await this.field('API key or token').fill(key);
    await this.button('Log in').click();
    await this.field('Report').waitFor();
  }

  async goLive(topic: string): Promise<void> {
    await this.field('Report').fill(topic);
    await this.button('Go live').click();
    await this.says(/^Live: version \d+$/);
  }

  close(): Promise<void> {
    return this.context.close();
  }
}

let code: Promise<string> | undefined;

/** The text of a cell as viewers see it. */
export async function cellOf(call: Caller, topic: string, cell: string): Promise<string | undefined> {
  const shown: Output<typeof report> = await call(report, { topic, returnReport: true });
  for (const page of shown.pages ?? []) {
    const found = new RegExp(`data-cell="${cell}"[^>]*>(.*?)</t[dh]>`).exec(page);
    if (found) return found[1]?.replace(/<[^>]+>/g, '');
  }
  return undefined;
}
