import type { IconName } from '#ui/icon.tsx';
import type { PaletteAction } from './actions.ts';
import { folded, type Match, matched, wordsOf } from './match.ts';

type Group = 'Recent' | 'Reports' | 'Pages' | 'Actions' | 'More reports' | 'Are you sure?';

/** What a row stands for: a report to open, or something to do. */
export type Target =
  | { readonly kind: 'report'; readonly topic: string }
  | { readonly kind: 'action'; readonly action: PaletteAction };

export interface Found {
  readonly id: string;
  readonly text: string;
  readonly icon: IconName;
  readonly note: string | undefined;
  /** Places of the letters that matched. */
  readonly marks: readonly number[];
  readonly target: Target;
}

export interface FoundGroup {
  readonly name: Group;
  readonly items: readonly Found[];
}

/** A report with its text made ready, once for many searches. */
export interface Sought {
  readonly topic: string;
  /** Without the user's own entity. */
  readonly text: string;
  readonly folded: string;
}

/** What can be found. */
export interface Searched {
  readonly reports: readonly Sought[];
  /** The most recent first. */
  readonly recents: readonly string[];
  readonly actions: readonly PaletteAction[];
  /** The open report. */
  readonly current: string | undefined;
}

interface Scored {
  readonly item: Found;
  readonly score: number;
}

/** A report opened lately is likely meant again. */
const recentBonus = 250;
/** Recents that show before anything is typed. */
const firstRecents = 10;
/** Other reports that show before pages and actions; what lies behind thousands of reports is never seen. */
const firstReports = 20;

/** The reports, ready to be searched. */
export function soughtOf(topics: readonly string[], ownEntity: string): Sought[] {
  const own = `${ownEntity}/`;
  return topics.map((topic) => {
    const text = topic.startsWith(own) ? topic.slice(own.length) : topic;
    return { topic, text, folded: folded(text) };
  });
}

/** What fits what is typed, best group and best row first; before that, recents but the open one, reports, pages, actions. */
export function find(searched: Searched, typed: string): FoundGroup[] {
  const words = wordsOf(typed);
  const groups = words.length === 0 ? everything(searched) : fitting(searched, words);
  return groups.filter(({ items }) => items.length > 0);
}

function everything({ reports, recents, actions, current }: Searched): FoundGroup[] {
  const byTopic = new Map(reports.map((report) => [report.topic, report]));
  const others = recents.filter((topic) => topic !== current).slice(0, firstRecents);
  const recent = others.flatMap((topic) => byTopic.get(topic) ?? []);
  const isRecent = new Set(recent);
  const report = (sought: Sought) => reportRow(sought, [], sought.topic === current ? openNow : undefined);
  const action = (group: 'Pages' | undefined) =>
    actions.filter((one) => one.group === group && !one.isFoundOnly).map((one) => actionRow(one, []));
  const rest = reports.filter((one) => !isRecent.has(one)).map(report);
  return [
    { name: 'Recent', items: recent.map(report) },
    { name: 'Reports', items: rest.slice(0, firstReports) },
    { name: 'Pages', items: action('Pages') },
    { name: 'Actions', items: action(undefined) },
    { name: 'More reports', items: rest.slice(firstReports) },
  ];
}

function fitting({ reports, recents, actions, current }: Searched, words: readonly string[]): FoundGroup[] {
  const recent = new Set(recents);
  const found: Record<'Reports' | 'Pages' | 'Actions', Scored[]> = { Reports: [], Pages: [], Actions: [] };
  for (const sought of reports) {
    const match = matched(sought.folded, words);
    if (!match) continue;
    const isRecent = recent.has(sought.topic);
    const note = sought.topic === current ? openNow : isRecent ? 'recent' : undefined;
    const score = match.score + (isRecent ? recentBonus : 0);
    found.Reports.push({ item: reportRow(sought, match.at, note), score });
  }
  for (const action of actions) {
    const match = matchAction(action, words);
    if (match) found[action.group ?? 'Actions'].push({ item: actionRow(action, match.at), score: match.score });
  }
  return (['Reports', 'Pages', 'Actions'] as const)
    .map((name) => ({ name, scored: found[name].sort(better) }))
    .sort((a, b) => (b.scored[0]?.score ?? 0) - (a.scored[0]?.score ?? 0))
    .map(({ name, scored }) => ({ name, items: scored.map(({ item }) => item) }));
}

const openNow = 'open now';

/** Shorter names first where the letters fit alike; otherwise as they came. */
function better(a: Scored, b: Scored): number {
  return b.score - a.score || a.item.text.length - b.item.text.length;
}

function matchAction({ text, also = '' }: PaletteAction, words: readonly string[]): Match | undefined {
  return matched(folded(text), words, wordsOf(also));
}

function reportRow({ topic, text }: Sought, marks: readonly number[], note: string | undefined): Found {
  return { id: topic, text, icon: 'sheet', note, marks, target: { kind: 'report', topic } };
}

function actionRow(action: PaletteAction, marks: readonly number[]): Found {
  const { id, text, icon, note = action.key?.toUpperCase() } = action;
  return { id, text, icon, note, marks, target: { kind: 'action', action } };
}
