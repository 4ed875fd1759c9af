import protocol from '../../../../../docs/reference/protocol.md?raw';
import safety from '../../../../../docs/reference/safety.md?raw';
import semantics from '../../../../../docs/reference/semantics.md?raw';
import time from '../../../../../docs/reference/time.md?raw';

/** The pages of the reference that calls name, by their names; longer than all else here, so they come after it. */
export const chapterTexts: Readonly<Record<string, string>> = { protocol, safety, semantics, time };
