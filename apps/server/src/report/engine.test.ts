import { applyOps, type PageBody } from '@sheetwire/page/ops';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ann, daily, type EngineRig, engineRig, pagesOf, sheet, wholeOf } from './testing/engine-rig.ts';

let rig: EngineRig;
beforeEach(async () => {
  rig = await engineRig();
});
afterEach(() => rig.close());

test('the first publish is version 1 and every change adds one', async () => {
  expect(await rig.engine.publish(daily, wholeOf([sheet(['1', '2'])]))).toMatchObject({ version: 1, changed: true });
  expect(await rig.engine.publish(daily, wholeOf([sheet(['1', '3'])]))).toMatchObject({ version: 2, changed: true });
});

test('equal content keeps version and time', async () => {
  const first = await rig.engine.publish(daily, wholeOf([sheet(['1'])]));
  const again = await rig.engine.publish(daily, wholeOf([sheet(['1'])]));
  expect(again).toEqual({ ...first, changed: false });
  const spaced = wholeOf([{ ...sheet(['1']), html: sheet(['1']).html.replace('<td', '<td ') }]);
  expect(await rig.engine.publish(daily, spaced)).toEqual({ ...first, changed: false });
});

test('times are 17 digits and strictly rise', async () => {
  const times: string[] = [];
  for (let n = 0; n < 5; n++) times.push((await rig.engine.publish(daily, wholeOf([sheet([`${n}`])]))).time);
  expect(times.every((time) => /^\d{17}$/.test(time))).toBe(true);
  expect([...new Set(times)].sort()).toEqual(times);
});

test('a changed cell of a whole publish reaches viewers as one cell', async () => {
  await rig.engine.publish(daily, wholeOf([sheet(['1', '2', '3'])]));
  await rig.engine.publish(daily, wholeOf([sheet(['1', '5', '3'])]));
  expect(rig.steps.at(-1)).toMatchObject({ from: 1, to: 2, ops: [[0, 'c', 1, '5']] });
});

test('of edits of one cell the last counts, however its page is spelled', async () => {
  await rig.engine.publish(daily, wholeOf([sheet(['old', '2'])]));
  const edit = (page: string, html: string, s?: number) => ({ page, cell: 'A1', html, s });
  const patch = (baseVersion: number, cells: ReturnType<typeof edit>[]) =>
    rig.engine.patch(daily, { sender: ann, baseVersion, cells });
  expect(await patch(1, [edit('Positions', 'new'), edit('positions', 'old')])).toMatchObject({ changed: false });
  await patch(1, [edit('Positions', 'new', 1), edit(' POSITIONS', 'last')]);
  expect(rig.steps.at(-1)?.ops).toEqual([[0, 'c', 0, 'last', 1]]);
});

test('cells are published on the present version only', async () => {
  await rig.engine.publish(daily, wholeOf([sheet(['1', '2'])]));
  const cells = [{ page: 'positions', cell: 'A2', html: '9', s: 1 }];
  expect(await rig.engine.patch(daily, { sender: ann, baseVersion: 1, cells })).toMatchObject({ version: 2 });
  expect(rig.steps.at(-1)?.ops).toEqual([[0, 'c', 1, '9', 1]]);
  const stale = rig.engine.patch(daily, { sender: ann, baseVersion: 1, cells });
  await expect(stale).rejects.toMatchObject({ code: 'wrong_base_version', details: { have: 2 } });
});

test('a refused cell leaves every other cell as it was', async () => {
  await rig.engine.publish(daily, wholeOf([sheet(['1', '2'])]));
  const before = await pagesOf(rig);
  const cells = [
    { page: 'Positions', cell: 'A1', html: '7' },
    { page: 'Positions', cell: 'Z9', html: '8' },
  ];
  const refused = rig.engine.patch(daily, { sender: ann, baseVersion: 1, cells });
  await expect(refused).rejects.toMatchObject({ code: 'unknown_cell' });
  expect(await pagesOf(rig)).toEqual(before);
});

test('two pages of one name are refused and nothing is kept', async () => {
  const refused = rig.engine.publish(daily, wholeOf([sheet(['1']), sheet(['2'], 'POSITIONS')]));
  await expect(refused).rejects.toMatchObject({ code: 'page_names_equal' });
  expect(rig.engine.head(daily)).toBeUndefined();
});

test('a report comes back after a restart without a gap in its versions', async () => {
  await rig.engine.publish(daily, wholeOf([sheet(['1', '2'])]));
  const cells = [{ page: 'Positions', cell: 'A1', html: '4' }];
  await rig.engine.patch(daily, { sender: ann, baseVersion: 1, cells });
  const before = await pagesOf(rig);
  await rig.restart();
  expect(await pagesOf(rig)).toEqual(before);
  expect(await rig.engine.publish(daily, wholeOf([sheet(['5', '2'])]))).toMatchObject({ version: 3 });
});

test('an unchanged report is still unchanged after a restart', async () => {
  const first = await rig.engine.publish(daily, wholeOf([sheet(['1', '2'])]));
  await rig.restart();
  expect(await rig.engine.publish(daily, wholeOf([sheet(['1', '2'])]))).toEqual({ ...first, changed: false });
});

test('other metadata is a new version that viewers fetch whole', async () => {
  await rig.engine.publish(daily, wholeOf([sheet(['1'])], { desk: 'rates' }));
  await rig.engine.publish(daily, wholeOf([sheet(['1'])], { desk: 'credit' }));
  expect(rig.steps.at(-1)).toMatchObject({ from: 1, to: 2, ops: undefined });
});

test('a removed report shows nothing and goes on counting', async () => {
  await rig.engine.publish(daily, wholeOf([sheet(['1'])]));
  expect(await rig.engine.remove(daily, ann)).toBe(true);
  expect(await pagesOf(rig)).toEqual([]);
  expect(await rig.engine.remove(daily, ann)).toBe(false);
  expect(await rig.engine.publish(daily, wholeOf([sheet(['1'])]))).toMatchObject({ version: 3 });
});

test('the steps since a version lead to the newest one, from memory and after a restart from the store', async () => {
  await rig.engine.publish(daily, wholeOf([sheet(['0', '0', '0'])]));
  const held: PageBody[] = (await pagesOf(rig)).map((html) => ({ html, styles: ['color:red', 'color:blue'] }));
  for (let n = 1; n <= 20; n++) await rig.engine.publish(daily, wholeOf([sheet([`${n}`, `${n % 3}`, '0'])]));
  const newest = await pagesOf(rig);
  const replay = async () => {
    const steps = await rig.engine.stepsSince(daily, 1);
    const pages = steps?.reduce<PageBody[]>((bodies, step) => applyOps(bodies, step.ops ?? []), held);
    return pages?.map((page) => page.html);
  };
  expect(await replay()).toEqual(newest);
  await rig.restart();
  expect(await replay()).toEqual(newest);
});

test('a version that the log does not hold cannot be resumed from', async () => {
  await rig.engine.publish(daily, wholeOf([sheet(['1'])]));
  expect(await rig.engine.stepsSince(daily, 77)).toBeUndefined();
});

test('publishes at once are all kept, one after another', async () => {
  const values = Array.from({ length: 50 }, (_, n) => `${n}`);
  const published = await Promise.all(values.map((value) => rig.engine.publish(daily, wholeOf([sheet([value])]))));
  expect(published.map(({ version }) => version).sort((a, b) => a - b)).toEqual(values.map((_, n) => n + 1));
});

const change = { kind: 'delta', ops: [[0, 'c', 0, 'from another node']] } as const;

/** Another node's version, of which this one has not heard. */
function appendElsewhere(base: number): Promise<void> {
  const version = base + 1;
  return rig.stores.reports.append({ topic: daily, base, version, time: '20990101000000000', sender: ann, change });
}

test('a publish on top of a version that another node has overtaken is refused, and viewers get what they lack', async () => {
  await rig.engine.publish(daily, wholeOf([sheet(['1'])]));
  await appendElsewhere(1);
  const cells = [{ page: 'Positions', cell: 'A1', html: 'lost' }];
  const refused = rig.engine.patch(daily, { sender: ann, baseVersion: 1, cells });
  await expect(refused).rejects.toMatchObject({ code: 'wrong_base_version', details: { have: 2 } });
  expect((await pagesOf(rig))[0]).toContain('from another node');
  expect(rig.steps.slice(1)).toMatchObject([{ from: 1, to: 2, ops: change.ops }]);
  expect(await rig.engine.publish(daily, wholeOf([sheet(['2'])]))).toMatchObject({ version: 3 });
});

test('a whole publish that another node has overtaken is worked out anew, and tells its change alone', async () => {
  await rig.engine.publish(daily, wholeOf([sheet(['1', '2'])]));
  await appendElsewhere(1);
  expect(await rig.engine.publish(daily, wholeOf([sheet(['1', '3'])]))).toMatchObject({ version: 3 });
  expect(rig.steps.slice(1)).toMatchObject([
    { from: 1, to: 2, ops: change.ops },
    {
      from: 2,
      to: 3,
      ops: [
        [0, 'c', 0, '1'],
        [0, 'c', 1, '3'],
      ],
    },
  ]);
});

test('a private page is shown to its user in place of the common one', async () => {
  const pages = [sheet(['common']), { ...sheet(['for bob']), user: 'ACME/bob' }];
  await rig.engine.publish(daily, wholeOf(pages));
  expect((await pagesOf(rig)).length).toBe(2);
});
