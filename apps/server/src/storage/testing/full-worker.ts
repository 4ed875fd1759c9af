import { parentPort } from 'node:worker_threads';
import type { FromWriter, ToWriter } from '../sqlite/messages.ts';
import { type HeldDatabase, holdDatabase } from '../sqlite/writer-hold.ts';

/** Whether the database may grow. */
export interface SetRoom {
  readonly kind: 'room';
  readonly isFull: boolean;
}

/** The writer thread of a store whose disk a test fills: SQLite refuses to grow as it does there. */
const tell = (message: FromWriter | { readonly kind: 'room set' }, moved: ArrayBuffer[] = []) =>
  parentPort?.postMessage(message, moved);

let held: HeldDatabase | undefined;
parentPort?.on('message', (message: ToWriter | SetRoom) => {
  if (message.kind === 'open') held = holdDatabase(message.file, tell);
  else if (message.kind === 'room') setRoom(message.isFull);
  else held?.on(message);
});

const PLENTY = 4_000_000;

function setRoom(isFull: boolean): void {
  const raw = held?.raw;
  const pages = Number(raw?.prepare('pragma page_count').get()?.page_count);
  raw?.exec(`pragma max_page_count = ${isFull ? pages : PLENTY}`);
  tell({ kind: 'room set' });
}
