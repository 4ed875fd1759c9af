import { StoreFault } from '#ports/store-fault.ts';

/** Our own code in place of a database's. */
const COPY_DUE = 'COPY_DUE';

/** A change that has to wait: the copy of the day is missing, and takes too long to be made in its transaction. */
export function copyDue(): StoreFault {
  return new StoreFault('the settings of the day are not kept yet', COPY_DUE);
}

/** True of what `copyDue` made, on whichever thread. */
export function isCopyDue(error: unknown): boolean {
  return error instanceof StoreFault && error.code === COPY_DUE;
}
