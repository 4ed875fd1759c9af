import { applyOps, type PageBody } from '@sheetwire/page/ops';
import { branded } from '@sheetwire/rules/name';
import type { Topic } from '@sheetwire/rules/topic';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { VersionStep } from '#report/recent-steps.ts';
import { ann, type EngineRig, engineRig, sheet, wholeOf } from '#report/testing/engine-rig.ts';
import { toldVersion } from './told-steps.ts';

/** What becomes of a message: it comes, is lost, comes twice, or after the next one. */
const fates = ['well', 'well', 'lost', 'twice', 'late'] as const;
type Fate = (typeof fates)[number];

/** The news of a version, with or without what changed in it, as it would travel. */
interface Told {
  readonly version: number;
  readonly steps: Parameters<EngineRig['engine']['follow']>[1]['steps'];
}

let there: EngineRig;
let here: EngineRig;
let told: Told[];
let viewer: { version: number; pages: readonly PageBody[] };
let topics = 0;
beforeAll(async () => {
  there = await engineRig({
    onVersion: (step, own) => {
      const message = own && toldVersion(step, own);
      if (message?.kind === 'version') told.push(JSON.parse(JSON.stringify(message)));
    },
  });
  here = await engineRig({ stores: there.stores, onVersion: hear });
});
afterAll(async () => {
  await here.close();
  await there.close();
});

/** A viewer of the server that is told: applies what follows its version, and has to fetch for all else. */
function hear(step: VersionStep): void {
  if (step.to <= viewer.version) throw new Error(`a viewer at ${viewer.version} is told of ${step.to}`);
  const fits = step.ops && step.from === viewer.version;
  viewer = fits
    ? { version: step.to, pages: applyOps(viewer.pages, step.ops) }
    : { version: step.to, pages: [{ html: 'to fetch', styles: [] }] };
}

function pagesOf(rig: EngineRig, topic: Topic): Promise<PageBody[]> {
  return rig.engine.read(topic, (state) =>
    (state?.pages ?? []).map(({ html, styles }) => ({ html, styles: [...styles] })),
  );
}

/** The messages as they arrive: those of what changed, and the news of each, in an order that their fates make. */
function arriving(sent: readonly Told[], fateOf: (n: number) => Fate): Told[] {
  const all = sent.flatMap(({ version, steps }) => {
    const list = (steps?.list ?? []).map(({ ops: _, ...step }) => step);
    return [
      { version, steps },
      { version, steps: steps && { ...steps, list } },
    ];
  });
  const come: Told[] = [];
  let late: Told[] = [];
  for (const [n, message] of all.entries()) {
    const fate = fateOf(n);
    const before = late;
    late = fate === 'late' ? [message] : [];
    if (fate === 'well' || fate === 'twice') come.push(message);
    if (fate === 'twice') come.push(message);
    come.push(...before);
  }
  return [...come, ...late];
}

const changes = fc.array(fc.record({ row: fc.nat(2), isWhole: fc.boolean(), rows: fc.integer({ min: 1, max: 4 }) }), {
  minLength: 1,
  maxLength: 6,
});

test('whatever is lost, doubled or out of order, a viewer is only shown versions, and ends at the newest', async () => {
  await fc.assert(
    fc.asyncProperty(changes, fc.array(fc.constantFrom(...fates), { minLength: 12, maxLength: 12 }), (made, lot) =>
      holds(made, (n) => lot[n % lot.length] ?? 'well'),
    ),
    { numRuns: 40 },
  );
});

async function holds(
  made: readonly { row: number; isWhole: boolean; rows: number }[],
  fateOf: (n: number) => Fate,
): Promise<void> {
  const topic = branded<'Topic'>(`ACME/RATES/R${topics++}`);
  const versions = new Map<number, readonly PageBody[]>();
  const publish = async (rows: number, text: string) => {
    const cells = Array.from({ length: rows }, (_, n) => `${text}.${n}`);
    await there.engine.publish(topic, { ...wholeOf([sheet(cells)]) });
  };
  const keep = async () => versions.set(there.engine.head(topic)?.version ?? 0, await pagesOf(there, topic));
  [told, viewer] = [[], { version: 0, pages: [] }];
  await publish(3, 'first');
  await keep();
  await here.engine.refresh(topic);
  viewer = { version: 1, pages: await pagesOf(here, topic) };
  told = [];
  for (const [n, { row, isWhole, rows }] of made.entries()) {
    const baseVersion = there.engine.head(topic)?.version ?? 0;
    const cells = [{ page: 'Positions', cell: `A${row + 1}`, html: `change ${n}` }];
    if (isWhole) await publish(rows, `whole ${n}`);
    else await there.engine.patch(topic, { sender: ann, baseVersion, cells }).catch(() => publish(3, `else ${n}`));
    await keep();
  }
  const allowed = (version: number) => [versions.get(version), [{ html: 'to fetch', styles: [] }]];
  for (const { version, steps } of arriving(told, fateOf)) {
    await here.engine.follow(topic, { version, steps });
    expect(allowed(viewer.version)).toContainEqual(viewer.pages);
    expect(await pagesOf(here, topic)).toEqual(versions.get(here.engine.versionNow(topic) ?? 0));
  }
  await here.engine.refresh(topic);
  expect(here.engine.head(topic)).toEqual(await there.stores.reports.head(topic));
  expect(await pagesOf(here, topic)).toEqual(await pagesOf(there, topic));
}
