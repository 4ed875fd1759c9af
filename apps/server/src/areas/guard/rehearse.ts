import { setImmediate as nextTurn } from 'node:timers/promises';
import type { GuardRule } from '@sheetwire/contract/guard/rules';
import { limits } from '@sheetwire/contract/limits';
import type { Op } from '@sheetwire/contract/live';
import { opPage, pageOp } from '@sheetwire/contract/ops';
import { changedCells, comparedSteps } from '@sheetwire/page/guard/changed-cells';
import { judge } from '@sheetwire/page/guard/judge';
import { type GuardPlan, planOf } from '@sheetwire/page/guard/plan';
import { type Standing, standingAfterSteps, standingSteps } from '@sheetwire/page/guard/standing';
import { OpMismatch } from '@sheetwire/page/op-mismatch';
import type { Topic } from '@sheetwire/rules/topic';
import { inSlices } from '#lib/slices.ts';
import type { KeptVersion, PastStep } from '#ports/past/report-past.ts';
import type { VersionSource } from '#ports/report-log.ts';
import { type ModelledPage, modelledPages } from '#report/guard/modelled-pages.ts';
import { PastDays } from '#report/guard/past-days.ts';
import { timeDigits } from '#report/publish-times.ts';
import type { GuardCallDeps } from './guard-deps.ts';

interface Fired {
  count: number;
  readonly first: { readonly version: number; readonly time: string; readonly words: string }[];
}

export interface Rehearsal {
  readonly fired: readonly Fired[];
  /** The publishes that were held against the rules, as they would have been when they came. */
  readonly versions: number;
  /** Versions that waited for approval then: they are not counted among those. */
  readonly released: number;
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Every version of the time was looked at. */
  readonly isWhole: boolean;
}

type Deps = Pick<GuardCallDeps, 'past' | 'snapshots' | 'zoneOf' | 'cleaner' | 'guardStore'>;
type Pages = ModelledPage[];

interface Running {
  pages: Pages;
  standing: Standing | undefined;
  /** Who published the last versions, newest first. */
  senders: readonly string[];
  wholes: number;
}

/** What was done with a report, and no publish: no rules are about it (time 5). */
const NOT_JUDGED: ReadonlySet<VersionSource | ''> = new Set(['rollback', 'remove', 'control'] as const);

interface RehearsalAsk {
  readonly rules: readonly GuardRule[];
  /** Epoch ms. */
  readonly since: number;
  /** No further version is looked at then. */
  readonly isOver: () => boolean;
}

/** Holds the versions of a time against rules, one after another; whatever else is due goes on in between. */
export async function rehearse(deps: Deps, topic: Topic, { rules, since, isOver }: RehearsalAsk): Promise<Rehearsal> {
  const plan = planOf(rules);
  const fired = rules.map((): Fired => ({ count: 0, first: [] }));
  const begin = await beginning(deps, topic, since);
  const days = new PastDays(deps, topic, plan);
  const running = await begunAt(deps, topic, { plan, at: begin.before });
  const held = await heldOnce(deps, topic);
  let [after, versions, released, to] = [begin.before?.version ?? 0, 0, 0, undefined as string | undefined];
  let from: string | undefined;
  let until = performance.now() + limits.slice;
  for (;;) {
    const ask = { after, upTo: Number.MAX_SAFE_INTEGER, most: limits.guard.readAtOnce };
    const steps = await deps.past.steps(topic, ask);
    for (const step of steps) {
      if (running.wholes > limits.guard.wholes || isOver())
        return { fired, versions, released, from, to, isWhole: false };
      const isReleased = held.has(step.version);
      const isJudged = !isReleased && !NOT_JUDGED.has(step.source);
      await look(deps, topic, { plan, step, running, days, fired, isJudged });
      [after, to] = [step.version, step.time];
      from ??= step.time;
      versions += Number(isJudged);
      released += Number(isReleased);
      if (performance.now() < until) continue;
      await nextTurn();
      until = performance.now() + limits.slice;
    }
    if (steps.length === 0) return { fired, versions, released, from, to, isWhole: begin.isWhole };
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

/** The versions that waited for approval before they were published, of those that are marked. */
async function heldOnce({ guardStore }: Deps, topic: Topic): Promise<ReadonlySet<number>> {
  const marked = await guardStore.marked(topic, limits.guard.marks);
  const held = marked.filter(({ broken }) => broken.some(({ action }) => action === 'hold'));
  return new Set(held.map(({ version }) => version));
}

async function begunAt(
  deps: Deps,
  topic: Topic,
  { plan, at }: { readonly plan: GuardPlan; readonly at: KeptVersion | undefined },
): Promise<Running> {
  if (!at) return { pages: [], standing: undefined, senders: [], wholes: 0 };
  const pages = await pagesAt(deps, topic, at.version);
  const senders = await deps.past.senders(topic, at.version, limits.guard.usual);
  return { pages, standing: await inSlices(standingSteps(plan, undefined, pages)), senders, wholes: 0 };
}

async function pagesAt({ past, cleaner }: Deps, topic: Topic, version: number): Promise<Pages> {
  return modelledPages(cleaner, (await past.read(topic, version))?.pages ?? []);
}

interface Look {
  readonly plan: GuardPlan;
  readonly step: PastStep;
  readonly running: Running;
  readonly days: PastDays;
  readonly fired: readonly Fired[];
  /** Else only what comes after it is compared with it. */
  readonly isJudged: boolean;
}

async function look(deps: Deps, topic: Topic, { plan, step, running, days, fired, isJudged }: Look): Promise<void> {
  const { version, time, sender } = step;
  const before = running.standing;
  const ops = await applied(deps, topic, step, running);
  const { pages } = running;
  const after = await inSlices(standingAfterSteps(plan, before, { pages, ops }));
  const facts = await days.at(step);
  const changes = ops ? changedCells(plan, { before, pages, ops }) : await inSlices(comparedSteps(plan, before, pages));
  const usual = new Set(running.senders);
  const broken = isJudged ? judge(plan, { ...facts, ...changes, before, after, sender, usual }) : [];
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
  { version, change }: PastStep,
  running: Running,
): Promise<readonly Op[] | undefined> {
  if (change.kind === 'delta' && (await fits(deps, running.pages, change.ops))) return change.ops;
  running.wholes++;
  running.pages = await pagesAt(deps, topic, version);
  return undefined;
}

/** False for steps that do not fit: the pages are read anew then. */
async function fits({ cleaner }: Deps, pages: Pages, ops: readonly Op[]): Promise<boolean> {
  try {
    for (const op of ops) {
      const page = pages[opPage(op)];
      if (!page) return false;
      page.apply(op);
      if (pageOp.is(op)) page.learn(await cleaner.knowPage(pageOp.html(op)));
    }
    return true;
  } catch (fault) {
    if (fault instanceof OpMismatch) return false;
    throw fault;
  }
}
