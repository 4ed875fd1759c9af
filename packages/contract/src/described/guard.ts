import * as calls from '../guard/calls.ts';
import { common, waitingFields } from './common.ts';
import { type Described, describe } from './describe.ts';

const rule = {
  kind: 'What the rule watches: errors, moved, range, fewer, changed, sum, asof or publisher.',
  page: 'The page that the rule applies to. If omitted, all pages, or for a cell the first one.',
  cell: 'The cell or the range, such as B4 or B4:B20.',
  percent: 'The percentage allowed.',
  min: 'The lowest number allowed.',
  max: 'The highest number allowed.',
  of: 'The cells whose sum is checked, such as B4:B20; for publisher, the usual publishers.',
  since: "What it compares with: version (the last one), open (the first of the day) or snapshot (yesterday's).",
  action: 'What happens to a publish that breaks it: warn, hold or refuse.',
} as const;
const rules = {
  'rules.kind': rule.kind,
  'rules.page': rule.page,
  'rules.cell': rule.cell,
  'rules.percent': rule.percent,
  'rules.min': rule.min,
  'rules.max': rule.max,
  'rules.of': rule.of,
  'rules.since': rule.since,
  'rules.action': rule.action,
} as const;

export const guardWords: Described<typeof calls.guard> = {
  summary: 'Get or set the rules of a report',
  rules: ['time 5'],
  description:
    'Every publish of the report is checked by its rules before viewers see it. One that breaks a rule is published and marked, held for approval, or refused, as the rule says. Without `rules` and `releaseAfterMin`, nothing is changed.',
  input: {
    topic: common.topic,
    rules: 'The new rules, up to 20; they replace the current ones. If omitted, those stay.',
    ...rules,
    releaseAfterMin: 'Minutes after which a held publish is released automatically; 0 for never. If omitted, it stays.',
    rulesId: 'The id of the rules that you have, so that newer ones are not overwritten.',
    difference: 'True to get what the held publish changes.',
    sides: 'True to get the pages of the held publish and those that viewers have.',
  },
  output: {
    unauthorized: common.unauthorized,
    stale:
      'True when someone else changed the rules first; nothing was saved, and these are the new ones. Absent otherwise.',
    topic: common.topic,
    rules: 'The rules of the report.',
    ...rules,
    rulesId: 'The id of these rules.',
    releaseAfterMin: 'Minutes after which a held publish is released automatically; 0 for never.',
    held: 'The publish that waits for approval. Absent when none does.',
    ...waitingFields('held'),
    'held.changes': 'What it changes on the pages that you receive, up to 200 cells. Only when asked for.',
    'held.changes.page': 'The name of the page.',
    'held.changes.cell': 'The address of the cell; empty text for a page that is added or removed.',
    'held.changes.was': 'What viewers have.',
    'held.changes.now': 'What the publish contains.',
    'held.changed': 'How many changes there are in all. Only when asked for.',
    'held.sides': 'The pages that you receive, before and after. Only when asked for.',
    'held.sides.live': 'What viewers have.',
    'held.sides.live.pageNames': 'The names of the pages, in order.',
    'held.sides.live.pages': 'Their HTML, in order.',
    'held.sides.live.styles': 'The styles of each page.',
    'held.sides.held': 'What the publish contains.',
    'held.sides.held.pageNames': 'The names of the pages, in order.',
    'held.sides.held.pages': 'Their HTML, in order.',
    'held.sides.held.styles': 'The styles of each page.',
    marked: 'The last versions that were published despite breaking a rule, newest first.',
    'marked.version': common.version,
    'marked.timeUtc': 'When it was published, ISO 8601 in UTC.',
    'marked.rules': common.brokenRules,
    'marked.rules.rule': common.brokenRule,
    'marked.rules.action': common.brokenAction,
    'marked.rules.words': common.brokenWords,
  },
  refusals: {
    too_many:
      'With `difference` or `sides`: more than 40 looks a second, or too many at once. Try again after Retry-After seconds.',
    busy: 'With `difference` or `sides`: too many others are waiting. Try again after Retry-After seconds.',
  },
};

export const guardTestWords: Described<typeof calls.guardTest> = {
  summary: 'Try rules on past versions',
  rules: ['time 5'],
  description:
    'Says how often and when each rule would have fired on the versions of the last hours. Nothing is changed or kept.',
  input: {
    topic: common.topic,
    rules: 'The rules to try, up to 20.',
    ...rules,
    hours: 'How many hours back, up to 24. If omitted, 24.',
  },
  output: {
    unauthorized: common.unauthorized,
    results: 'What each rule would have done, in the order of the rules.',
    'results.rule': common.brokenRule,
    'results.fired': 'How many versions break it.',
    'results.versions': 'The first 100 of them.',
    'results.versions.version': common.version,
    'results.versions.utc': 'When it was published, ISO 8601 in UTC.',
    'results.versions.words': common.brokenWords,
    versions:
      'How many publishes were checked. Rollbacks, removals and entries of viewers are not checked, as they are not when they come.',
    released:
      'How many more versions were held at the time and then released; they are not checked. Absent when there are none.',
    fromUtc: 'When the first of them was published, ISO 8601 in UTC; null when there is none.',
    toUtc: 'When the last of them was published, ISO 8601 in UTC; null when there is none.',
    isWhole: 'False when there were too many versions to check them all, or checking them took too long.',
  },
  refusals: {
    too_many: 'Your other tests are still running. Try again after Retry-After seconds.',
    busy: 'Too many tests are waiting. Try again after Retry-After seconds.',
  },
};

/** The rules of reports. */
export const guards = [describe(calls.guard, guardWords), describe(calls.guardTest, guardTestWords)];
