import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { dispatchUserCommand } from '#identity/operator/user-command-dispatch.ts';
import { openBus } from '#live/bus/open-bus.ts';
import { exitOfFault } from '#storage/fault-exit.ts';
import { openStores } from '#storage/open-stores.ts';
import { wordsOfFault } from './lib/faults/file-words.ts';
import { commandSettings } from './settings/command-settings.ts';

/** Run by `sheetwire user`: a command as JSON on standard input, its result as JSON on standard output. */
async function run(): Promise<unknown> {
  const tell = (line: string) => void process.stderr.write(`${line}\n`);
  const read = commandSettings(tell);
  if ('outcome' in read) return read;
  const { settings } = read;
  const { databaseUrl, dataDir } = settings;
  const deps = {
    settings,
    tell,
    clock: { now: () => Date.now() },
    chance: { bytes: (count: number) => randomBytes(count) },
    openStores: () => openStores({ databaseUrl, dataDir }),
    openBus: (secretKey: Uint8Array) => openBus({ busUrl: settings.busUrl, databaseUrl, secretKey, mustBeUp: true }),
  };
  return dispatchUserCommand(deps, JSON.parse(await text(process.stdin)));
}

async function result(): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    const exit = exitOfFault(error);
    if (exit === undefined) throw error;
    return { outcome: exit, message: wordsOfFault(error) };
  }
}

process.stdout.write(`${JSON.stringify(await result())}\n`);
