import { Refusal } from '#http/refusal.ts';

/** A write that the store did not take; the report is as it was (interfaces 5, 503). */
export class StoreFault extends Refusal {
  constructor(cause: unknown) {
    super('store_unavailable');
    this.cause = cause;
  }
}
