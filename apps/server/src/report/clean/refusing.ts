import { Refusal } from '#lib/refusal.ts';
import { CleanRefusal } from './refusal.ts';

/** Runs a part of cleaning; its refusals become rows of the catalogue. */
export function refusing<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    return rethrow(error);
  }
}

/** Throws a fault on, a refusal of cleaning as a row of the catalogue. */
export function rethrow(error: unknown): never {
  if (error instanceof CleanRefusal) throw new Refusal(error.code, { message: error.message });
  throw error;
}
