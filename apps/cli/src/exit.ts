import type { Exit } from '@sheetwire/contract/exits';

/** An expected end of a command: a plain sentence that says what to do, and the exit code. */
export class Stop extends Error {
  readonly exit: Exit;
  constructor(exit: Exit, message: string) {
    super(message);
    this.exit = exit;
  }
}
