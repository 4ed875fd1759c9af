import { type ErrorCode, errorCatalogue } from '@sheetwire/contract/errors';

/** A page that cannot be taken: the code and text of the catalogue (interfaces 5), with what was found when it helps. */
export class CleanRefusal extends Error {
  readonly code: ErrorCode;
  readonly detail: string | undefined;
  constructor(code: ErrorCode, detail?: string) {
    super(detail === undefined ? errorCatalogue[code].message : `${errorCatalogue[code].message}: ${detail}`);
    this.name = 'CleanRefusal';
    this.code = code;
    this.detail = detail;
  }
}

/** Refuses text that no store and no browser would give back as it was: NUL and lone surrogates (422). */
export function refuseBadText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed()) throw new CleanRefusal('bad_text');
}
