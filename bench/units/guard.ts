import type { GuardRule } from '@sheetwire/contract/guard/rules';
import { SqlReportLog } from '@sheetwire/server/storage/reports/report-log';
import { type EngineRig, sender, startEngine, topicOf, turned, wholeOf } from '../lib/engine.ts';
import type { Figure } from '../lib/figures.ts';
import { inTurns } from '../lib/in-turns.ts';
import type { Plan } from '../lib/plan.ts';

const ROWS = 2500;
const CELLS = 10;

/** Of every kind, on cells that change with each publish, and none that fires. */
const rules: readonly GuardRule[] = [
  { kind: 'errors', action: 'hold' },
  { kind: 'errors', page: 'Positions', action: 'refuse' },
  ...['C2', 'C3', 'C4', 'C5'].map((cell): GuardRule => ({ kind: 'moved', cell, percent: 100_000, action: 'hold' })),
  { kind: 'moved', cell: 'C6', percent: 100_000, since: 'open', action: 'hold' },
  { kind: 'moved', cell: 'C7', percent: 100_000, since: 'open', action: 'warn' },
  ...['C2:C101', 'D2:D101', 'E2:E101'].map(
    (cell): GuardRule => ({ kind: 'range', cell, min: -1e9, max: 1e9, action: 'hold' }),
  ),
  { kind: 'range', cell: 'C8', max: 1e9, action: 'refuse' },
  { kind: 'fewer', percent: 20, action: 'hold' },
  { kind: 'fewer', percent: 20, since: 'open', action: 'hold' },
  { kind: 'changed', percent: 90, action: 'hold' },
  { kind: 'changed', page: 'Positions', percent: 99, action: 'refuse' },
  { kind: 'sum', cell: 'C9', of: 'C10:C11', percent: 10_000, action: 'hold' },
  { kind: 'asof', cell: 'A1', action: 'warn' },
  { kind: 'publisher', action: 'hold' },
  { kind: 'publisher', of: sender, action: 'refuse' },
];

/** A publish that twenty rules judge costs at most a tenth more than one without rules (time 5). */
export async function guard(plan: Plan): Promise<Figure[]> {
  const rig = await startEngine();
  try {
    const ids = { cells: 'cells publish, 20 rules / none', whole: 'whole publish, 20 rules / none' };
    return [await compared(rig, plan, ids.cells, ofCells), await compared(rig, plan, ids.whole, ofWhole)];
  } finally {
    await rig.close();
  }
}

type Publisher = (rig: EngineRig, name: string) => Promise<(turn: number) => Promise<boolean>>;

async function compared(rig: EngineRig, { rounds, isQuick }: Plan, id: string, make: Publisher): Promise<Figure> {
  let turn = 1;
  const measured = (publish: (turn: number) => Promise<boolean>) => async () => {
    if (!(await publish(turn++))) throw new Error(`${id}: a publish was held`);
  };
  const [kind = ''] = id.split(' ');
  const against = await make(rig, `ACME/${kind}/FREE`);
  const guarded = `ACME/${kind}/GUARDED`;
  const note = { at: Date.now(), actor: sender, action: 'guard changed', object: guarded, address: '' };
  await rig.guard.save({ topic: topicOf(guarded), rules, releaseAfterMin: 0, revision: 0 }, note);
  const of = await make(rig, guarded);
  const log = rig.stores.reports;
  const settle = async () => {
    if (log instanceof SqlReportLog) await log.idle();
  };
  const turns = isQuick ? 24 : 60;
  return inTurns(id, { rounds, turns, times: 50 }, { of: measured(of), against: measured(against), settle });
}

/** Names the day, as rules ask for it. */
function pageAt(turn: number): string {
  const today = new Date().toISOString().slice(0, 10);
  return turned(ROWS, CELLS, turn).replace(/(<td data-cell="A1"[^>]*>)[^<]*/, `$1As of ${today}`);
}

async function ofCells({ engine }: EngineRig, name: string) {
  const topic = topicOf(name);
  let { version } = await engine.publish(topic, wholeOf(pageAt(0)));
  return async (turn: number) => {
    const cells = Array.from({ length: CELLS }, (_, n) => ({
      page: 'Positions',
      cell: `C${n + 2}`,
      html: `${turn}.${n}`,
    }));
    const published = await engine.patch(topic, { sender, baseVersion: version, cells });
    version = published.version;
    return published.changed;
  };
}

async function ofWhole({ engine }: EngineRig, name: string) {
  const topic = topicOf(name);
  await engine.publish(topic, wholeOf(pageAt(0)));
  const bodies = Array.from({ length: 8 }, (_, n) => wholeOf(pageAt(n + 1)));
  return async (turn: number) => {
    const body = bodies[turn % bodies.length] ?? wholeOf(pageAt(turn));
    return (await engine.publish(topic, body)).changed;
  };
}
