import * as z from 'zod/mini';
import type { Call, Output } from './call.ts';

/** Reads an answer by the contract; undefined when it has another shape. */
export function parseOutput<C extends Call>(call: C, answer: unknown): Output<C> | undefined {
  try {
    return z.parse<C['output']>(call.output, answer);
  } catch (error) {
    if (error instanceof z.core.$ZodError) return undefined;
    throw error;
  }
}
