import { type ErrorCode, errorCatalogue } from '@sheetwire/contract/errors';

/** A page that cannot be taken: the code and text of the catalogue (interfaces 5), with what was found when it helps. */
export class CleanRefusal extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, detail?: string) {
    super(detail === undefined ? errorCatalogue[code].message : `${errorCatalogue[code].message}: ${detail}`);
    this.name = 'CleanRefusal';
    this.code = code;
  }
}

/** Refuses text that cannot be stored and read back as it was: NUL and lone surrogates (issue of bad input, 422). */
export function refuseBadText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed()) throw new CleanRefusal('bad_text');
}
