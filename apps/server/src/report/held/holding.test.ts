import type { PublishedPage } from '@sheetwire/contract/publish';
import { applyOps, type PageBody } from '@sheetwire/page/ops';
import { addresseeOf } from '@sheetwire/rules/addressee';
import { parseUser, type User } from '@sheetwire/rules/principal';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PageOwner } from '#ports/controls.ts';
import { ann, daily, type EngineRig, engineRig, noSecrets, pagesOf } from '#report/testing/engine-rig.ts';
import { findControl } from './held-values.ts';
import { holdValue, letGo, publishedMark } from './holding.ts';

const bob: User = parseUser('ACME/bob') ?? ann;
let rig: EngineRig;
let at = 1000;
beforeEach(async () => {
  rig = await engineRig();
});
afterEach(() => rig.close());

function form(region: string, more = 'x', user?: string): PublishedPage {
  const options = ['North', 'South'].map((name) => `<option${name === region ? ' selected' : ''}>${name}</option>`);
  const list = `<select data-control="Region">${options.join('')}</select>`;
  const cells = `<td data-cell="A1">${list}</td><td data-cell="B1">${more}</td>`;
  const outside = `<textarea data-control="Note">n</textarea><button data-control="Run">Run</button>`;
  const html = `${user ? '' : outside}<table><tbody><tr>${cells}</tr></tbody></table>`;
  return { name: 'Form', html, ...(user && { user }) };
}

function publish(pages: readonly PublishedPage[], holdControls?: boolean) {
  const body = Buffer.from(JSON.stringify({ topic: daily, pages, holdControls }));
  const parse = () => ({
    pages,
    metadata: undefined,
    holdControls,
    viewSecret: undefined,
    publishSecret: undefined,
  });
  return rig.engine.publish(daily, { sender: ann, body, parse, secretsOf: noSecrets });
}

function hold(key: string, value: string | null, { owner = '', mark }: { owner?: PageOwner; mark?: string } = {}) {
  const wanted = { owner, key, value, user: bob, at: ++at, ...(mark !== undefined && { mark }) };
  return rig.engine.hold(daily, (state, cap) => holdValue(state, wanted, cap));
}

async function shown(): Promise<string> {
  const [page = ''] = await pagesOf(rig);
  return /<option selected="">(\w+)/.exec(page)?.[1] ?? '';
}

const heldNow = async () =>
  (await rig.stores.reports.held(daily))
    .map(({ name, value, user, version }) => ({ name, value, user, version }))
    .toSorted((a, b) => a.version - b.version);

test('a held value is a version: viewers get it as a change, a fetch shows it, a restart keeps it', async () => {
  await publish([form('North')], true);
  const before = await rig.engine.read(daily, (state): PageBody[] => (state?.pages ?? []).map((p) => p.snapshot()));
  expect(await hold('REGION', 'South')).toBe('held');
  expect(await hold('NOTE', 'typed')).toBe('held');
  expect(rig.steps.at(-2)?.ops).toEqual([[0, 'c', 0, expect.stringContaining('<option selected="">South')]]);
  const ops = rig.steps.slice(-2).flatMap((step) => step.ops ?? []);
  expect(applyOps(before, ops).map((page) => page.html)).toEqual(await pagesOf(rig));
  expect(await shown()).toBe('South');
  const pages = await pagesOf(rig);
  await rig.restart();
  expect(await pagesOf(rig)).toEqual(pages);
  expect(await heldNow()).toEqual([
    { name: 'Region', value: 'South', user: bob, version: 2 },
    { name: 'Note', value: 'typed', user: bob, version: 3 },
  ]);
});

test('it is no sign of life of the publisher', async () => {
  const { time } = await publish([form('North')], true);
  await hold('REGION', 'South');
  expect(Number(rig.engine.head(daily)?.time.slice(-9)) - Number(time.slice(-9))).toBe(1);
  expect(rig.engine.head(daily)?.sender).toBe(ann);
});

test('a value that the page shows already makes no version', async () => {
  await publish([form('North')], true);
  expect(await hold('REGION', 'North')).toBe('held');
  expect(rig.engine.head(daily)?.version).toBe(1);
  expect(await heldNow()).toEqual([]);
});

test.each(['bytes', 'content', 'after a restart'])(
  'a publish that says the same of the control keeps the value (%s)',
  async (way) => {
    await publish([form('North')], true);
    await hold('REGION', 'South');
    if (way === 'after a restart') await rig.restart();
    await publish([way === 'content' ? { ...form('North', 'y'), styles: [] } : form('North', 'y')], true);
    expect(await shown()).toBe('South');
    expect((await pagesOf(rig))[0]).toContain('>y</td>');
    expect(await heldNow()).toMatchObject([{ value: 'South' }]);
  },
);

test.each(['bytes', 'content', 'cells'])('what the publisher says anew of the control wins (%s)', async (way) => {
  const other = form('').html;
  await publish([form('North')], true);
  await hold('REGION', 'South');
  const cell = /<td data-cell="A1">(.*?)<\/td>/.exec(other)?.[1] ?? '';
  const cells = [{ page: 'Form', cell: 'A1', html: cell }];
  if (way === 'cells') await rig.engine.patch(daily, { sender: ann, baseVersion: 1, cells });
  else await publish([form('', way === 'content' ? '<b>y</b>' : 'x')], true);
  expect(await shown()).toBe('');
  expect(await heldNow()).toEqual([]);
});

test('cells that are published around a held value keep it', async () => {
  await publish([form('North')], true);
  await hold('REGION', 'South');
  const same = /<td data-cell="A1">(.*?)<\/td>/.exec(form('North').html)?.[1] ?? '';
  const cells = [
    { page: 'Form', cell: 'A1', html: `${same} more` },
    { page: 'Form', cell: 'B1', html: 'z' },
  ];
  expect(await rig.engine.patch(daily, { sender: ann, baseVersion: 1, cells })).toMatchObject({ version: 3 });
  expect(await shown()).toBe('South');
  expect((await pagesOf(rig))[0]).toMatch(/<\/select> more<\/td>.*>z<\/td>/);
  const stale = rig.engine.patch(daily, { sender: ann, baseVersion: 1, cells });
  await expect(stale).rejects.toMatchObject({ code: 'wrong_base_version', details: { have: 3 } });
});

test('values go with the control, with the report, and when it is held no more', async () => {
  await publish([form('North')], true);
  await hold('REGION', 'South');
  await hold('NOTE', 'typed');
  await publish([{ ...form('North'), html: '<textarea data-control="Note">n</textarea>' }], true);
  expect(await heldNow()).toMatchObject([{ name: 'Note' }]);
  await publish([form('North')], false);
  expect(await heldNow()).toEqual([]);
  expect(await hold('REGION', 'South')).toBe('gone');
  await publish([form('North')], true);
  await hold('REGION', 'South');
  await rig.engine.remove(daily, ann);
  expect(await heldNow()).toEqual([]);
  expect(await hold('REGION', 'South')).toBe('gone');
});

test('a value that the publisher refuses is let go, and the page shows what was published', async () => {
  await publish([form('North')], true);
  const before = await pagesOf(rig);
  await hold('REGION', 'South');
  await publish([form('North', 'y')], true);
  await hold('REGION', 'North');
  await rig.engine.hold(daily, (state) => letGo(state, { owner: '', key: 'REGION', version: '2' }));
  expect(await heldNow()).toMatchObject([{ value: 'North' }]);
  await rig.engine.hold(daily, (state) => letGo(state, { owner: '', key: 'REGION', version: '4' }));
  expect(await pagesOf(rig)).toEqual(before.map((html) => html.replace('>x<', '>y<')));
  expect(await heldNow()).toEqual([]);
});

test('a press of a button is kept until it is taken', async () => {
  await publish([form('North')], true);
  const before = await pagesOf(rig);
  await hold('RUN', 'clicked');
  expect(await heldNow()).toMatchObject([{ name: 'Run', value: 'clicked' }]);
  await rig.engine.hold(daily, (state) => letGo(state, { owner: '', key: 'RUN', version: '2' }));
  expect(await heldNow()).toEqual([]);
  expect(await pagesOf(rig)).toEqual(before);
});

test('values of a private page and of the common one are apart', async () => {
  await publish([form('North'), form('North', 'own', 'ACME/bob')], true);
  await hold('REGION', 'South', { owner: addresseeOf(bob) });
  expect(await shown()).toBe('North');
  expect((await pagesOf(rig))[1]).toContain('<option selected="">South');
});

test('once the publisher has published the control anew a late value does not cover it', async () => {
  await publish([form('North')], true);
  const mark = await rig.engine.read(daily, (state) => {
    const found = state && findControl(state.pages, { owner: '', key: 'REGION' });
    return state && found ? publishedMark(state, found, '') : '';
  });
  expect(await hold('REGION', 'South', { mark })).toBe('held');
  expect(await hold('REGION', '', { mark })).toBe('held');
  await publish([form('South')], true);
  expect(await hold('REGION', 'North', { mark })).toBe('gone');
  expect(await shown()).toBe('South');
});
