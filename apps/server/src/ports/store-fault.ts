/** A store that cannot do what it was asked: nothing of the write is kept, unless its answer was lost (quality, Reliability). */
export class StoreFault extends Error {
  /** The database's own code, e.g. SQLITE_FULL or 53100. */
  readonly code: string;
  constructor(message: string, code = '', options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreFault';
    this.code = code;
  }
}
