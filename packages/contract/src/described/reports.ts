import { cellHistory, versions } from '../past/calls.ts';
import { onControlAction, report } from '../reports.ts';
import { verify } from '../verify/calls.ts';
import { linkVersion } from '../verify/link.ts';
import { topicsDetails } from '../viewtopics.ts';
import { common } from './common.ts';
import { describe } from './describe.ts';
import { versionsWords } from './versions.ts';

/** Finding, reading and using reports. */
export const reports = [
  describe(topicsDetails, {
    summary: 'List the reports you may view',
    rules: ['semantics 2', 'semantics 1'],
    description:
      'The entities, groups and reports that the caller may view. Send how many reports you have; the lists are sent only when they have changed.',
    input: {
      currnumtopics: 'How many reports your list has; 0 asks for the whole list.',
      topicsId:
        'The `topicsId` that came with your list. Send it when several clients share a session: without it, a list that another one received is taken for yours.',
    },
    output: {
      user: 'The caller, as ENTITY/user.name.',
      sameNumTopics: 'True when your list is up to date; the lists are then left out.',
      entities: 'The entities, in alphabetical order.',
      groups: 'The groups, as ENTITY/GROUP.',
      topics: 'The reports, as ENTITY/GROUP/REPORT.',
      topicsId: 'Identifies the list. Absent when the lists are left out.',
      hasLicense: 'False when the caller has no license seat and so sees nothing. Absent otherwise.',
    },
  }),
  describe(report, {
    summary: 'Read a report',
    rules: ['semantics 4', 'semantics 2', 'time 2'],
    description:
      'The newest version of a report, or its snapshot of a day. Without the right to view it, or when the report does not exist, the response is an empty report. Send `reportTime`, `hasUserHtml` and `canInteract` of the version you have to get `nodiff` instead of the pages while nothing changed. Send a view secret in the header `X-Sheetwire-View-Secret`.',
    input: {
      topic: common.datedTopic,
      reportTime: 'The `time` of the version you have.',
      hasUserHtml: '`hasUserHtml` of the version you have.',
      canInteract: '`canInteract` of the version you have.',
      browserId: common.browserId,
      fromMobile: 'True on a phone. It changes nothing in the response.',
      returnReport: 'False to check only that you are logged in and may view it: the response is `nodiff`.',
      numSnapshotDates: 'How many snapshot dates you have; the dates are sent only when their number differs.',
      at: 'A version, or a time in ISO 8601 such as 2026-11-23T14:32:05Z: the report as it was then, for as long as its versions are kept. Not together with a day.',
      fromVersion:
        'With `at`: the version that you show. When only a few steps lead from it to the one you ask for, the response has `ops` instead of pages.',
      isIe: 'Ignored. Internet Explorer used to send true.',
    },
    output: {
      pages:
        'The HTML of each page, in order. A page over 8 KiB is compressed with gzip and encoded in base64; it then begins with H4.',
      shortPages:
        'True when each `data-cell` that follows from the cell before is replaced by a mark. Absent unless the request has the header `X-Sheetwire-Pages: short`, which only the pages of the portal send.',
      pageNames: 'The name of each page, in the order of `pages`.',
      time: `${common.time} no_time when there is nothing to show.`,
      sender: 'Who published it, as ENTITY/user.name; empty text when there is nothing to show.',
      topicBase: 'The report without a date, as ENTITY/GROUP/REPORT.',
      snapshotDates: 'The days that have a snapshot, as yyyy-mm-dd. Absent when you already have as many.',
      hasControls: 'True when a page has controls: text areas, lists, checkboxes, date pickers, buttons.',
      hasUserHtml: 'True when a page is a private version for the caller.',
      canInteract: 'True when the caller may use the controls.',
      nodiff: 'True when nothing changed since the version you have; the pages are then left out.',
      hasLicense:
        'False when the caller has no license seat: `nodiff` then says nothing of the report. Absent otherwise.',
      logout: 'True when the session has ended. Log in again.',
      logDeep: 'True when detailed logging is on for this account.',
      version: common.version,
      shownDate:
        'The day of the snapshot that is shown, as yyyy-mm-dd: the newest at or before the day asked for. null for the live report. Sent with `nodiff` too when you asked for a day, because a later snapshot may have the same contents.',
      styles:
        'The styles of each page, in the order of `pages`: CSS declarations that a cell names by number in `data-s`.',
      metadata: 'Names and values that the publisher gave with the report.',
      publisherSeenUtc: 'When the publisher was last heard from, ISO 8601 in UTC; null when that is not known.',
      publisherSilent:
        'True when a publisher was connected and has not been heard from for 30 seconds. Absent otherwise.',
      publisherConnected: 'True while a publisher is connected. Absent otherwise.',
      waitingUtc: 'When a newer publish began to wait for approval, ISO 8601 in UTC. Absent when none waits.',
      mayRelease: 'True when you may release what waits, or reject it: as an admin of the report. Absent otherwise.',
      recentTimes: 'The times of the last versions, in the form of `time`.',
      shownVersion:
        'With `at`: the version that the report had then. 0 when it had none yet, or when that version is no longer kept.',
      shownUtc: 'With `at`: when that version was published, ISO 8601 in UTC; null when there is none.',
      newer: 'With `at`: how many newer versions are kept.',
      thinned:
        'With `at`: true when versions between this one and the next were thinned out, so that the report may have been at one of them; absent otherwise.',
      ops: 'With `at` and `fromVersion`: the steps that lead from that version to this one, in the form of the delta event.',
    },
    refusals: {
      too_many:
        'Too many wrong view secrets, or more than 40 reads of earlier versions and days a second. Try again after Retry-After seconds.',
    },
  }),
  describe(versions, versionsWords),
  describe(cellHistory, {
    summary: 'List the past values of a cell',
    rules: ['time 2'],
    description:
      'The values of a cell with the version that set each, newest first. The cell is followed through rows that were inserted and deleted, each version in the page that the caller received with it. Without the right to view the report, the list is empty.',
    input: {
      topic: common.topic,
      page: 'The name of the page.',
      cell: 'The cell on the page as it is now, or was at `to`, such as B7: its `data-cell`.',
      from: 'Values set before this time are left out, ISO 8601. If omitted, as far back as versions are kept.',
      to: 'Until when, ISO 8601. If omitted, until now.',
      most: 'The most values to return. If omitted, 500.',
    },
    output: {
      values: 'The values, newest first.',
      'values.version': 'The version that set the value.',
      'values.utc': 'When it was published, ISO 8601 in UTC.',
      'values.text': 'The text of the cell, up to 32,767 characters.',
      'values.num': 'The number that the text shows; null when it shows none.',
      'values.by': 'Who published it, as ENTITY/user.name.',
      'values.cell': 'Where the cell was then; absent when it was where it is now.',
      'values.gone':
        'True when the page or the cell was not in the report from this version on; the text is then empty. Absent otherwise.',
      decimalMark:
        'The mark before the decimals of the numbers, as the cell and its page write them; absent when no value has a point or a comma.',
      more: 'True when there are older values than those in this response: it has at most `most` values and some 4 million characters of text. Send the time of the last one as `to` to go on.',
      thinned: 'How versions of the report were thinned out, newest first; empty when all of them are kept.',
      'thinned.before': 'Before this time, ISO 8601 in UTC, only some versions are kept.',
      'thinned.every': '`minute`: the last version of each minute is kept. `hour`: that of each hour.',
    },
    refusals: {
      unknown_page: 'The report had no page of that name then.',
      too_many: 'More than 40 reads of earlier versions a second. Try again after Retry-After seconds.',
    },
  }),
  describe(linkVersion, {
    summary: 'Keep a version whose address you give out',
    rules: ['time 6', 'time 1'],
    description:
      'Call this when a file, a print or copied cells carry the address of a version: the version then stays, so that its figures can be verified later. The last 50 links of a user and the last 500 of a report are kept, as long as they take no more than 128 MiB together.',
    input: { topic: common.topic, version: 'The number of the version.' },
    output: {
      kept: 'True when the version stays; false when it is no longer kept, or without the right to view the report.',
    },
    refusals: { too_many: 'More than 40 reads of earlier versions a second. Try again after Retry-After seconds.' },
  }),
  describe(verify, {
    summary: 'Check figures against what was published',
    rules: ['time 6'],
    description:
      'Says whether figures are what a version of a report showed, who published it and when, and what they are now. Send one figure with `page`, `cell` and `text`, or many with `figures`. Each version has a hash over the version before, its content, its publisher and its time; the server checks everything it keeps of the version before it says `signed`. Without the right to view the report, or when the report does not exist, the state is `none`.',
    input: {
      topic: common.topic,
      version: 'The number of the version.',
      page: 'The name of the page. If omitted, the first page.',
      cell: 'The cell on the page as it was then, such as B7: its `data-cell`. If omitted, no figure is checked.',
      text: 'The text that the cell is said to have shown, such as 1,234.57. If omitted, the response says what it showed.',
      figures: 'More figures, up to 2,000.',
      'figures.page': 'The name of the page.',
      'figures.cell': 'The cell on the page.',
      'figures.text': 'The text that the cell is said to have shown.',
    },
    output: {
      state:
        'signed (all that is kept of the version is as the server wrote it), unsigned (it, or a version that it builds on, was published before figures were signed), changed (what is stored is not what was published), otherkey (it was signed with a key that this server does not have), gone (the version is not kept) or none.',
      version: 'The version that was asked for.',
      utc: 'When it was published, ISO 8601 in UTC; null when that is not known.',
      by: 'Who published it, as ENTITY/user.name; empty when that is not known.',
      newestVersion: 'The number of the newest version; 0 without the right to view the report.',
      newestUtc: 'When the newest version was published, ISO 8601 in UTC.',
      statement:
        'What the server vouches for: JSON with topic, version, utc, by, hash and previous. Absent unless signed.',
      signature: 'The Ed25519 signature of the statement, base64. Absent unless signed.',
      key: 'The id of the key that signed it. Absent unless signed.',
      publicKey: 'The public key, SPKI in base64. Absent unless signed.',
      figures: 'The figures, in the order they were sent. Empty unless signed.',
      'figures.page': 'The name of the page.',
      'figures.cell': 'The cell.',
      'figures.is':
        'confirmed (the text is what the cell showed), different, missing (the page or the cell did not exist) or told (no text was sent).',
      'figures.text':
        'What the cell showed, up to 32,767 characters; null when it did not exist. Once the texts of a response come to 4 MiB, each further one is cut to 200 characters. The whole text is compared, whatever is shown of it.',
      'figures.now': 'What the cell of that name shows now, cut in the same way; null when it does not exist.',
      'figures.cut': 'True when `text` or `now` was cut. Absent otherwise.',
    },
    refusals: { too_many: 'More than 40 reads of earlier versions a second. Try again after Retry-After seconds.' },
  }),
  describe(onControlAction, {
    summary: 'Use a control of a report',
    rules: ['semantics 5', 'protocol 6'],
    description:
      'Sends what a user entered to the publisher of the report and waits up to 5 seconds for its answer. It also tells the publisher that someone is typing: with [IS_MID_EDIT] as the name and true or false as the value. A portal that is reached under /remote serves it at `/remote/api/v1/reports/oncontrolaction/` too.',
    input: {
      topic: 'The live report, as ENTITY/GROUP/REPORT. A snapshot has no controls to use.',
      attributeVal: 'The name of the control, its `data-control`; or [IS_MID_EDIT].',
      controlVal:
        'The new value as text: true or false for a checkbox, ISO local for dates and times, clicked for a button; null to clear it.',
      id: 'An id of this update that you choose. Send it again with the update when no response came: the update is then carried out once.',
    },
    output: {
      updated: 'True when the publisher accepted the value.',
      unauthorized: 'True when the caller may not use controls of this report. Absent otherwise.',
      message: 'Why the publisher rejected the value, in its own words. Absent when it gave no reason.',
      skip_retry: 'True when sending the same value again is pointless. Absent otherwise.',
    },
    refusals: {
      too_many:
        'More than 20 updates a second by you, or 200 waiting for the publisher. Try again after Retry-After seconds.',
    },
  }),
];
