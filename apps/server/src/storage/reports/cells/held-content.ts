import { createHash } from 'node:crypto';
import { limits } from '@sheetwire/contract/limits';
import { cellText } from '@sheetwire/page/compare/cell-text';

/** What a cell held: as it is told, and what tells it from other contents. */
export interface HeldContent {
  /** Of a long one its beginning. */
  readonly text: string;
  /** Equal where the contents are, their markup included. */
  readonly mark: string;
}

/** Longer contents are told from each other by their hashes. */
const SHORT = 64;

/** Made on the thread where contents are long: what is left of them is what is told (safety 3). */
export function heldContent(html: string): HeldContent {
  const mark = html.length <= SHORT ? html : createHash('sha256').update(html).digest('base64');
  return { text: cellText(html).slice(0, limits.log.cellText).toWellFormed(), mark };
}

/** What a cell came to hold with a version, newest first in lists. */
export interface HeldChange<Version> {
  readonly version: Version;
  /** Undefined where it went with this version. */
  readonly held: HeldContent | undefined;
  /** Its `data-cell` from then on; of one that went, until then. */
  readonly name: string;
}
