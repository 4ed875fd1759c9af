import { StoreFault } from '#ports/store-fault.ts';

/** Another server holds the embedded store, or uses the database that is to be replaced. */
export class StoreInUse extends Error {
  constructor(place: string) {
    super(`another Sheetwire server is using ${place}; stop it first`);
    this.name = 'StoreInUse';
  }
}

/** Any thrown value as a store fault; keeps the database's code. */
export function faultOf(error: unknown): StoreFault {
  if (error instanceof StoreFault) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new StoreFault(message, codeOf(error), { cause: error });
}

/** The database's code of an error, empty when it has none: SQLite's own number where there is one. */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('errcode' in error && typeof error.errcode === 'number') return `SQLITE_${error.errcode}`;
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
