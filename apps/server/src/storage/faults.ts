import { StoreFault } from '#ports/store-fault.ts';

/** A database that no connection can be made to: it is away, or refuses the login. */
export class StoreUnreachable extends StoreFault {}

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

/** SQLSTATE of a lock that was not to be had in time, or that another waited for in a ring. */
const LOCKED: readonly string[] = ['55P03', '40P01'];

/** True of an error because of such a lock. */
export const isLocked = (error: unknown): boolean => LOCKED.includes(codeOf(error));
