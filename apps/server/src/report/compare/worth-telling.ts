import { limits } from '@sheetwire/contract/limits';
import type { Op } from '@sheetwire/contract/live';
import { opText } from '@sheetwire/contract/ops';

/** Characters of an op beside its text, roughly. */
export const OP_LENGTH = 12;

/** Longer steps are told by no stream, and cost the log and every reader more than the pages that they would lead to. */
export function isWorthTelling(ops: readonly Op[]): boolean {
  if (ops.length > limits.maxDeltaOps) return false;
  let length = OP_LENGTH * ops.length;
  for (const op of ops) length += opText(op).length;
  return length <= limits.maxDelta;
}
