import { gzipSync } from 'node:zlib';
import { limits } from '@sheetwire/contract/limits';
import type { Op } from '@sheetwire/contract/live';
import type { PublishedPage } from '@sheetwire/contract/publish';
import { applyOps, type PageBody } from '@sheetwire/page/ops';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cleanPage } from './clean/clean-page.ts';
import { createCleanPool } from './clean/pool.ts';
import { CleanRefusal } from './clean/refusal.ts';
import { diffPages } from './compare/diff-page.ts';
import { holdValue } from './held/holding.ts';
import { makeCleaner } from './make-cleaner.ts';
import { ann, daily, type EngineRig, engineRig, pagesOf, sheet, wholeOf } from './testing/engine-rig.ts';

let rig: EngineRig;
beforeEach(async () => {
  rig = await engineRig();
});
afterEach(() => rig.close());

const STYLES = ['color:red'];
const control = (n: number) => (n % 50 === 0 ? `<input type=checkbox data-control=C${n}>` : '');
const row = (n: number, text: string) =>
  `<tr><td data-cell=A${n} data-s=0>${text}${control(n)}<td data-cell=B${n}>${n}</tr>`;
function page(rows: readonly string[]): PublishedPage {
  return {
    name: 'Long',
    html: `<table><tbody>${rows.map((text, n) => row(n, text)).join('')}</table>`,
    styles: STYLES,
  };
}
const texts = Array.from({ length: 3000 }, (_, n) => `text ${n}`);

/** Publishes a body that must not be parsed here. */
function publish(pages: readonly PublishedPage[]) {
  const whole = wholeOf(pages);
  const parse = vi.fn(whole.parse);
  return rig.engine.publish(daily, { ...whole, parse }).finally(() => expect(parse).not.toHaveBeenCalled());
}

const clean = (pages: readonly PublishedPage[]): PageBody[] =>
  pages.map(({ html, styles = [] }) => ({ html: cleanPage(html).html, styles }));

test('a long report is read, cleaned, cut and compared on a thread, with the outcome that it has in place', async () => {
  let shown = clean([page(texts)]);
  await publish([page(texts)]);
  const versions = [
    texts.with(7, 'other'),
    ['new', ...texts.slice(0, -1)],
    texts.map((text, n) => (n % 3 === 0 ? `${text}!` : text)),
    texts.slice(0, 2000),
  ];
  for (const rows of versions) {
    await publish([page(rows)]);
    const ops = rig.steps.at(-1)?.ops;
    shown = ops ? applyOps(shown, ops) : clean([page(rows)]);
    expect(shown).toEqual(clean([page(rows)]));
    expect(await pagesOf(rig)).toEqual(shown.map(({ html }) => html));
  }
  const facts = await rig.engine.read(daily, (state) => {
    const own = state?.pages[0];
    return [own?.numberOf('B1999'), own?.numberOf('B2000'), own?.control('C50')?.cell, own?.bytes, own?.controlCount];
  });
  expect(facts).toEqual([3999, undefined, 100, Buffer.byteLength(shown[0]?.html ?? ''), 40]);
  expect(rig.steps[1]?.ops).toEqual([[0, 'c', 14, 'other']]);
});

test('a report is the same after a restart, and the bytes of a long one tell what changed', async () => {
  await publish([page(texts)]);
  await rig.restart();
  expect(await publish([page(texts)])).toMatchObject({ version: 1, changed: false });
  expect(await publish([page(texts.with(5, 'x'))])).toMatchObject({ version: 2 });
  expect(rig.steps.at(-1)?.ops).toEqual([[0, 'c', 10, 'x']]);
});

test('a short body of packed pages is unpacked on a thread', async () => {
  const { html, ...rest } = page(texts);
  await publish([{ ...rest, html: gzipSync(html).toString('base64') }]);
  expect(await pagesOf(rig)).toEqual(clean([page(texts)]).map((body) => body.html));
});

test.each(['\\u00484sI', 'H\\u0034sI', 'H4\\u0073I', 'H4s\\u0049'])(
  'a packed page that begins as %s is unpacked on a thread',
  async (begin) => {
    const few = texts.slice(0, 300);
    const { html, ...rest } = page(few);
    const whole = wholeOf([{ ...rest, html: gzipSync(html).toString('base64') }]);
    const body = Buffer.from(whole.body.toString().replace('"H4sI', `"${begin}`));
    const secretsOf = vi.fn(whole.secretsOf);
    await rig.engine.publish(daily, { ...whole, body, secretsOf });
    expect(body.length).toBeLessThan(limits.clean.inlineReport);
    // Only what a thread has read is asked for its secrets.
    expect(secretsOf).toHaveBeenCalledOnce();
    expect(await pagesOf(rig)).toEqual(clean([page(few)]).map((cleaned) => cleaned.html));
  },
);

test('what a thread refuses is refused with its sentence, and nothing is kept', async () => {
  const twice = [page(texts), page(texts)];
  await expect(publish(twice)).rejects.toMatchObject({
    code: 'page_names_equal',
    message: 'Two pages are named "Long"',
  });
  await expect(publish([{ ...page(texts), html: `H4sI${'A'.repeat(100_000)}` }])).rejects.toMatchObject({
    code: 'page_undecodable',
  });
  const many = Array.from({ length: limits.maxControls + 1 }, (_, n) => `<input type=checkbox data-control=X${n}>`);
  await expect(publish([{ name: 'P', html: many.join('') }])).rejects.toMatchObject({ code: 'too_large' });
  expect(rig.engine.head(daily)).toBeUndefined();
});

test('a report that changed altogether is told as a whole one', async () => {
  const long = (sign: string) => page(texts.map(() => sign.repeat(400)));
  await publish([long('a')]);
  await publish([long('b')]);
  expect(rig.steps.at(-1)).toMatchObject({ from: 1, to: 2, ops: undefined });
});

test('a cell that is longer than any step is told with the report as a whole', async () => {
  await publish([page(texts)]);
  const cells = [{ page: 'Long', cell: 'A7', html: 'x'.repeat(limits.maxDelta + 1) }];
  expect(await rig.engine.patch(daily, { sender: ann, baseVersion: 1, cells })).toMatchObject({ version: 2 });
  expect(rig.steps.at(-1)).toMatchObject({ from: 1, to: 2, ops: undefined });
  await rig.restart();
  expect((await pagesOf(rig))[0]?.length).toBeGreaterThan(limits.maxDelta);
});

test('more changes than a step holds are told with the report as a whole, and do not leave the thread', async () => {
  const cells = (value: string) =>
    `<tr>${`<td data-num align=right>${value}`.repeat(100)}</tr>`.repeat(limits.maxDeltaOps / 100 + 1);
  const wide = (value: string): PublishedPage => ({ ...page([]), html: `<table><tbody>${cells(value)}</table>` });
  await publish([wide('1')]);
  await publish([wide('2')]);
  expect(rig.steps.at(-1)?.ops?.length).toBeUndefined();
  const [from, to] = clean([wide('1'), wide('2')]);
  expect(from && to && diffPages([{ page: 0, from, to }])?.length).toBeUndefined();
});

test('a held value in a cell that is longer than any step is told with the report as a whole', async () => {
  const html = `<table><tr><td><input type=checkbox data-control=A>${'x'.repeat(limits.maxDelta)}</table>`;
  const whole = wholeOf([{ name: 'P', html, styles: [] }]);
  const body = Buffer.from(JSON.stringify({ ...JSON.parse(whole.body.toString()), holdControls: true }));
  await rig.engine.publish(daily, { ...whole, body });
  const wanted = { owner: '', key: 'A', value: 'true', user: ann, at: Date.now() } as const;
  expect(await rig.engine.hold(daily, (state, cap) => holdValue(state, wanted, cap))).toBe('held');
  expect(rig.steps.at(-1)).toMatchObject({ from: 1, to: 2, ops: undefined });
  await rig.restart();
  expect((await pagesOf(rig))[0]).toContain('checked');
});

test('steps that are few bytes and much text are no resume but a fetch of the whole', async () => {
  await publish([page(texts)]);
  const sender = ann;
  const steps = Math.ceil(limits.store.maxStepText / limits.maxDelta) + 1;
  for (let base = 1; base <= steps; base++) {
    const ops: Op[] = [[0, 'c', 0, String(base).padEnd(limits.maxDelta, 'x')]];
    const step = { topic: daily, base, version: base + 1, time: `${base}`, sender };
    await rig.stores.reports.append({ ...step, change: { kind: 'delta', ops } });
  }
  expect((await rig.stores.reports.since(daily, 1))?.length).toBeUndefined();
  expect((await rig.stores.reports.since(daily, steps - 1))?.length).toBe(2);
});

test('what no thread has time for is done without: the version is told as a whole one, a page is cut when needed', async () => {
  const refuses = () => Promise.reject(new CleanRefusal('too_many'));
  const pool = createCleanPool({ size: 1 });
  const cleaner = makeCleaner({ ...pool, diffPages: refuses, knowPage: refuses });
  expect(await cleaner.diffPages([])).toBeUndefined();
  expect(await cleaner.knowPage('<p>')).toEqual({});
  const broken = makeCleaner({ ...pool, knowPage: () => Promise.reject(new TypeError('a fault')) });
  await expect(broken.knowPage('<p>')).rejects.toThrow('a fault');
  await pool.close();
});

test('a long body changes threads, and a publish that meets another version is worked out again without it', async () => {
  const other = await engineRig({ stores: rig.stores });
  try {
    await publish([page(texts)]);
    const long = wholeOf([sheet(Array.from({ length: 20_000 }, (_, n) => `long ${n}`))]);
    const bytes = Buffer.from(long.body);
    const published = await other.engine.publish(daily, long);
    expect([published, long.body.length]).toMatchObject([{ version: 2, changed: true }, 0]);
    // What was read is what the next one is compared with.
    const next = Buffer.from(bytes.toString().replace('long 7<', 'other 7<'));
    const parse = vi.fn(long.parse);
    expect(await other.engine.publish(daily, { ...long, reading: undefined, body: next, parse })).toMatchObject({
      version: 3,
    });
    expect([other.steps.at(-1)?.ops?.length, next.length, parse.mock.calls]).toEqual([1, bytes.length + 1, []]);
  } finally {
    await other.close();
  }
});
