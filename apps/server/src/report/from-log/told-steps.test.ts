import type { PublishedPage } from '@sheetwire/contract/publish';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BusMessage } from '#ports/bus.ts';
import type { ReportLog } from '#ports/report-log.ts';
import { holdValue } from '#report/held/holding.ts';
import { ann, daily, type EngineRig, engineRig, pagesOf, sheet, wholeOf } from '#report/testing/engine-rig.ts';
import { FaultyLog } from '#report/testing/faulty-log.ts';
import { toldVersion } from './told-steps.ts';

let there: EngineRig;
let here: EngineRig;
/** What the other node told, as it would travel. */
let told: Extract<BusMessage, { kind: 'version' }>[];
let reads: (keyof ReportLog)[];
let isWatched: boolean;
beforeEach(async () => {
  [told, reads, isWatched] = [[], [], true];
  there = await engineRig({
    onVersion: (step, own) => {
      const message = own && toldVersion(step, own);
      if (message?.kind === 'version') told.push(JSON.parse(JSON.stringify(message)));
    },
  });
  const logOf = (log: ReportLog) => {
    const counting = new FaultyLog(log);
    counting.fate = (call) => {
      reads.push(call);
      return 'well';
    };
    return counting;
  };
  here = await engineRig({ stores: there.stores, logOf, isWatched: () => isWatched });
});
afterEach(async () => {
  await here.close();
  await there.close();
});

const publish = (page: PublishedPage, rest: object = {}) => {
  const whole = wholeOf([page]);
  return there.engine.publish(daily, { ...whole, parse: () => ({ ...whole.parse(), ...rest }) });
};
const patch = (html: string) => {
  const baseVersion = there.engine.head(daily)?.version ?? 0;
  return there.engine.patch(daily, { sender: ann, baseVersion, cells: [{ page: 'Positions', cell: 'A1', html }] });
};
/** Hears what was told since; answers what was read of the store for it. */
async function hear(): Promise<(keyof ReportLog)[]> {
  reads.length = 0;
  for (const { version, steps } of told.splice(0)) await here.engine.follow(daily, { version, steps });
  return reads.slice();
}
async function loadedHere(): Promise<void> {
  await publish(sheet(['1', '2']));
  await hear();
  await pagesOf(here);
}

test('a change that is told whole is shown without a read of the store', async () => {
  await loadedHere();
  await patch('5');
  await patch('6');
  expect(await hear()).toEqual([]);
  expect(here.steps.slice(-2)).toMatchObject([
    { from: 1, to: 2, ops: [[0, 'c', 0, '5']] },
    { from: 2, to: 3, ops: [[0, 'c', 0, '6']] },
  ]);
  expect(here.engine.head(daily)).toEqual(await there.stores.reports.head(daily));
  expect(await pagesOf(here)).toEqual(await pagesOf(there));
});

test('of a report that nobody here watches the head follows without a read, whatever was published', async () => {
  isWatched = false;
  await publish(sheet(['1', '2']));
  await patch('5');
  await publish(sheet(['1'], 'Other'));
  await there.engine.remove(daily, ann);
  expect(await hear()).toEqual([]);
  expect(here.engine.head(daily)).toEqual(await there.stores.reports.head(daily));
  expect(here.steps).toEqual([]);
});

test('who begins to watch after that gets what the log holds', async () => {
  await loadedHere();
  isWatched = false;
  await patch('5');
  expect(await hear()).toEqual([]);
  isWatched = true;
  await patch('6');
  await hear();
  expect(here.steps.at(-1)).toMatchObject({ from: 2, to: 3, ops: [[0, 'c', 0, '6']] });
  expect(await pagesOf(here)).toEqual(await pagesOf(there));
});

test('a message that was lost is made good from the log', async () => {
  await loadedHere();
  await patch('5');
  told.length = 0;
  await patch('6');
  expect(await hear()).toContain('since');
  expect(here.steps.slice(-2).map(({ to }) => to)).toEqual([2, 3]);
  expect(await pagesOf(here)).toEqual(await pagesOf(there));
});

test('a message that comes twice, or late, changes nothing', async () => {
  await loadedHere();
  await patch('5');
  const early = told.slice();
  await patch('6');
  await hear();
  const before = here.steps.length;
  told.push(...early, ...early);
  expect(await hear()).toEqual([]);
  expect(here.steps).toHaveLength(before);
});

test('of a secret nothing is told: it is read', async () => {
  isWatched = false;
  await publish(sheet(['1']));
  await publish(sheet(['1'], 'Other'), { viewSecret: 'v' });
  expect(JSON.stringify(told)).not.toContain('"v"');
  expect(await hear()).toEqual(['head']);
  expect(here.engine.head(daily)).toMatchObject({ version: 2, viewSecret: 'v' });
});

test('steps of another cleaner and of reports that hold values are read', async () => {
  await loadedHere();
  await patch('5');
  const [message] = told;
  if (message?.steps) told = [{ ...message, steps: { ...message.steps, cleaner: message.steps.cleaner + 1 } }];
  expect(await hear()).toContain('since');
  const box = '<input type=checkbox data-control="Box">';
  await publish({ name: 'Form', html: `<table><tr><td>${box}</td></tr></table>`, styles: [] }, { holdControls: true });
  await hear();
  await pagesOf(here);
  await there.engine.hold(daily, (state, cap) =>
    holdValue(state, { owner: '', key: 'BOX', value: 'true', user: ann, at: 1 }, cap),
  );
  expect(await hear()).toContain('held');
  expect(await pagesOf(here)).toEqual(await pagesOf(there));
});

test('a step that does not fit the pages here is no harm: the report is read', async () => {
  await loadedHere();
  await patch('5');
  const [message] = told;
  const [step] = message?.steps?.list ?? [];
  if (message?.steps && step) {
    told = [{ ...message, steps: { ...message.steps, list: [{ ...step, ops: [[7, 'c', 99, 'x']] }] } }];
  }
  expect(await hear()).toContain('newest');
  expect(await pagesOf(here)).toEqual(await pagesOf(there));
});
