import { limits } from '@sheetwire/contract/limits';
import type { PublishedPage } from '@sheetwire/contract/publish';
import { applyOps, type PageBody } from '@sheetwire/page/ops';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ReportLog } from '#ports/report-log.ts';
import type { Cleaner } from '#report/cleaner.ts';
import { holdValue } from '#report/held/holding.ts';
import { ann, daily, type EngineRig, engineRig, pagesOf, sheet, wholeOf } from '#report/testing/engine-rig.ts';
import { FaultyLog } from '#report/testing/faulty-log.ts';

let there: EngineRig;
let here: EngineRig;
let reads: (keyof ReportLog)[];
let isWatched: boolean;
/** Done before a call reads the store. */
let onRead: (call: keyof ReportLog) => Promise<void>;
/** Lengths of the cells that are cleaned here, in place. */
let cleaned: number[];
beforeEach(async () => {
  reads = [];
  isWatched = true;
  onRead = async () => undefined;
  there = await engineRig();
  const logOf = (log: ReportLog) => {
    const counting = new FaultyLog(log);
    counting.before = (call) => onRead(call);
    counting.fate = (call) => {
      reads.push(call);
      return 'well';
    };
    return counting;
  };
  cleaned = [];
  const cleanerOf = (cleaner: Cleaner): Cleaner => ({
    ...cleaner,
    cleanCell: (html) => {
      cleaned.push(html.length);
      return cleaner.cleanCell(html);
    },
  });
  here = await engineRig({ stores: there.stores, logOf, isWatched: () => isWatched, cleanerOf });
});
afterEach(async () => {
  await here.close();
  await there.close();
});

const publish = (page: PublishedPage, rest: object = {}) => {
  const whole = wholeOf([page]);
  return there.engine.publish(daily, { ...whole, parse: () => ({ ...whole.parse(), ...rest }) });
};
const patch = async (html: string, cell = 'A1') => {
  const baseVersion = there.engine.head(daily)?.version ?? 0;
  return there.engine.patch(daily, { sender: ann, baseVersion, cells: [{ page: 'Positions', cell, html }] });
};
/** What is read of the store while that is done. */
async function readsOf(work: () => Promise<unknown>): Promise<(keyof ReportLog)[]> {
  reads.length = 0;
  await work();
  return reads.slice();
}
async function loadedHere(values: readonly string[]): Promise<void> {
  await publish(sheet(values));
  await here.engine.refresh(daily);
  await pagesOf(here);
}

test('changed cells on top of a version that was not heard of here yet are published on it', async () => {
  await loadedHere(['1', '2']);
  await patch('5');
  const cells = [{ page: 'Positions', cell: 'A2', html: '7' }];
  expect(await here.engine.patch(daily, { sender: ann, baseVersion: 2, cells })).toMatchObject({ version: 3 });
  expect(here.steps.slice(-2).map(({ to, ops }) => [to, ops?.length])).toEqual([
    [2, 1],
    [3, 1],
  ]);
  const none = here.engine.patch(daily, { sender: ann, baseVersion: 9, cells });
  await expect(none).rejects.toMatchObject({ code: 'wrong_base_version' });
});

test('what is as it was before another node published is published again: it is no longer what viewers see', async () => {
  const whole = (value: string) => wholeOf([sheet([value])]);
  await loadedHere(['100']);
  await publish(sheet(['120']));
  expect(await here.engine.publish(daily, whole('100'))).toMatchObject({ version: 3, changed: true });
  await there.engine.refresh(daily);
  expect(await pagesOf(there)).toEqual(await pagesOf(here));
  expect(JSON.stringify(await pagesOf(there))).toContain('100');
  expect(await here.engine.publish(daily, whole('100'))).toMatchObject({ version: 3, changed: false });
});

test('a report that was not heard of here is removed, and brought back to a version before', async () => {
  await publish(sheet(['1']));
  expect(await here.engine.remove(daily, ann)).toBe(true);
  await there.engine.refresh(daily);
  expect(there.engine.head(daily)?.isLive).toBe(false);
  expect(await here.engine.remove(daily, ann)).toBe(false);
});

test('a version of another node is applied as its delta onto what is in memory', async () => {
  await loadedHere(['1', '2']);
  await patch('5');
  expect(await readsOf(() => here.engine.refresh(daily))).toEqual(['head', 'since']);
  expect(here.steps.at(-1)).toMatchObject({ from: 1, to: 2, ops: [[0, 'c', 0, '5']] });
  expect(await readsOf(async () => expect(await pagesOf(here)).toEqual(await pagesOf(there)))).toEqual([]);
});

test('twenty hints at once read the store once for the version and once to see that there is no more', async () => {
  await loadedHere(['1', '2']);
  await patch('5');
  const hints = () => Promise.all(Array.from({ length: 20 }, () => here.engine.refresh(daily)));
  expect(await readsOf(hints)).toEqual(['head', 'since', 'head']);
});

test('a topic that nobody here watches keeps its head only, and takes the steps over when it is asked for', async () => {
  await loadedHere(['1', '2']);
  isWatched = false;
  const told = here.steps.length;
  for (let n = 0; n < 5; n++) {
    await patch(`${n}`);
    expect(await readsOf(() => here.engine.refresh(daily))).toEqual(['head']);
  }
  expect(here.engine.head(daily)).toEqual(there.engine.head(daily));
  expect([here.steps.length, here.engine.versionNow(daily)]).toEqual([told, undefined]);
  expect(await readsOf(() => pagesOf(here))).toEqual(['head', 'since']);
  expect(await pagesOf(here)).toEqual(await pagesOf(there));
  expect((await here.engine.stepsSince(daily, 3))?.map(({ to }) => to)).toEqual([4, 5, 6]);
});

test('a head that was read already is read no more, and a report that was never asked for is not loaded', async () => {
  isWatched = false;
  await publish(sheet(['1']));
  const head = there.engine.head(daily);
  expect(await readsOf(() => here.engine.refresh(daily, head))).toEqual([]);
  expect(here.engine.head(daily)).toEqual(head);
});

test('a server that comes later, and one that lost what it held, know the rhythm of the publisher as the first does', async () => {
  await publish(sheet(['1', '2']));
  for (let n = 0; n < 3; n++) await patch(`${n}`);
  await here.engine.refresh(daily);
  const known = there.engine.recentTimes(daily);
  expect(known).toHaveLength(4);
  expect(here.engine.recentTimes(daily)).toEqual(known);
  for (let n = 0; n < 9; n++) await publish(sheet([`${n}`, `${n}`]));
  await here.engine.refresh(daily);
  expect(here.engine.recentTimes(daily)).toHaveLength(10);
  expect(here.engine.recentTimes(daily)).toEqual(there.engine.recentTimes(daily));
});

test('who begins to watch gets the steps that came while nobody did', async () => {
  await loadedHere(['1', '2']);
  isWatched = false;
  await patch('5');
  await here.engine.refresh(daily);
  isWatched = true;
  expect((await here.engine.stepsSince(daily, 1))?.map(({ ops }) => ops)).toEqual([[[0, 'c', 0, '5']]]);
});

test('a node goes on publishing on top of what another one published', async () => {
  await loadedHere(['1', '2']);
  isWatched = false;
  await patch('5');
  await here.engine.refresh(daily);
  const cells = [{ page: 'Positions', cell: 'A2', html: '6' }];
  await here.engine.patch(daily, { sender: ann, baseVersion: 2, cells });
  expect((await pagesOf(here))[0]).toContain('>5<');
  expect((await pagesOf(here))[0]).toContain('>6<');
});

test('what is published while a node reads the log is left for the next time, and viewers still get the changes', async () => {
  await loadedHere(['1', '2']);
  await here.restart();
  await patch('5');
  onRead = async (call) => {
    if (call === 'since') await patch('6');
  };
  await here.engine.refresh(daily);
  expect(here.steps.slice(-1)).toMatchObject([{ from: 1, to: 2, ops: [[0, 'c', 0, '5']] }]);
  onRead = async () => undefined;
  await here.engine.refresh(daily);
  expect(here.steps.slice(-1)).toMatchObject([{ from: 2, to: 3, ops: [[0, 'c', 0, '6']] }]);
});

test('a version that was published whole is loaded whole', async () => {
  await loadedHere(['1', '2']);
  await publish(sheet(['1'], 'Other'));
  expect(await readsOf(() => here.engine.refresh(daily))).toContain('newest');
  expect(here.steps.at(-1)).toMatchObject({ from: 1, to: 2, ops: undefined });
  expect(await pagesOf(here)).toEqual(await pagesOf(there));
});

const form = (rows: readonly string[]): PublishedPage => ({
  name: 'Form',
  html: `<table><tbody>${rows.join('')}</tbody></table><textarea data-control="Note">n</textarea>`,
  styles: [],
});
const line = (name: string) => `<tr><td>${name}</td><td><input type=checkbox data-control="${name}"></td></tr>`;

test('controls stand where another node put them, with rows that came and went and values that it holds', async () => {
  const names = Array.from({ length: 30 }, (_, n) => `C${n}`);
  await publish(form(names.map(line)), { holdControls: true });
  await here.engine.refresh(daily);
  const begun: PageBody[] = (await pagesOf(here)).map((html) => ({ html, styles: [] }));
  const told = here.steps.length;
  await publish(form(['New', ...names.slice(0, -1)].map(line)), { holdControls: true });
  await there.engine.hold(daily, (state, cap) =>
    holdValue(state, { owner: '', key: 'C7', value: 'true', user: ann, at: Date.now() }, cap),
  );
  await here.engine.refresh(daily);
  const facts = (rig: EngineRig) =>
    rig.engine.read(daily, (state) => ({
      version: state?.version,
      ownVersion: state?.ownVersion,
      held: [...(state?.held.keys() ?? [])],
      controls: ['NEW', 'C0', 'C7', 'C28', 'C29', 'NOTE'].map((key) => state?.pages[0]?.control(key)),
      bytes: state?.pages[0]?.bytes,
    }));
  expect(await facts(here)).toEqual(await facts(there));
  const steps = here.steps.slice(told);
  const shown = steps.reduce((pages, { ops }) => applyOps(pages, ops ?? []), begun);
  expect(shown.map(({ html }) => html)).toEqual(await pagesOf(there));
});

test('long cells with controls are not read in place: a thread reads the whole report', async () => {
  const area = (text: string) => `<textarea data-control="A">${text}</textarea>`;
  await loadedHere([area(''), '2']);
  await patch(`${area('')}${'<b>x</b>'.repeat(limits.clean.inlineCells / 8)}`);
  expect(there.steps.at(-1)?.ops).toHaveLength(1);
  expect(await readsOf(() => here.engine.refresh(daily))).toContain('newest');
  expect(cleaned.every((length) => length < limits.clean.inlineCells)).toBe(true);
  expect(await pagesOf(here)).toEqual(await pagesOf(there));
  expect(here.steps.at(-1)?.ops).toHaveLength(1);
});

describe('a node with an older cleaner', () => {
  let older: EngineRig;
  beforeEach(async () => {
    const cleanerOf = (cleaner: Cleaner): Cleaner => ({
      ...cleaner,
      version: cleaner.version - 1,
      cleanCell: (html) => ({ html, controls: [] }),
    });
    older = await engineRig({ stores: there.stores, cleanerOf });
  });
  afterEach(() => older.close());

  const letThrough = '<i onclick="x()">let through</i>';
  const patchThere = async () => {
    await older.engine.refresh(daily);
    const baseVersion = older.engine.head(daily)?.version ?? 0;
    const cells = [{ page: 'Positions', cell: 'A1', html: letThrough }];
    await older.engine.patch(daily, { sender: ann, baseVersion, cells });
    await here.engine.refresh(daily);
  };
  const expectClean = async () => {
    expect((await pagesOf(here)).join()).toContain('<i>let through</i>');
    expect(JSON.stringify(here.steps.map(({ ops }) => ops))).not.toContain('onclick');
    expect(JSON.stringify((await here.engine.stepsSince(daily, 1)) ?? [])).not.toContain('onclick');
    await here.restart();
    expect((await pagesOf(here)).join()).toContain('<i>let through</i>');
  };

  test('begins a report: what it lets through later is cleaned again here', async () => {
    await older.engine.publish(daily, wholeOf([sheet(['1', '2'])]));
    await here.engine.refresh(daily);
    await pagesOf(here);
    await patchThere();
    await expectClean();
  });

  test('goes on from a report of the newer one: its step is a whole report', async () => {
    await loadedHere(['1', '2']);
    await patchThere();
    await expectClean();
  });

  test('is followed by a publish here: the log is of the newer cleaner from then on', async () => {
    await older.engine.publish(daily, wholeOf([sheet(['1', '2'])]));
    await patchThere();
    const set = async (html: string) => {
      const baseVersion = here.engine.head(daily)?.version ?? 0;
      await here.engine.patch(daily, { sender: ann, baseVersion, cells: [{ page: 'Positions', cell: 'A2', html }] });
      return here.steps.at(-1)?.ops;
    };
    expect(await set('7')).toBeUndefined();
    expect(await set('8')).toEqual([[0, 'c', 1, '8']]);
    expect((await here.stores.reports.newest(daily))?.pages[0]?.html).toContain('<i>let through</i>');
  });
});
