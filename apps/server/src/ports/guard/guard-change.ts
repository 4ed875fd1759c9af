import type { BrokenRule } from '@sheetwire/page/guard/judge';
import type { AuditNote } from '../audit.ts';

/** What a version does about the guard, written in its own transaction. */
export interface GuardChange {
  /** Marks the version. */
  readonly broken?: readonly BrokenRule[] | undefined;
  /** The held publish of this revision waits no more: it is this version, or this version came after it. */
  readonly settles?: { readonly revision: number; readonly note: AuditNote | undefined } | undefined;
}
