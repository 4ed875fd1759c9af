import type { Output } from '@sheetwire/contract/call';
import type { publishingReport } from '@sheetwire/contract/publishing/calls';
import type { LiveState } from '@sheetwire/live-book/publish/live-state';
import type { DryRun } from './dry-run.ts';
import type { KeptChoice } from './pane-host.ts';

export type ReportDetail = Output<typeof publishingReport>;
/** What is under way, and what its button waits for. */
export type Work = '' | 'sign-in' | 'go-live' | 'publish' | 'dry-run' | 'release';

export interface PaneEvent {
  readonly at: number;
  readonly words: string;
}

export interface PaneState extends KeptChoice {
  readonly phase: 'starting' | 'signed-out' | 'signed-in';
  /** '' for a key, of which only the portal knows whose it is. */
  readonly user: string;
  /** Grows with each login and logout: what was asked for before counts no more. */
  readonly login: number;
  readonly work: Work;
  /** What went wrong last, in words that say what to do. */
  readonly problem: string;
  /** Reports that may be published, and places for new ones. */
  readonly places: readonly string[];
  /** Visible sheets of the workbook. */
  readonly visible: readonly string[];
  /** Never kept anywhere. */
  readonly publishSecret: string;
  readonly asksSecret: boolean;
  /** Undefined before the first time. */
  readonly live: LiveState | undefined;
  readonly detail: ReportDetail | undefined;
  /** The publish that live knew to wait when the detail was asked for: of another the detail says nothing. */
  readonly detailOf: number | undefined;
  readonly dryRun: DryRun | undefined;
  /** Newest first. */
  readonly events: readonly PaneEvent[];
}

export const emptyPane: PaneState = {
  ...{ phase: 'starting', user: '', login: 0, work: '', problem: '', places: [], visible: [] },
  ...{ report: '', ranges: '', sheets: undefined, takesEntries: false, publishSecret: '', asksSecret: false },
  ...{ live: undefined, detail: undefined, detailOf: undefined, dryRun: undefined, events: [] },
};

/** Live is on, whatever it waits for. */
export function isOn(live: LiveState | undefined): boolean {
  return live !== undefined && live.state !== 'lost' && live.state !== 'ended';
}

/** `pages=` of a publish: '' for every visible sheet. */
export function pagesOf({ sheets, ranges, visible }: Pick<PaneState, 'sheets' | 'ranges' | 'visible'>): string {
  const asked = ranges.trim();
  if (sheets === undefined && asked === '') return '';
  return [...(sheets ?? visible).map(quoted), ...(asked === '' ? [] : [asked])].join(',');
}

/** The name of a sheet as a reference writes it. */
function quoted(sheet: string): string {
  return /^[A-Za-z_]\w*$/.test(sheet) ? sheet : `'${sheet.replaceAll("'", "''")}'`;
}

/** The publish that waits for approval, as live last heard. */
export function waitsOf(live: LiveState | undefined): number | undefined {
  return live?.state === 'live' ? live.waits : undefined;
}
