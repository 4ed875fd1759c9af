/** What the command line answers to its caller (interfaces 1). */
export const exits = { done: 0, usage: 2, notAllowed: 3, conflict: 4, file: 5, network: 6 } as const;
export type Exit = (typeof exits)[keyof typeof exits];

/** An expected end of a command: a plain sentence that says what to do, and the exit code. */
export class Stop extends Error {
  readonly exit: Exit;
  constructor(exit: Exit, message: string) {
    super(message);
    this.exit = exit;
  }
}
