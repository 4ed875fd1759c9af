import { limits } from '@sheetwire/contract/limits';

/** Why a file cannot be published, in one plain sentence that says what to do next. */
export class WorkbookError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'WorkbookError';
  }
}

/** A fault of ours in a file that nobody thought of, or a machine that is too busy: not the file's. */
export class RenderFault extends WorkbookError {}

/** A name of the file as a sentence names it: no longer than a line, without what a terminal would obey. */
export function quoted(name: string): string {
  const most = limits.workbook.quoted;
  const short = name.length > most ? `${name.slice(0, most - 1).toWellFormed()}…` : name;
  return short.replace(/[\0-\x1f\x7f-\x9f]/g, ' ');
}
