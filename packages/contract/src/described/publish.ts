import * as calls from '../publish.ts';
import { common, publishGuard } from './common.ts';
import { describe } from './describe.ts';

/** What a publish answers. */
export const published = {
  topic: common.topic,
  version: common.version,
  time: common.time,
  changed:
    'False when the content is the same as before and no secret was set or removed; version and time then stay as they were.',
  ...publishGuard,
} as const;
const privateUser = 'The user, as ENTITY/user.name, when the page is a private version that only this user gets.';
const session = 'The session, from `publish/open/`.';
const secretHeader =
  'A report with a publish secret needs it on every publish call, in the header `X-Sheetwire-Publish-Secret`.';
/** Why somebody may not publish. */
export const mayNot = {
  not_allowed: 'You are not a publisher of the report. Ask one of its admins.',
  wrong_publish_secret: 'The report has a publish secret. Send it in X-Sheetwire-Publish-Secret.',
  taken_over: 'The call named a session in X-Sheetwire-Session that no longer holds the lease of the report.',
  version_too_old: 'The report has admins and the credential belongs to an Excel add-in below 1.2.0.',
} as const;
export const onHold = {
  rolled_back:
    'The report was rolled back, and publishing is on hold. `have` is the version to send to `publish/release/`.',
} as const;
const ruled = {
  ...onHold,
  guard_refused: 'A rule of the report refuses this content. The message says which and why.',
} as const;
const rate = 'More than 200 publishes a second, or too many wrong secrets. Try again after Retry-After seconds.';
const content = {
  page_undecodable: 'The `html` of a page begins with H4 but is not gzip in base64.',
  page_too_deep: 'Elements of a page are nested too deep.',
  control_names_equal: 'Two controls of the report have the same name.',
  bad_text: 'A text has a character that cannot be stored, such as NUL.',
} as const;

/** Publishing reports and their files. */
export const publish = [
  describe(calls.publishReport, {
    summary: 'Publish a report',
    description: `Publishes a whole report: its pages in order, and metadata. The portal finds what changed and sends viewers only that. The response comes once the version is safely stored. Bodies may be compressed with gzip, br or zstd. ${secretHeader}`,
    input: {
      topic: common.topic,
      pages: 'The pages, in order. A portal accepts up to 100 of them unless its settings say otherwise.',
      'pages.name':
        'The name of the page, shown on its tab. Unique in the report; METADATA is shown with the metadata.',
      'pages.html':
        'The HTML of the page: usually one table whose cells have addresses in `data-cell`. It may be compressed with gzip and encoded in base64; it then begins with H4sI.',
      'pages.styles': 'Styles of the page, as CSS declarations. A cell names one by its number, from 0, in `data-s`.',
      'pages.user': privateUser,
      metadata: 'Names and values that the METADATA page lists. Up to 64 KiB.',
      viewSecret: 'Sets the secret required to read by key or add-in. Empty text removes it; if omitted, it stays.',
      publishSecret: 'Sets the secret required to publish. Empty text removes it; if omitted, it stays.',
      holdControls:
        'True to keep what users enter in controls while no publisher is connected. If omitted, it stays as it was; false for a new report.',
    },
    output: published,
    refusals: {
      ...mayNot,
      ...ruled,
      ...content,
      page_names_missing: 'A page has an empty or too long name.',
      page_names_equal: 'Two pages have the same name.',
      too_large: 'More pages, cells, controls or bytes than the portal accepts. The message says which and how many.',
      too_many: rate,
    },
  }),
  describe(calls.publishCells, {
    summary: 'Publish changed cells',
    description: `Changes cells of a published report. It names the version it changes, so that two publishers never overwrite each other unnoticed. Up to 25,000 cells; if a cell is listed more than once, the last change applies. ${secretHeader}`,
    input: {
      topic: common.topic,
      baseVersion: 'The version that these cells change, from the last response.',
      cells: 'The cells that changed.',
      'cells.page': 'The name of the page.',
      'cells.cell': 'The address of the cell: its `data-cell`, such as B7.',
      'cells.html': 'The new content of the cell, as HTML. It cannot contain a table.',
      'cells.s': 'The number of its style, from 0; if omitted, the style stays.',
      'cells.user': privateUser,
    },
    output: published,
    refusals: {
      ...mayNot,
      ...ruled,
      wrong_base_version:
        'The report is at another version, given in `have`; 0 means that it is not published. Publish the report whole, or start from that version.',
      unknown_page: 'The report has no page of that name.',
      unknown_cell: 'The page has no cell of that address, or no style of that number.',
      cell_holds_table: 'The new content of a cell contains a table. Publish the report whole.',
      control_names_equal: content.control_names_equal,
      page_too_deep: content.page_too_deep,
      bad_text: content.bad_text,
      too_large: 'More cells or bytes than the portal accepts. Publish the report whole.',
      too_many: rate,
    },
  }),
  describe(calls.publishWorkbook, {
    summary: 'Publish a file',
    description: `Publishes the file in the body as a report; each sheet becomes a page: \`.xlsx\`, \`.xlsm\`, \`.ods\`, \`.csv\`, \`.tsv\` or \`.html\`, and \`.xls\` and \`.xlsb\` where the portal has LibreOffice. Its type is detected from the content, then from Content-Type. Send the file again whenever it changes. \`entries=yes\` turns cells with a validation list or a checkbox into controls, \`entries=CTL_Region,Limit\` the cells with these names. What the pages do not show, such as diagrams, is in the response and on the METADATA page. ${secretHeader}`,
    input: {},
    output: {
      ...published,
      notShown: 'What the file contains but the pages do not show.',
      'notShown.sheet': 'The sheet; empty text for the workbook as a whole.',
      'notShown.what': 'What it is, such as charts.',
      'notShown.count': 'How many.',
      'notShown.why': 'Why it is not shown.',
    },
    parameters: {
      entity: 'The entity of the report.',
      group: 'The group of the report.',
      report: 'The name of the report.',
      pages:
        'What becomes a page: sheets, named ranges or areas such as Prices!A1:F20, separated by commas. If omitted, every visible sheet. Metadata is set with further parameters: metadata.NAME=value.',
      entries:
        '`yes` turns cells with a validation list or a checkbox into controls; names of cells, separated by commas, only those.',
    },
    refusals: {
      ...mayNot,
      ...ruled,
      unreadable_file: 'The file is damaged, or it is too much to read or to show. The message says what to do.',
      wrong_media_type: 'The portal does not read files of this kind, such as .xls and .xlsb without LibreOffice.',
      too_large: 'The file or its pages are larger than the portal accepts.',
      too_many: rate,
      busy: 'Too many files are waiting to be read. Try again after Retry-After seconds.',
    },
  }),
  describe(calls.publishValues, {
    summary: 'Publish values',
    description: `Sets cells of the workbook that was published last with \`publish/workbook/\`, and publishes its pages. Number formats and conditional formats follow the values; other cells stay as they are, so send the results of formulas too. Viewers get the cells that differ. If the values no longer fit the workbook, the response is 409 with \`need\`: publish the workbook again. ${secretHeader}`,
    input: {
      topic: common.topic,
      baseVersion: 'The version that these values change, from the last response. If omitted, it is not checked.',
      sheets: 'The sheets with new values. They may include hidden ones.',
      'sheets.name': 'The name of the sheet.',
      'sheets.cells':
        'Cells as [address, value] or [address, value, text]. A value is a number, a text, true, false, null for an empty cell, or an error such as {"error": "#N/A"}; dates are numbers. A text is what your spreadsheet shows; it replaces the number format. If a cell is listed more than once, the last value applies.',
      'sheets.cells.error': 'The error, as the spreadsheet shows it.',
      'sheets.range': 'A range such as B2:D40, whose values are in `rows`.',
      'sheets.rows': 'The values of the range, row by row: as many as it has cells.',
      'sheets.rows.error': 'The error, as the spreadsheet shows it.',
      'sheets.texts': 'What your spreadsheet shows for them, row by row; null for the number format.',
    },
    output: published,
    refusals: {
      ...mayNot,
      ...ruled,
      wrong_base_version: 'The report is no longer at `baseVersion`; `have` is its version.',
      workbook_needed:
        'The report was not published with `publish/workbook/`, something else was published since, or a sheet or cells are not those of the workbook. Publish the workbook, then continue with values.',
      unreadable_file: 'With these values the workbook is too large to read or to show. The message says what to do.',
      bad_text: content.bad_text,
      too_large: 'More cells or bytes than the portal accepts.',
      too_many: rate,
      busy: 'Too many values are waiting to be set. Try again after Retry-After seconds.',
    },
  }),
  describe(calls.publishAudience, {
    summary: 'Ask who can see a report',
    rules: ['protocol 4', 'semantics 2'],
    description: `Says who will see what is published, without names. The report need not be published yet. ${secretHeader}`,
    input: { topic: common.topic },
    output: {
      topic: common.topic,
      open: 'viewers (those who are listed), entity (everyone in the entity, because no one administers the report) or nobody (no one).',
      decidedBy: 'The report or group whose rights decide.',
      viewers: 'How many users can see it by its rights; 0 unless `open` is viewers.',
      hasViewSecret: 'True when reading by key or add-in requires a view secret.',
    },
    refusals: mayNot,
  }),
  describe(calls.publishRemove, {
    summary: 'Remove a report',
    description: `Removes the live pages and linked files of a report. Its rights and snapshots stay, and viewers see an empty report. ${secretHeader}`,
    input: { topic: common.topic },
    output: { removed: 'True when there was something to remove.' },
    refusals: { ...mayNot, ...onHold, too_many: rate },
  }),
  describe(calls.publishLinkedFile, {
    summary: 'Upload a linked file',
    description: `Stores a file that pages of the report link to or show. The body is the file itself, of any content type, up to 20 MiB; a report has up to 500 files and 200 MiB of them. A file of the same name is replaced. ${secretHeader}`,
    input: {},
    output: { url: 'The address of the file in the portal, for `href` or `src`.' },
    parameters: {
      entity: 'The entity of the report.',
      group: 'The group of the report.',
      report: 'The name of the report.',
      name: 'The name of the file, up to 120 characters. Its ending decides its type.',
    },
    refusals: {
      ...mayNot,
      ...onHold,
      not_found: 'The report is not published. Publish it first.',
      too_large: 'The file is over 20 MiB, or the report has too many files.',
      too_many: rate,
    },
  }),
];

/** What viewers enter reaches the publisher. */
export const controls = [
  describe(calls.publishOpen, {
    summary: 'Connect as publisher',
    description: `Makes the caller the connected publisher of reports, so that it gets what users enter in their controls. The newest caller wins: it takes over the reports from an earlier one, unless it is only on standby. ${secretHeader}`,
    input: {
      topics: 'The reports, as ENTITY/GROUP/REPORT.',
      instanceId: 'A name that you choose for the running program, to tell it from your other programs.',
      standby:
        'True to take over only reports whose publisher is gone: while another program holds a lease, the call is refused and nothing changes.',
    },
    output: {
      session: 'The session, for `publish/controls/` and `publish/ack/`.',
      leaseMs: 'How long the session lasts without a call, in milliseconds. Each call renews it.',
    },
    refusals: {
      ...mayNot,
      lease_held: 'Another program holds the lease of one of the reports. Try again after Retry-After seconds.',
      too_many: 'Too many sessions or wrong secrets. Try again after Retry-After seconds.',
    },
  }),
  describe(calls.publishControls, {
    summary: 'Wait for control updates',
    description:
      'Waits until users enter something, and returns it. Call it again and again with the `cursor` of the last response. It also ends when `midEdit` or `lost` changes.',
    input: {
      session,
      cursor: 'The `cursor` of the last response; empty text at first.',
      waitMs: 'How long to wait for an update at most, in milliseconds.',
    },
    output: {
      cursor: 'Where the list continues: send it with the next call.',
      updates: 'What users entered, in order for each control.',
      'updates.id':
        'The id of the update, for `publish/ack/`. If you get one twice, ignore the second but acknowledge it again.',
      'updates.topic': common.topic,
      'updates.name': 'The name of the control.',
      'updates.value': 'The new value as text; null when it was cleared.',
      'updates.user': 'Who entered it, as ENTITY/user.name.',
      'updates.time': 'When it was entered, ISO 8601 in UTC.',
      'updates.held':
        'True for the last value of a control, entered while no publisher was connected. Absent otherwise.',
      midEdit: 'Reports in which someone is typing right now.',
      lost: 'Reports that this session no longer publishes: another publisher took them over, or the right to publish is gone. Absent when there are none.',
    },
    refusals: {
      taken_over: 'Another publisher took over all reports of the session, or the session is unknown.',
      wrong_publish_secret: mayNot.wrong_publish_secret,
      too_many: 'Too many calls wait on this server. Try again after Retry-After seconds.',
    },
  }),
  describe(calls.publishAck, {
    summary: 'Acknowledge control updates',
    description: 'Says what became of updates. The user sees the outcome if it comes within 5 seconds.',
    input: {
      session,
      acks: 'What became of each update.',
      'acks.id': 'The id of the update.',
      'acks.status':
        'updated when the value was accepted, rejected when it was not, skip_retry when sending it again is pointless.',
      'acks.message': 'A reason, for your own log. Users do not see it.',
    },
    output: {
      late: 'The ids of acknowledgments that came too late: their users were told that the update failed, so undo it. Absent when there are none.',
    },
    refusals: {
      taken_over: 'Another publisher took over all reports of the session, or the session is unknown.',
      wrong_publish_secret: mayNot.wrong_publish_secret,
    },
  }),
];
