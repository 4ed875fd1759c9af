import { parentPort } from 'node:worker_threads';
import type { ToWriter } from './messages.ts';
import { type HeldDatabase, holdDatabase, type Tell } from './writer-hold.ts';

/** The writer thread: the one place that changes the embedded database. It holds one, until that is closed. */
const tell: Tell = (message, moved = []) => parentPort?.postMessage(message, moved);

let held: HeldDatabase | undefined;
parentPort?.on('message', (message: ToWriter) => {
  if (message.kind === 'open') held = holdDatabase(message.file, tell);
  else held?.on(message);
});
