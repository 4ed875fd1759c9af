import * as z from 'zod/mini';
import type { Call, Output } from './call.ts';

/** Reads an answer by the contract; undefined when it has another shape. */
export function parseOutput<C extends Call>(call: C, answer: unknown): Output<C> | undefined {
  const read = z.safeParse(call.output, answer);
  return read.success ? read.data : undefined;
}
