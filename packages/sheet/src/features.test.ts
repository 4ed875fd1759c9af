import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readWorkbook, renderPages } from './publish-pages.ts';
import { featuresOf, heldIn, shownIn } from './test-support/features.ts';

const data = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'data', 'xlsx');
const isThere = existsSync(data);
/** Larger ones take longer than they tell: the soak looks into them, and `corpus.test.ts` publishes them. */
const most = process.env.SHEETWIRE_SOAK === 'yes' ? Number.POSITIVE_INFINITY : 500_000;
const files = isThere
  ? globSync('*/*.xlsx', { cwd: data }).filter((file) => statSync(join(data, file)).size < most)
  : [];

describe.runIf(isThere)('what real workbooks hold', () => {
  test.each(files)('of %s everything over its cells is drawn or named', async (file) => {
    const bytes = readFileSync(join(data, file));
    const book = await readWorkbook(bytes);
    const report = renderPages(book, { takesEntries: true }, { topic: 'ACME/SALES/DAILY' });
    const drawn = shownIn(report.pages.map(({ html }) => html).join(''));
    const shown = new Map([...drawn, ...heldIn(book, report.pages)]);
    const missing: string[] = [];
    for (const [what, count] of featuresOf(bytes)) {
      const named = (report.notShown ?? []).filter((one) => one.what === what).reduce((sum, one) => sum + one.count, 0);
      if ((shown.get(what) ?? 0) + named < count)
        missing.push(`${what}: ${count}, ${shown.get(what)} shown, ${named} named`);
    }
    expect(missing).toEqual([]);
  });
});
