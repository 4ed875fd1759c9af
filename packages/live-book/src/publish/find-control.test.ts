import { readWorkbook, renderPages } from '@sheetwire/sheet/publish-pages';
import { expect, test } from 'vitest';
import { Stage } from '../suite/stage.ts';
import { BookModel } from '../test-support/book-model.ts';
import { type BookSpec, dressed } from '../test-support/book-spec.ts';
import { memoryBook } from '../test-support/memory-book.ts';

const list = { area: 'B1', source: '"North,South"' };
const alike = ['売上', '費用', 'Q 1', 'Q-1', 'Prices'];
/** Sheets whose names differ only in signs that controls cannot have; some are hidden, and one has no control. */
const book: BookSpec = {
  sheets: [
    { name: '合計', cells: { A1: 'none' } },
    { name: '控え', isHidden: true, cells: { A1: 'x', B1: 'North' }, lists: [list] },
    { name: 'Q.1', isHidden: true, cells: { A1: 'x', B1: 'North' }, lists: [list] },
    ...alike.map((name) => ({ name, cells: { A1: name, B1: 'North' }, lists: [list] })),
  ],
};

function staged(model: BookModel): Stage {
  return new Stage({
    book: memoryBook(model),
    apply: async (...edits) => {
      for (const edit of edits) model.apply(edit);
    },
    type: () => undefined,
    closeBook: () => undefined,
    stop: async () => undefined,
  });
}

/** The control of each page, as viewers get it. */
async function controlsOfPages(model: BookModel, pages?: readonly string[]): Promise<Map<string, string>> {
  const selection = { takesEntries: true, ...(pages && { pages: pages.map((range) => ({ range })) }) };
  const report = renderPages(await readWorkbook(await model.bytes()), selection);
  return new Map(
    report.pages.flatMap(({ name, html }) => {
      const control = /data-control="([^"]+)"/.exec(html)?.[1];
      return control === undefined ? [] : [[name, control]];
    }),
  );
}

function heldIn({ spec }: BookModel): unknown[] {
  return spec.sheets.flatMap(({ name, cells }) => (dressed(cells.B1).value === 'South' ? [name] : []));
}

test('an entry goes to the cell that its page shows, however alike sheets are called and whichever are shown', async () => {
  for (const pages of [undefined, ['費用', 'Q-1', 'Prices']]) {
    const controls = await controlsOfPages(new BookModel(book), pages);
    expect([...controls.keys()]).toEqual(pages ?? alike);
    for (const [sheet, control] of controls) {
      const model = new BookModel(book);
      const stage = await staged(model).start();
      const heard = stage.portal.leases.enter(control, 'South');
      await stage.rest(0);
      expect([sheet, await heard, heldIn(model)]).toEqual([sheet, { status: 'updated' }, [sheet]]);
      await stage.stop();
    }
  }
});

test('an entry by the place of a cell waits until viewers see the sheets as they are', async () => {
  const model = new BookModel(book);
  const stage = await staged(model).start();
  const { portal } = stage;
  const control = (await controlsOfPages(model)).get('Prices') ?? '';
  // What viewers call Prices is another sheet by now.
  model.apply({ renameSheet: 'Prices', to: 'Old' });
  model.apply({ renameSheet: 'Q 1', to: 'Prices' });
  const before = [...portal.shown.keys()];
  const seen: string[][] = [];
  model.onEdit((edit) => {
    if ('set' in edit) seen.push([...portal.shown.keys()]);
  });
  const heard = portal.leases.enter(control, 'South');
  for (let waited = 0; waited < 4; waited++) await stage.rest();
  expect([await heard, heldIn(model)]).toEqual([{ status: 'updated' }, ['Prices']]);
  // When it was written viewers saw the workbook as it is.
  const now = model.spec.sheets.map(({ name }) => name);
  expect([seen, before.includes('Q 1'), now.includes('Q 1')]).toEqual([[now], true, false]);
  await stage.stop();
});
