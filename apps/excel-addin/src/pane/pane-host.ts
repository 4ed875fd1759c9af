import type { LiveBook } from '@sheetwire/live-book/live-book';

/** The report of a workbook, as the workbook itself keeps it: never a key. */
export interface KeptChoice {
  readonly report: string;
  /** Ranges that become pages beside, or in place of, whole sheets. */
  readonly ranges: string;
  /** Names of sheets; undefined for every visible one. */
  readonly sheets: readonly string[] | undefined;
  readonly takesEntries: boolean;
}

/** Excel around the pane. */
export interface PaneHost {
  /** The pane's runtime ends with the pane: Excel on the web. */
  readonly endsWithPane: boolean;
  openBook(): Promise<LiveBook>;
  choice(): KeptChoice | undefined;
  keepChoice(choice: KeptChoice): Promise<void>;
  /** What was remembered on this computer, outside of every workbook. */
  credential(): Promise<string | undefined>;
  keepCredential(kept: string | undefined): Promise<void>;
  /** Opens the portal in a dialog and answers the token of who logs in there; '' when it was closed. */
  askSignIn(): Promise<string>;
}
