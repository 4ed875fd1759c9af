import { limits } from '@sheetwire/contract/limits';

/** One thing that Help says: a name where it has one, and its sentences. */
export interface HelpStatement {
  readonly name?: string;
  readonly text: string;
}

export interface HelpSection {
  /** Its place in the address: /help#admin. */
  readonly id: 'home' | 'admin' | 'token' | 'contact';
  readonly title: string;
}

/** The sections of spec 2, Help, in its order. */
export const sections = [
  { id: 'home', title: 'Home page' },
  { id: 'admin', title: 'Admin page' },
  { id: 'token', title: 'Manual add-in authentication' },
  { id: 'contact', title: 'Help contact' },
] as const satisfies readonly HelpSection[];

const second = 1000;
const minute = 60 * second;

/** How to read a report (spec 2, Report viewer: historical date, hiding settings, pausing and metadata). */
export const homeStatements: readonly HelpStatement[] = [
  {
    name: 'Historical date.',
    text: 'Pick a Date to see that day’s snapshot, or the latest one before it; marked days have one. A date before the first snapshot gives an empty report. CLEAR returns to the live report.',
  },
  {
    name: 'HIDE SETTINGS.',
    text: 'Leaves more room for the report. Click the full report name to show the settings again.',
  },
  {
    name: 'Pausing.',
    text: 'Clear Update Live to freeze the figures; the line above the report then says (paused) and how many versions behind it is. Select it again to catch up.',
  },
  {
    name: 'Metadata.',
    text: 'Show Metadata adds a tab with the publish time, the sender and all metadata.',
  },
  {
    name: 'How current the report is.',
    text: 'The line above the report says Live, Paused, Catching up, Reconnecting or Disconnected, how long ago it was published, how long its publisher has been silent, or the date of the snapshot.',
  },
  {
    name: 'Since your last visit.',
    text: `Cells that changed since your last visit are marked until you dismiss them. Reloading continues the visit; it ends when you are away for ${limits.lookAway / minute} minutes. Flash Changes tints a cell as it changes.`,
  },
  {
    name: 'Time.',
    text: 'Time (or the T key) shows when the report changed. Drag along the strip or use ← and → to see the report as it was; press Space to play it. The page then says how old the figures are, that they are not live, and how many newer versions there are. The address links to the same moment. Back to live, or Escape, returns you to the live report.',
  },
  {
    name: 'Waiting for approval.',
    text: 'Admins can have each publish checked before it appears. While one waits, the line above the report says since when, and you keep the last good version. The report updates automatically once an admin has decided.',
  },
  {
    name: 'Compare.',
    text: 'Compares the report with a snapshot, or two snapshots with each other. Changed cells are marked and listed for each tab; hover over or tap a cell to see the old value and the difference.',
  },
  {
    name: 'Export.',
    text: 'Saves the current page or the whole report as a workbook or CSV file, prints it, or copies it.',
  },
  {
    name: 'Editing.',
    text: 'If you can interact, you can edit the fields in a report. Your entry is sent when you stop typing, or at once when you press Enter or Tab; fields with a submit button wait until you click it.',
  },
];

/** What every admin must know; the words are those of spec 2, Help. */
export const adminStatements: readonly HelpStatement[] = [
  {
    text: 'Daily snapshots can be set per group or report: snapshot time, location, predate 1 weekday, and capture now for a specific report.',
  },
  { text: 'Permissions on an administered report apply to the add-in and all APIs.' },
  { text: 'On first assumption current viewers and publishers lose rights until granted explicitly.' },
  { text: `Add-in versions before ${limits.firstAddinVersion} cannot view or publish administered reports.` },
  {
    text: `A report can take up to ${limits.reappearance / second} seconds to reappear after rights are granted.`,
  },
  { text: 'The last admin cannot be removed until all view and publish rights are revoked.' },
  {
    text: 'View and publish secrets are still enforced for add-in and API access. Viewing rights override a view secret on the home page only.',
  },
  {
    text: 'Publish rules check each publish of a report before viewers see it: it is marked, held for approval or refused. Try them on the last 24 hours before you save them.',
  },
  {
    text: 'A held publish is listed on the Publishing page, with the rules it breaks and what it would change. Release it, or reject it so that viewers keep what they have.',
  },
  { text: 'A report-specific setting beats a group setting.' },
  { text: 'Admins must add themselves as viewer or publisher if needed.' },
  {
    text: 'Choose who to add in the user-group dropdown. The far-right list shows the individual users holding rights in the tab.',
  },
  {
    text: 'Trying to assume a report or group that is already administered shows a list of its current admins.',
  },
];

/** A spreadsheet proves whose it is, step by step (spec 2, Help). */
export const tokenSteps = [
  'Check the authentication status in the spreadsheet.',
  'Click Generate Token on the Account page.',
  'Paste the token into the spreadsheet.',
  'Call the authenticate function with the token.',
  'Confirm TRUE.',
] as const;

/** What holds for every token (spec 9, Add-in token validity). */
export const tokenStatements: readonly HelpStatement[] = [
  { text: 'Authentication is per spreadsheet process.' },
  {
    text: `A token is valid for ${limits.addinToken / minute} minutes and one spreadsheet; using it again ends the first session.`,
  },
];
