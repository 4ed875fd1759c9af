import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, stderr, stdout } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { beside } from './lib/beside.ts';
import { stopChildren } from './lib/child.ts';
import { type Figure, judge } from './lib/figures.ts';
import { tableOf, writeOut } from './lib/output.ts';
import { type Plan, plans } from './lib/plan.ts';
import { apply } from './units/apply.ts';
import { bytes } from './units/bytes.ts';
import { capacity } from './units/capacity.ts';
import { cells } from './units/cells.ts';
import { delta } from './units/delta.ts';
import { enumeration } from './units/enumeration.ts';
import { fanOut } from './units/fan-out.ts';
import { fetches } from './units/fetches.ts';
import { firstLoad } from './units/first-load.ts';
import { followed } from './units/followed.ts';
import { guard } from './units/guard.ts';
import { hops } from './units/hops.ts';
import { idle } from './units/idle.ts';
import { latency } from './units/latency.ts';
import { nodes } from './units/nodes.ts';
import { past } from './units/past.ts';
import { poll } from './units/poll.ts';
import { publishes } from './units/publishes.ts';
import { rights } from './units/rights.ts';
import { rightsChanges } from './units/rights-changes.ts';
import { rightsStart } from './units/rights-start.ts';
import { scaling } from './units/scaling.ts';
import { scrubbing } from './units/scrubbing.ts';
import { stalled } from './units/stalled.ts';
import { store } from './units/store.ts';
import { storm } from './units/storm.ts';
import { turns } from './units/turns.ts';
import { values } from './units/values.ts';
import { workbooks } from './units/workbooks.ts';

const units: Readonly<Record<string, (plan: Plan) => Promise<Figure[]>>> = {
  bytes,
  delta,
  cells,
  values,
  poll,
  publishes,
  nodes,
  hops,
  scaling,
  followed,
  fetches,
  store,
  past,
  scrubbing,
  guard,
  idle,
  stalled,
  storm,
  capacity,
  fanout: fanOut,
  firstload: firstLoad,
  latency,
  apply,
  enumeration,
  rights,
  rightschanges: rightsChanges,
  rightsstart: rightsStart,
  turns,
  workbooks,
};

/** Units that are run beside those of BENCH_BASE as a whole; others start its portal themselves. */
const besideBase = ['delta', 'cells', 'bytes', 'poll', 'apply', 'rights'];

const usage = `usage: node bench/main.ts [quick|full] [--only ${Object.keys(units).join(',')}]\n`;

function wanted(): { plan: 'quick' | 'full'; names: string[] } | undefined {
  const at = argv.indexOf('--only');
  const names = at < 0 ? Object.keys(units) : (argv[at + 1] ?? '').split(',');
  const plan = argv[2] === 'full' ? 'full' : 'quick';
  const isKnown =
    names.every((name) => name in units) && (argv[2] === undefined || /^(quick|full|--only)$/.test(argv[2]));
  return isKnown ? { plan, names } : undefined;
}

function budgets(): Map<string, number> {
  const read: unknown = JSON.parse(readFileSync(join(import.meta.dirname, 'budgets.json'), 'utf8'));
  const entries = typeof read === 'object' && read !== null ? Object.entries(read) : [];
  return new Map(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
}

const minute = 60_000;
/** A unit takes a few minutes; one that takes longer than this waits for an answer that does not come. */
const LONGEST = { quick: 10 * minute, full: 60 * minute } as const;

/** The figures of a unit; when it breaks off or hangs, one row that says why, and none of its processes is left. */
async function measured(name: string, plan: Plan): Promise<Figure[]> {
  const most = LONGEST[plan.isQuick ? 'quick' : 'full'];
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`gave no figures within ${most / minute} minutes`)), most);
  const figures = figuresOf(name, plan);
  try {
    return await Promise.race([figures, late]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    stderr.write(`${name}: ${reason}\n`);
    process.exitCode = 1;
    return [{ id: name, unit: 'ratio', values: [], notRun: reason.replaceAll('\n', ' ').slice(0, 300) }];
  } finally {
    clearTimeout(timer);
    await stopChildren();
    // Databases and brokers are ended by the unit itself, whose servers do not answer any more.
    const isOver = figures.then(
      () => undefined,
      () => undefined,
    );
    await Promise.race([isOver, wait(LAST_WAIT)]);
  }
}

const LAST_WAIT = 20_000;

async function figuresOf(name: string, plan: Plan): Promise<Figure[]> {
  const own = (await units[name]?.(plan)) ?? [];
  const base = process.env.BENCH_BASE;
  return base === undefined || !besideBase.includes(name) ? own : [...own, ...(await beside(name, base, plan.rounds))];
}

const asked = wanted();
if (asked === undefined) {
  stderr.write(usage);
  process.exitCode = 2;
} else {
  const figures: Figure[] = [];
  for (const name of asked.names) {
    stderr.write(`${name}…\n`);
    figures.push(...(await measured(name, plans[asked.plan])));
  }
  const goals = budgets();
  const rows = figures.map((figure) => judge(figure, goals.get(figure.id)));
  if (rows.some(({ verdict }) => verdict === 'MISSED')) process.exitCode = 1;
  // A unit that hung may still hold a timer or a socket.
  stdout.write(`${tableOf(rows)}\n\n${writeOut(asked.plan, rows)}\n`, () => process.exit());
}
