import type { SheetValues } from '@sheetwire/contract/publish';
import { branded } from '@sheetwire/rules/name';
import type { Topic } from '@sheetwire/rules/topic';
import {
  randomBook,
  randomColumns,
  randomRows,
  randomSheet,
  setValue,
} from '@sheetwire/sheet/test-support/random-book';
import { LiveBook } from '@sheetwire/sheet/values/live-book';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReportState } from '../report-state.ts';
import { ann, type EngineRig, engineRig } from '../testing/engine-rig.ts';

const now = new Date(2026, 10, 23);
let rig: EngineRig;
beforeAll(async () => {
  rig = await engineRig();
});
afterAll(() => rig.close());

const change = fc.record({ row: fc.nat(randomRows - 1), column: fc.nat(randomColumns - 1), value: setValue });
const sets = fc.array(fc.array(change, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 8 });

let count = 0;
const newTopic = (): Topic => branded<'Topic'>(`ACME/DESK/BOOK ${count++}`);
const ok = () => undefined;

function publishWhole(topic: Topic, bytes: Uint8Array<ArrayBuffer>) {
  const body = Buffer.from(bytes);
  const none = { metadata: undefined, holdControls: undefined, viewSecret: undefined, publishSecret: undefined };
  const parse = () => ({ ...none, pages: JSON.parse(body.toString()).pages });
  return rig.engine.publish(topic, { sender: ann, body, parse, secretsOf: () => none });
}

function pagesOf(state: ReportState | undefined) {
  return state?.pages.map(({ name, html, styles, bytes }) => ({ name, html, styles: [...styles], bytes }));
}

test('the steps of values make the pages that publishing them whole makes', async () => {
  const taken = { steps: 0, whole: 0 };
  await fc.assert(
    fc.asyncProperty(randomSheet, sets, async (sheet, all) => {
      const [stepped, whole] = [newTopic(), newTopic()];
      const head = { topic: stepped, metadata: {} };
      const source = { bytes: randomBook(sheet), name: 'a.xlsx', selection: {}, records: [] };
      let book = await LiveBook.read(source, { now, topic: stepped });
      for (const changes of all) {
        const cells = changes.map(({ row, column, value }): NonNullable<SheetValues['cells']>[number] => [
          `${'ABCDEF'[column]}${row + 1}`,
          value ?? null,
        ]);
        const next = book.with([{ name: 'Sheet1', cells }])?.book;
        if (!next) continue;
        book = next;
        const { steps, body } = book.render(head, now);
        const published = steps && (await rig.engine.step(stepped, { sender: ann, stillMay: ok, follows: ok, steps }));
        taken[published ? 'steps' : 'whole']++;
        if (!published) await publishWhole(stepped, body().body);
        await publishWhole(whole, body().body);
        const [one, other] = [await rig.engine.read(stepped, pagesOf), await rig.engine.read(whole, pagesOf)];
        expect(one).toEqual(other);
      }
    }),
    // The long form has all of them.
    { numRuns: process.env.SHEETWIRE_SOAK === undefined ? 40 : 100 },
  );
  expect(taken.steps).toBeGreaterThan(taken.whole / 2);
}, 120_000);

test('steps that do not fit the report in memory, or would make too many at once, are published whole', async () => {
  const topic = newTopic();
  const page = { name: 'P', html: '<table><tr><td data-cell="A1">1</td></tr></table>', styles: ['color:red'] };
  await publishWhole(topic, new TextEncoder().encode(JSON.stringify({ pages: [page] })));
  const step = (...steps: Parameters<typeof rig.engine.step>[1]['steps'][number]['steps']) =>
    rig.engine.step(topic, { sender: ann, stillMay: ok, follows: ok, steps: [{ page: 0, steps }] });
  expect(await step({ kind: 'style', number: 5, css: 'color:blue' })).toBeUndefined();
  expect(await step({ kind: 'cell', cell: 9, html: 'x' })).toBeUndefined();
  expect(await step({ kind: 'cell', cell: 0, html: '<input type="checkbox" data-control="C">' })).toBeUndefined();
  expect(await step({ kind: 'row', row: 7, html: '<tr><td>x</td></tr>' })).toBeUndefined();
  expect(await step({ kind: 'row', row: 0, html: '<tr><td rowspan="2">x</td></tr>' })).toBeUndefined();
  expect(await step({ kind: 'cell', cell: 0, html: 'x'.repeat(70_000) })).toBeUndefined();
  expect(await step({ kind: 'cell', cell: 0, html: '1' })).toMatchObject({ changed: false, version: 1 });
  expect(await step({ kind: 'cell', cell: 0, html: '<script>x</script>2' })).toMatchObject({ version: 2 });
  expect((await rig.engine.read(topic, pagesOf))?.[0]?.html).toContain('>2</td>');
});
