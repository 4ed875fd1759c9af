import { setImmediate as nextTurn } from 'node:timers/promises';
import type { GuardRule } from '@sheetwire/contract/guard/rules';
import { limits } from '@sheetwire/contract/limits';
import type { Op } from '@sheetwire/contract/live';
import { opPage } from '@sheetwire/contract/ops';
import { changedCells } from '@sheetwire/page/guard/changed-cells';
import { judge } from '@sheetwire/page/guard/judge';
import { modelled } from '@sheetwire/page/guard/modelled';
import { type GuardPlan, planOf } from '@sheetwire/page/guard/plan';
import { type Standing, standingAfter, standingOf } from '@sheetwire/page/guard/standing';
import { OpMismatch } from '@sheetwire/page/op-mismatch';
import type { Topic } from '@sheetwire/rules/topic';
import type { KeptVersion } from '#ports/past/report-past.ts';
import type { LoggedVersion } from '#ports/report-log.ts';
import { PastDays } from '#report/guard/past-days.ts';
import { timeDigits } from '#report/publish-times.ts';
import type { GuardCallDeps } from './guard-deps.ts';

interface Fired {
  count: number;
  readonly first: { readonly version: number; readonly time: string; readonly words: string }[];
}

export interface Rehearsal {
  readonly fired: readonly Fired[];
  readonly versions: number;
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Every version of the time was looked at. */
  readonly isWhole: boolean;
}

type Deps = Pick<GuardCallDeps, 'past' | 'snapshots' | 'zoneOf'>;
type Pages = ReturnType<typeof modelled>[];

interface Running {
  pages: Pages;
  standing: Standing | undefined;
  /** Who published the last versions, newest first. */
  senders: readonly string[];
  wholes: number;
}

/** Holds the versions of a time against rules, one after another; whatever else is due goes on in between. */
export async function rehearse(
  deps: Deps,
  topic: Topic,
  { rules, since }: { readonly rules: readonly GuardRule[]; readonly since: number },
): Promise<Rehearsal> {
  const plan = planOf(rules);
  const fired = rules.map((): Fired => ({ count: 0, first: [] }));
  const begin = await beginning(deps, topic, since);
  const days = new PastDays(deps, topic, plan);
  const running = await begunAt(deps, topic, { plan, at: begin.before });
  let [after, versions, to] = [begin.before?.version ?? 0, 0, undefined as string | undefined];
  let from: string | undefined;
  let until = performance.now() + limits.slice;
  for (;;) {
    const ask = { after, upTo: Number.MAX_SAFE_INTEGER, most: limits.guard.readAtOnce };
    const steps = await deps.past.steps(topic, ask);
    for (const step of steps) {
      if (running.wholes > limits.guard.wholes) return { fired, versions, from, to, isWhole: false };
      await look(deps, topic, { plan, step, running, days, fired });
      [after, to] = [step.version, step.time];
      from ??= step.time;
      versions++;
      if (performance.now() < until) continue;
      await nextTurn();
      until = performance.now() + limits.slice;
    }
    if (steps.length === 0) return { fired, versions, from, to, isWhole: begin.isWhole };
  }
}

/** The version that the time begins after: of more versions than are looked at the oldest are left out. */
async function beginning({ past }: Deps, topic: Topic, since: number) {
  const before = await past.at(topic, { time: timeDigits(Math.max(0, since - 1)) });
  const count = await past.newer(topic, before?.version ?? 0);
  if (count <= limits.guard.rehearsed) return { before, isWhole: true };
  const newest = await past.at(topic, { version: Number.MAX_SAFE_INTEGER });
  const late = await past.at(topic, { version: (newest?.version ?? 0) - limits.guard.rehearsed });
  return { before: late, isWhole: false };
}

async function begunAt(
  deps: Deps,
  topic: Topic,
  { plan, at }: { readonly plan: GuardPlan; readonly at: KeptVersion | undefined },
): Promise<Running> {
  if (!at) return { pages: [], standing: undefined, senders: [], wholes: 0 };
  const pages = await pagesAt(deps, topic, at.version);
  const senders = await deps.past.senders(topic, at.version, limits.guard.usual);
  return { pages, standing: standingOf(plan, pages), senders, wholes: 0 };
}

async function pagesAt({ past }: Deps, topic: Topic, version: number): Promise<Pages> {
  return ((await past.read(topic, version))?.pages ?? []).map((page) => modelled(page, page));
}

interface Look {
  readonly plan: GuardPlan;
  readonly step: LoggedVersion;
  readonly running: Running;
  readonly days: PastDays;
  readonly fired: readonly Fired[];
}

async function look(deps: Deps, topic: Topic, { plan, step, running, days, fired }: Look): Promise<void> {
  const { version, time, sender } = step;
  const before = running.standing;
  const ops = await applied(deps, topic, step, running);
  const { pages } = running;
  const after = standingAfter(plan, before, { pages, ops });
  const facts = await days.at(step);
  const changes = changedCells(plan, { before, pages, ops });
  const broken = judge(plan, { ...facts, ...changes, before, after, sender, usual: new Set(running.senders) });
  for (const { rule, words } of broken) {
    const one = fired[rule];
    if (!one) continue;
    one.count++;
    if (one.first.length < limits.guard.told) one.first.push({ version, time, words });
  }
  running.standing = after;
  running.senders = [sender, ...running.senders].slice(0, limits.guard.usual);
}

/** Takes a step over; undefined of a whole report, whose pages are read. */
async function applied(
  deps: Deps,
  topic: Topic,
  { version, change }: LoggedVersion,
  running: Running,
): Promise<readonly Op[] | undefined> {
  if (change.kind === 'delta' && fits(running.pages, change.ops)) return change.ops;
  running.wholes++;
  running.pages = await pagesAt(deps, topic, version);
  return undefined;
}

/** False for steps that do not fit: the pages are read anew then. */
function fits(pages: Pages, ops: readonly Op[]): boolean {
  try {
    for (const op of ops) {
      const page = pages[opPage(op)];
      if (!page) return false;
      page.apply(op);
    }
    return true;
  } catch (fault) {
    if (fault instanceof OpMismatch) return false;
    throw fault;
  }
}
