/** Work that nobody waits for: its faults are told and stop nothing. */
export interface Unattended {
  /** What goes wrong in telling viewers must not stop the write that they are told of. */
  readonly guarded: <T>(work: () => T) => T | undefined;
  readonly inBackground: (work: Promise<unknown>) => void;
}

export function unattended(onFault: (fault: unknown) => void): Unattended {
  return {
    guarded(work) {
      try {
        return work();
      } catch (fault) {
        onFault(fault);
        return undefined;
      }
    },
    inBackground: (work) => void work.catch(onFault),
  };
}
