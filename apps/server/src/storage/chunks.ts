import { limits } from '@sheetwire/contract/limits';

/** Cuts a long list of rows so that no statement has more parameters than a database takes. */
export function* inChunks<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += limits.store.dumpRows) yield rows.slice(at, at + limits.store.dumpRows);
}
