import type { Call } from '@sheetwire/contract/call';

/** Calls that answer 501 until they are built; a call that is neither here nor routed stops the start. */
export const notBuilt: readonly Call[] = [];
