import type { Call } from '@sheetwire/contract/call';
import * as publish from '@sheetwire/contract/publish';
import * as reports from '@sheetwire/contract/reports';

/** Calls that answer 501 until they are built; a call that is neither here nor routed stops the start. */
export const notBuilt: readonly Call[] = [
  publish.publishLinkedFile,
  publish.publishOpen,
  publish.publishControls,
  publish.publishAck,
  reports.onControlAction,
];
