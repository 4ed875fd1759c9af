import type { ExitName } from '@sheetwire/contract/exits';

/** A fault that the operator can mend: one plain sentence, and what the program ends with. */
export class StartFault extends Error {
  readonly exit: ExitName;

  constructor(exit: ExitName, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartFault';
    this.exit = exit;
  }
}

/** In one line; a fault without words of its own, as of several addresses tried, is told by what it gathers. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ');
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text.replace(/\s*\n\s*/g, ' ');
}
