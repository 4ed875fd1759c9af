import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { behindDrawings } from '@sheetwire/page/drawing';
import { describe, expect, test } from 'vitest';
import { readWorkbook, renderPages } from '../publish-pages.ts';
import { plainOf } from './page/tags.ts';
import { makeBook, type ShownPage } from './report-book.ts';
import { finish } from './test-support/finish.ts';
import { writeXlsx } from './write-xlsx.ts';

const data = join(import.meta.dirname, '..', '..', '..', '..', '..', 'shared', 'data', 'xlsx');
const isThere = existsSync(data);
/** The largest ones would take longer than they tell. */
const most = 100_000;
const files = isThere
  ? globSync('*/*.xlsx', { cwd: data }).filter((file) => statSync(join(data, file)).size < most)
  : [];
if (!isThere) process.stderr.write(`The sample workbooks are not in ${data}: their tests do not run.\n`);
const facts = { topic: 'DEMO/DESK/DAILY', publishedAt: undefined, sender: '', shownDate: null, metadata: {} };

const blank = { name: '', html: '', styles: [] };

/** The texts of a page's cells in order, those of empty cells left out. */
function textsOf({ html }: ShownPage): string[] {
  const cells = [...html.matchAll(/<(t[dh])(?:>| [^>]*>)(.*?)<\/\1>/gs)];
  const texts = cells.map(([, , inner = '']) =>
    plainOf(
      inner
        .slice(behindDrawings(inner))
        .replace(/<br>/g, '\n')
        .replace(/<[^>]*>/g, ''),
    ).trim(),
  );
  return texts.filter((text) => text !== '');
}

describe.runIf(isThere)('taken along and published again', () => {
  test.each(files)('%s shows the same texts', async (file) => {
    const { pages } = renderPages(await readWorkbook(readFileSync(join(data, file))));
    const shown = pages.filter(({ name }) => name.toUpperCase() !== 'METADATA');
    const book = finish(makeBook({ pages: shown, facts, baseUrl: 'https://portal.example' }));
    const bytes = new Uint8Array(await new Blob(finish(writeXlsx(book))).arrayBuffer());
    const again = renderPages(await readWorkbook(bytes)).pages;
    // A sheet without a cell is no page.
    for (const page of shown) {
      expect(textsOf(again.find(({ name }) => name === page.name) ?? blank)).toEqual(textsOf(page));
    }
  });
});
