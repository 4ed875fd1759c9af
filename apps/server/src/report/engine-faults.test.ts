import { applyOps, type PageBody } from '@sheetwire/page/ops';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import type { StoredReport } from '#ports/report-log.ts';
import type { Published } from './publish/publishes.ts';
import type { VersionStep } from './recent-steps.ts';
import { ann, daily, type EngineRig, engineRig, sheet, wholeOf } from './testing/engine-rig.ts';
import { type Fate, FaultyLog } from './testing/faulty-log.ts';

let rig: EngineRig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

let doubts = 0;

async function faultyRig(onVersion?: (step: VersionStep) => void): Promise<{ rig: EngineRig; log: FaultyLog }> {
  doubts = 0;
  const logs: FaultyLog[] = [];
  const logOf = (log: EngineRig['stores']['reports']) => {
    const faulty = new FaultyLog(log);
    logs.push(faulty);
    return faulty;
  };
  const made = await engineRig({ logOf, onDoubt: () => void doubts++, ...(onVersion && { onVersion }) });
  rig = made;
  const log = logs[0];
  if (!log) throw new Error('no log');
  return { rig: made, log };
}

const always = (fate: Fate) => () => fate;
const onAppend = (fate: Fate) => (call: string) => (call === 'append' ? fate : 'well');
const patch = (baseVersion: number, html: string, cell = 'A1') => ({
  sender: ann,
  baseVersion,
  cells: [{ page: 'Positions', cell, html }],
});

test('a version is told once it is kept, and until then the report and its head are those of before', async () => {
  const { rig, log } = await faultyRig();
  await rig.engine.publish(daily, wholeOf([sheet(['1'])]));
  const { isWriting, goOn } = log.holdAppend();
  const publishing = rig.engine.patch(daily, patch(1, 'new'));
  await isWriting;
  const read = rig.engine.read(daily, (state) => [state?.version, state?.pages[0]?.cells]);
  expect([rig.engine.head(daily)?.version, rig.engine.versionNow(daily), rig.steps.length]).toEqual([1, 1, 1]);
  expect(await rig.stores.reports.head(daily)).toMatchObject({ version: 1 });
  goOn();
  expect(await publishing).toMatchObject({ version: 2 });
  expect(rig.steps.at(-1)).toMatchObject({ from: 1, to: 2 });
  expect(await read).toEqual([2, ['new']]);
});

test('who reads while a version is written gets the one of before when the write fails', async () => {
  const { rig, log } = await faultyRig();
  await rig.engine.publish(daily, wholeOf([sheet(['1'])]));
  const { isWriting, goOn } = log.holdAppend();
  log.fate = onAppend('fails');
  const publishing = rig.engine.patch(daily, patch(1, 'lost'));
  await isWriting;
  const read = rig.engine.read(daily, (state) => [state?.version, state?.pages[0]?.cells]);
  goOn();
  await expect(publishing).rejects.toMatchObject({ code: 'store_unavailable' });
  expect(await read).toEqual([1, ['1']]);
  expect(rig.steps).toHaveLength(1);
});

test('a report stays in the catalogue with its secrets while the store is away, and viewers hear nothing', async () => {
  const { rig, log } = await faultyRig();
  const secret = wholeOf([sheet(['1'])]);
  await rig.engine.publish(daily, {
    ...secret,
    parse: () => ({ ...secret.parse(), viewSecret: 'v', publishSecret: 'p' }),
  });
  log.fate = always('fails');
  await expect(rig.engine.patch(daily, patch(1, 'lost'))).rejects.toMatchObject({ code: 'store_unavailable' });
  expect(rig.engine.head(daily)).toMatchObject({ version: 1, viewSecret: 'v', publishSecret: 'p' });
  log.fate = always('well');
  await rig.engine.refresh(daily);
  expect(rig.steps).toHaveLength(1);
  expect(await rig.engine.read(daily, (state) => state?.pages[0]?.html)).toContain('>1<');
});

test('content that was refused once and is the same as before is taken again', async () => {
  const { rig, log } = await faultyRig();
  await rig.engine.publish(daily, wholeOf([sheet(['1'])]));
  log.fate = onAppend('fails');
  await expect(rig.engine.publish(daily, wholeOf([sheet(['2'])]))).rejects.toThrow();
  log.fate = always('well');
  expect(await rig.engine.publish(daily, wholeOf([sheet(['1'])]))).toMatchObject({ version: 1, changed: false });
});

test('a write whose answer was lost is found in the store and shown', async () => {
  const { rig, log } = await faultyRig();
  await rig.engine.publish(daily, wholeOf([sheet(['1'])]));
  log.fate = onAppend('answer lost');
  await expect(rig.engine.patch(daily, patch(1, 'kept'))).rejects.toMatchObject({ code: 'store_unavailable' });
  log.fate = always('well');
  expect(await rig.engine.read(daily, (state) => state?.pages[0]?.html)).toContain('kept');
  expect(rig.steps.at(-1)).toMatchObject({ from: 1, to: 2, ops: [[0, 'c', 0, 'kept']] });
  expect(await rig.engine.patch(daily, patch(2, 'next'))).toMatchObject({ version: 3 });
  expect(doubts).toBe(1);
});

test('a version that another server outran was not kept: that is no doubt', async () => {
  const { rig } = await faultyRig();
  await rig.engine.publish(daily, wholeOf([sheet(['1'])]));
  const other = await engineRig({ stores: rig.stores });
  await other.engine.patch(daily, patch(1, 'theirs'));
  await rig.engine.publish(daily, wholeOf([sheet(['ours'])]));
  expect([rig.engine.head(daily)?.version, doubts]).toEqual([3, 0]);
  await other.close();
});

test('a publish that was being cleaned when the version before it failed starts anew on what the store holds', async () => {
  const { rig, log } = await faultyRig();
  await rig.engine.publish(daily, wholeOf([sheet(['1', '1'])]));
  let appends = 0;
  log.fate = (call) => (call === 'append' && appends++ === 0 ? 'fails' : 'well');
  const failing = rig.engine.patch(daily, patch(1, 'lost', 'A2')).catch(() => undefined);
  const large = 'x'.repeat(200_000);
  const going = rig.engine.publish(daily, wholeOf([sheet([large, '1'])]));
  await failing;
  await going;
  await rig.restart();
  expect(await rig.engine.read(daily, (state) => state?.pages[0]?.cells)).toEqual([large, '1']);
});

/** Holds what a viewer holds who applies the steps that fit and fetches the report after all others. */
class Viewer {
  version = 0;
  pages: readonly PageBody[] = [];
  applied = 0;
  isBehind = false;

  hear(step: VersionStep): void {
    if (step.ops && step.from === this.version && !this.isBehind) {
      this.pages = applyOps(this.pages, step.ops);
      this.version = step.to;
      this.applied++;
    } else this.isBehind = true;
  }

  async fetch(engine: EngineRig['engine']): Promise<void> {
    if (!this.isBehind) return;
    await engine.read(daily, (state) => {
      this.isBehind = false;
      this.version = state?.version ?? 0;
      this.pages = (state?.pages ?? []).map(({ html, styles }) => ({ html, styles: [...styles] }));
    });
  }
}

const bodies = (report: StoredReport | undefined): PageBody[] =>
  (report?.pages ?? []).map(({ html, styles }) => ({ html, styles: [...styles] }));

const fate = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Fate>('well') },
  { weight: 2, arbitrary: fc.constant<Fate>('fails') },
  { weight: 1, arbitrary: fc.constant<Fate>('answer lost') },
);
const command = fc.record({
  kind: fc.constantFrom('whole', 'whole', 'cells', 'cells', 'cells', 'rows', 'remove', 'read', 'read', 'wait', 'wait'),
  value: fc.integer({ min: 0, max: 4 }),
});

test('with a store that fails at random, versions rise and viewers come to hold what the store holds', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(command, { minLength: 5, maxLength: 40 }),
      fc.infiniteStream(fate),
      async (commands, fates) => {
        const viewer = new Viewer();
        const { rig, log } = await faultyRig((step) => viewer.hear(step));
        const { engine } = rig;
        log.fate = () => fates.next().value ?? 'well';
        const acknowledged: number[] = [];
        const note = ({ version, changed }: Published) => {
          if (changed) acknowledged.push(version);
        };
        const cellsOf = (value: number) => Array.from({ length: value + 3 }, (_, n) => `${n}`);
        const commandsByKind: Record<string, (value: number) => Promise<void>> = {
          whole: async (value) => note(await engine.publish(daily, wholeOf([sheet([`${value}`, 'b', 'c'])]))),
          rows: async (value) => note(await engine.publish(daily, wholeOf([sheet(cellsOf(value))]))),
          cells: async (value) =>
            note(await engine.patch(daily, patch(engine.head(daily)?.version ?? 0, `cell ${value}`, 'A2'))),
          remove: async () => void (await engine.remove(daily, ann)),
          read: () => viewer.fetch(engine),
        };
        const run = async ({ kind, value }: (typeof commands)[number]) => commandsByKind[kind]?.(value);
        const under: Promise<unknown>[] = [];
        for (const next of commands) {
          const going = run(next).catch(() => undefined);
          under.push(going);
          if (next.kind === 'wait') await Promise.all(under.splice(0));
        }
        await Promise.all(under);
        log.fate = () => 'well';
        await engine.refresh(daily);
        await viewer.fetch(engine);
        expect(new Set(acknowledged).size).toBe(acknowledged.length);
        const stored = await rig.stores.reports.newest(daily);
        expect(engine.head(daily)).toEqual(await rig.stores.reports.head(daily));
        expect(viewer.version).toBe(stored?.version ?? 0);
        expect(viewer.pages).toEqual(bodies(stored));
        await rig.close();
      },
    ),
    { numRuns: 25 },
  );
  rig = undefined;
}, 120_000);
