import { text } from 'node:stream/consumers';
import { exits } from '@sheetwire/contract/exits';
import { runStoreCommand } from './backup/run-store-command.ts';
import { commandSettings } from './settings/command-settings.ts';

/** Run by `sheetwire backup` and `restore`: a command as JSON on standard input, its result as JSON on standard output. */
async function result(): Promise<unknown> {
  const tell = (line: string) => void process.stderr.write(`${line}\n`);
  const read = commandSettings(tell);
  if ('outcome' in read) return read;
  return runStoreCommand(read.settings, JSON.parse(await text(process.stdin)), tell);
}

// What lies on the disk for the time being is taken away by whoever put it there.
process.once('SIGTERM', () => process.exit(exits.stopped));
process.stdout.write(`${JSON.stringify(await result())}\n`);
