import type { SettingKind } from '@sheetwire/contract/recoversettings';
import type { CopyChoice } from '#ports/settings-backups.ts';
import type { MadeCopy } from '../copies.ts';
import type { ToldOutcome } from '../told-outcome.ts';

/** What is done with whole kinds of settings beside the event loop. */
export type SettingsJob =
  | { readonly wants: 'copy'; readonly kind: SettingKind }
  | { readonly wants: 'preview'; readonly choice: CopyChoice }
  | { readonly wants: 'recovery'; readonly choice: CopyChoice; readonly address: string };

/** The database, which the thread opens for itself; `now` is a clock that a test moved. */
export type SettingsPlace = { readonly file: string } | { readonly url: string; readonly now: number | undefined };

/** A job on its way to the thread. */
export interface SentSettingsJob {
  readonly job: SettingsJob;
  readonly place: SettingsPlace;
}

/** What it answers. */
export interface SettingsAnswer {
  readonly copy?: MadeCopy;
  readonly outcome?: ToldOutcome;
  readonly fault?: { readonly message: string; readonly code: string };
}
