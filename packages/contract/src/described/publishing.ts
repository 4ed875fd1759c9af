import * as calls from '../publishing/calls.ts';
import { retention } from '../publishing/retention.ts';
import { common, publishGuard, waitingFields } from './common.ts';
import { describe } from './describe.ts';
import { mayNot, onHold } from './publish.ts';
import { keptWords, retentionWords } from './retention.ts';

const standing = {
  topic: common.topic,
  version: 'The number of the newest version; 0 when nothing was published yet.',
  timeUtc: 'When it was published, ISO 8601 in UTC; empty text when nothing was published yet.',
  sender: 'Who published it, as ENTITY/user.name.',
  isLive: 'False when the report was removed or never published.',
  publisher: 'connected while a publisher is connected, silent when it stopped responding, none when there is none.',
  seenUtc: 'When its publisher was last heard from, ISO 8601 in UTC; null when this server has not heard from one.',
  viewers: 'How many users have the live report open on the server that responds.',
  hasPublishSecret: 'True when publishing it requires a secret.',
  waitingUtc: 'When a newer publish began to wait for approval, ISO 8601 in UTC. Absent when none waits.',
} as const;
const below = <const Name extends string>(name: Name) =>
  Object.fromEntries(Object.entries(standing).map(([field, meaning]) => [`${name}.${field}`, meaning])) as Record<
    `${Name}.${keyof typeof standing}`,
    string
  >;
const parameters = {
  entity: 'The entity of the report.',
  group: 'The group of the report.',
  report: 'The name of the report.',
  pages: 'What becomes a page, as in `publish/workbook/`.',
  entries: 'Which cells become controls, as in `publish/workbook/`.',
};
const notShown = {
  notShown: 'What the file contains but the pages do not show.',
  'notShown.sheet': 'The sheet; empty text for the workbook as a whole.',
  'notShown.what': 'What it is, such as charts.',
  'notShown.count': 'How many.',
  'notShown.why': 'Why it is not shown.',
} as const;
const refusals = {
  ...mayNot,
  unreadable_file: 'The file is damaged, or it is too much to read or to show. The message says what to do.',
  wrong_media_type: 'The portal does not read files of this kind, such as .xls and .xlsb without LibreOffice.',
  too_large: 'The file or its pages are larger than the portal accepts.',
  too_many: 'Too many calls, or too many of your files are waiting. Try again after Retry-After seconds.',
  busy: 'Too many files are waiting to be read. Try again after Retry-After seconds.',
} as const;
const tooMany = { too_many: 'Too many calls in a second. Try again after Retry-After seconds.' };

/** What publishers see in the portal. */
export const publishing = [
  describe(calls.publishingReports, {
    summary: 'List what you may publish',
    description: 'The published reports that you may publish, by name and in pages, and the state of each.',
    input: {
      search:
        'Only reports whose names contain all these words, in upper or lower case. The first 10 different words are used.',
      after: '`next` of the previous response; if omitted, the list begins with the first.',
      most: 'The most reports to return.',
    },
    output: {
      reports: 'The reports, by name.',
      ...below('reports'),
      total: 'How many reports match.',
      next: 'Where the list continues: send it as `after`. Empty text at the end.',
      places: 'Entities, groups and reports that you may publish to, up to 100. Empty when there are none.',
      waiting: 'The reports, up to 20, with a publish that waits for approval. Absent when there are none.',
      maxBytes: 'The largest file accepted, in bytes.',
    },
    refusals: tooMany,
  }),
  describe(calls.publishingReport, {
    summary: 'See how a report is published',
    description:
      'The last versions of a report that you publish or administer, what its pages do not show, and what was refused.',
    input: { topic: common.topic, most: 'How many versions at most, up to 500. If omitted, 20.' },
    output: {
      ...standing,
      versions: 'The last versions, newest first.',
      'versions.version': common.version,
      'versions.timeUtc': 'When it was published, ISO 8601 in UTC.',
      'versions.sender': 'Who published it.',
      'versions.kind':
        'whole when viewers fetch the report, changes when they get only what changed, long when there are too many changes to count.',
      'versions.bytes': 'The size of the changes, or of the pages; null when it is no longer known.',
      'versions.pages':
        'How many pages changed; of a whole report, how many it has, or 0 when that is no longer known.',
      'versions.cells': 'How many cells changed.',
      'versions.rows': 'How many rows were added or removed.',
      'versions.styles': 'How many styles are new.',
      'versions.replaced': 'How many pages were replaced.',
      'versions.source':
        'How it was published: report, cells, values or workbook for the call, control for an entry of a viewer, remove or rollback. Empty text when it is not known.',
      'versions.tag': 'The tag of the version. Absent when it has none.',
      'versions.reason': 'Why the report was rolled back. Absent when it was not.',
      'versions.restored': 'The version that was brought back. Absent when it was not a rollback.',
      'versions.broken': `${common.brokenRules} Absent when it breaks none.`,
      'versions.broken.rule': common.brokenRule,
      'versions.broken.action': common.brokenAction,
      'versions.broken.words': common.brokenWords,
      hasMore: 'True when older versions are kept.',
      kept: 'For how long versions are kept.',
      ...keptWords,
      keptAtMost:
        'For admins of the report, who can set less: for how long the server keeps versions. Absent otherwise.',
      'keptAtMost.versionHours': keptWords['kept.versionHours'],
      'keptAtMost.minuteDays': keptWords['kept.minuteDays'],
      'keptAtMost.hourDays': keptWords['kept.hourDays'],
      historyBytes: 'How many bytes all versions that are kept take in the store, compressed.',
      mayRollBack: 'True when you may tag versions and roll back here: as an admin of the report.',
      held: 'The rollback after which publishing is on hold. Absent when it is not.',
      'held.version': 'The version to release.',
      'held.restored': 'The version that was brought back.',
      'held.by': 'Who rolled back.',
      'held.timeUtc': 'When, ISO 8601 in UTC.',
      'held.reason': 'Why.',
      waits: 'The publish that waits for approval. Absent when none does.',
      ...waitingFields('waits'),
      notShown: 'What the last workbook contains but its pages do not show.',
      refused:
        'Up to 20 refused publishes by people who may publish the report, newest first, since the server started.',
      'refused.timeUtc': 'When it was last refused, ISO 8601 in UTC.',
      'refused.user': 'Who was refused.',
      'refused.code': 'The code of the refusal.',
      'refused.message': 'The refusal, as a sentence to show.',
      'refused.count': 'How many times in a row it was refused.',
    },
    refusals: { not_allowed: mayNot.not_allowed, version_too_old: mayNot.version_too_old, ...tooMany },
  }),
  describe(retention, retentionWords),
  describe(calls.previewWorkbook, {
    summary: 'Preview a file',
    description:
      'Returns the pages that viewers would get from a file. Nothing is published or kept. The body is the file, as in `publish/workbook/`.',
    input: {},
    output: {
      topic: common.topic,
      version: 'The version that is live; 0 when there is none.',
      pageNames: 'The names of the pages, in order.',
      pages: 'Their HTML, as viewers get it.',
      styles: 'The styles of each page.',
      ...notShown,
    },
    parameters,
    refusals,
  }),
  describe(calls.sendWorkbook, {
    summary: 'Publish a file from the portal',
    description: 'Publishes a file as `publish/workbook/` does, with a browser session instead of a key.',
    input: {},
    output: {
      topic: common.topic,
      version: common.version,
      time: common.time,
      changed: 'False when the content is the same as before; version and time then stay as they were.',
      ...publishGuard,
      ...notShown,
    },
    parameters,
    refusals: {
      ...refusals,
      ...onHold,
      guard_refused: 'A rule of the report refuses this content. The message says which and why.',
    },
  }),
];
