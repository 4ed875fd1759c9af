import type { RuleAction, RuleSince } from '@sheetwire/contract/guard/rules';
import { guardLimits } from '@sheetwire/contract/limits/time/guard';
import { type FreshCells, freshCells, judgeCells, sameIn, sameOf } from './cell-rules.ts';
import { percentFewer, percentWords } from './figures.ts';
import { concerns, type GuardPlan, isAbout, type PlannedRule } from './plan.ts';
import type { PageStanding, Standing } from './standing.ts';

/** A rule that a publish breaks. */
export interface BrokenRule {
  /** Its place in the list, from 0. */
  readonly rule: number;
  readonly action: RuleAction;
  readonly words: string;
}

/** How many cells a publish sets on a page. */
export type ChangedCells = ReadonlyMap<number, number>;

/** A publish as rules see it. */
export interface GuardedPublish {
  readonly before: Standing | undefined;
  readonly after: Standing;
  /** By the number of the page. */
  readonly changed: ChangedCells;
  /** Pages on which rows or cells have moved: their errors are counted, not found by their places. */
  readonly moved: ReadonlySet<number>;
  readonly sender: string;
  /** Who published the last versions. */
  readonly usual: ReadonlySet<string>;
  /** yyyy-mm-dd in the time zone of the report. */
  readonly today: string;
  /** What rules compare with beside the version before; undefined where there is no such thing. */
  readonly bases: Readonly<Record<Exclude<RuleSince, 'version'>, Standing | undefined>>;
}

/** The rules that a publish breaks, in their order (time 5). */
export function judge(plan: GuardPlan, publish: GuardedPublish): BrokenRule[] {
  const broken: BrokenRule[] = [];
  const fresh = freshCells(publish);
  for (const planned of plan.rules) {
    const words = found(planned, publish, fresh);
    if (words !== undefined) broken.push({ rule: planned.place, action: planned.rule.action, words: bounded(words) });
  }
  return broken;
}

/** Names of pages and of usual publishers may be long, and many. */
function bounded(words: string): string {
  const most = guardLimits.guard.words;
  return words.length <= most ? words : `${words.slice(0, most - 1).toWellFormed()}…`;
}

/** What becomes of a publish: the severest of what its broken rules say; undefined when it is as any other. */
export function severest(broken: readonly BrokenRule[]): RuleAction | undefined {
  if (broken.length === 0) return undefined;
  for (const action of ['refuse', 'hold', 'warn'] as const) {
    if (broken.some((one) => one.action === action)) return action;
  }
  return undefined;
}

function found(planned: PlannedRule, publish: GuardedPublish, fresh: FreshCells | undefined): string | undefined {
  switch (planned.rule.kind) {
    case 'errors':
      return newErrors(planned, publish) ?? goneOf(planned, publish.after);
    case 'fewer':
      return fewer(planned, publish) ?? goneOf(planned, publish.after);
    case 'changed':
      return tooManyChanged(planned, publish) ?? goneOf(planned, publish.after);
    case 'publisher':
      return otherPublisher(planned, publish);
    case 'moved':
    case 'range':
    case 'sum':
    case 'asof':
      return judgeCells(planned, publish, fresh);
  }
}

/** A page that a rule names and nobody has any more is told with every publish: the rule watches nothing. */
function goneOf({ page, rule }: PlannedRule, { layout }: Standing): string | undefined {
  return page === undefined || layout.names.includes(page) ? undefined : `Page ${rule.page} is gone`;
}

function newErrors(planned: PlannedRule, { before, after, moved }: GuardedPublish): string | undefined {
  for (const [number, page] of after.pages.entries()) {
    if (page.errors.size === 0 || !isAbout(planned, after.layout, number)) continue;
    const was = sameIn(after, number, before);
    if (was?.errors === page.errors) continue;
    const fresh = was ? freshErrors(was, page, moved.has(number)) : [...page.errors.values()];
    const [first] = fresh;
    if (first === undefined) continue;
    return fresh.length === 1
      ? `${first} on ${page.name} is new`
      : `${first} and ${counted(fresh.length - 1, 'more error')} on ${page.name} are new`;
  }
  return undefined;
}

function freshErrors(was: PageStanding, now: PageStanding, isMoved: boolean): string[] {
  if (!isMoved && was.cells === now.cells) {
    return [...now.errors].filter(([n]) => !was.errors.has(n)).map(([, error]) => error);
  }
  const left = Map.groupBy(was.errors.values(), (error) => error);
  return [...now.errors.values()].filter((error) => left.get(error)?.pop() === undefined);
}

function fewer({ rule }: PlannedRule, { before, after, bases }: GuardedPublish): string | undefined {
  const { percent: most = 0, page, since = 'version' } = rule;
  const base = since === 'version' ? before : bases[since];
  if (!base) return undefined;
  const pages = page === undefined ? fewerPages(base.pages.length, after.pages.length, most) : undefined;
  if (pages !== undefined) return pages;
  for (const [n, was] of base.pages.entries()) {
    if (!concerns(rule, was.name)) continue;
    const now = page === undefined ? sameIn(base, n, after) : sameOf(was, after);
    if (!now && page !== undefined) return `Page ${was.name} is gone`;
    const found = now && fewerRows(was, now, most);
    if (found !== undefined) return found;
  }
  return undefined;
}

function fewerPages(had: number, has: number, most: number): string | undefined {
  if (percentFewer(had, has) <= most) return undefined;
  return `${has} of ${counted(had, 'page')} ${has === 1 ? 'is' : 'are'} left`;
}

function fewerRows({ name, rows: had }: PageStanding, { rows: has }: PageStanding, most: number): string | undefined {
  const percent = percentFewer(had, has);
  return percent > most
    ? `${name} has ${has} of ${counted(had, 'row')} left: ${percentWords(percent, most)} fewer`
    : undefined;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function tooManyChanged(planned: PlannedRule, { before, after, changed }: GuardedPublish): string | undefined {
  if (!before) return undefined;
  const { rule } = planned;
  let [cells, all] = [0, 0];
  for (const [number, page] of after.pages.entries()) {
    if (!isAbout(planned, after.layout, number)) continue;
    cells += Math.min(changed.get(number) ?? 0, page.cells);
    all += page.cells;
  }
  const percent = all === 0 ? 0 : (cells / all) * 100;
  const { percent: most = 0 } = rule;
  if (percent <= most) return undefined;
  const where = rule.page === undefined ? '' : ` on ${rule.page}`;
  return `${cells} of ${counted(all, 'cell')}${where} changed at once: ${percentWords(percent, most)}`;
}

function otherPublisher({ rule, publishers }: PlannedRule, { sender, usual }: GuardedPublish): string | undefined {
  if (publishers) {
    const isNamed = publishers.has(sender) || publishers.has(sender.toUpperCase());
    return isNamed ? undefined : `${sender} published, not ${rule.of}`;
  }
  if (usual.size === 0 || usual.has(sender)) return undefined;
  return `${sender} published, not ${[...usual].join(' or ')}`;
}
