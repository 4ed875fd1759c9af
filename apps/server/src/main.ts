import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { exits } from '@sheetwire/contract/exits';
import { limits } from '@sheetwire/contract/limits';
import { messageOf } from '#lib/start-fault.ts';
import { exitOfFault } from '#storage/fault-exit.ts';
import { wordsOfFault } from './lib/faults/file-words.ts';
import { hasBuiltPages, type Served, type ServeOptions, serve } from './serve.ts';
import { unknownWords } from './settings/command-settings.ts';
import { readEnvironment } from './settings/read-environment.ts';
import { parseSettings } from './settings/settings.ts';

const webDir = fileURLToPath(new URL('../../web/dist', import.meta.url));

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function warn(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** The settings, or every fault of them and exit 2 (interfaces 2). */
function readSettings(): Pick<ServeOptions, 'settings' | 'tracing'> | undefined {
  const read = parseSettings(readEnvironment());
  for (const line of unknownWords(read.unknown)) warn(line);
  if ('faults' in read) {
    warn(
      `Sheetwire cannot start; ${read.faults.length === 1 ? 'one setting is' : `${read.faults.length} settings are`} wrong:`,
    );
    for (const fault of read.faults) warn(`  ${fault}`);
    return undefined;
  }
  if (read.settings.databaseUrl !== '' && read.settings.secretKey === '') {
    warn('SHEETWIRE_SECRET_KEY is not set; servers that share a database must share it');
  }
  return read;
}

async function start(): Promise<number | undefined> {
  const read = readSettings();
  if (read === undefined) return exits.usage;
  if (!hasBuiltPages(webDir)) {
    warn('The web pages have not been built; run npm run build');
    return exits.usage;
  }
  const clock = { now: () => Date.now(), steady: () => performance.now() };
  const chance = { bytes: (count: number) => randomBytes(count) };
  const served = await serve({ ...read, clock, chance, webDir });
  stopOnSignals(served);
  say(`ready ${served.url}`);
  return undefined;
}

/**
 * SIGTERM sends viewers to other servers first; Ctrl-C, and the end of who started it, finish what is under way at once.
 * Ctrl-C may come twice, by the terminal and as SIGTERM from who started it: only the same signal again, or too long a wait,
 * ends without more ado.
 */
function stopOnSignals(served: Served): void {
  const asked = new Set<string>();
  const hurry = new AbortController();
  const stop = (signal: string) => {
    if (asked.has(signal)) process.exit(exits.stopped);
    if (signal !== 'SIGTERM') hurry.abort();
    asked.add(signal);
    if (asked.size === 1) void end(served, hurry.signal);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // A parent that was killed told nobody.
  process.on('disconnect', () => stop('disconnect'));
}

async function end(served: Served, hurry: AbortSignal): Promise<void> {
  try {
    await served.drain(hurry);
    const late = setTimeout(() => process.exit(exits.failed), limits.stopWait);
    late.unref();
    await served.close();
    process.exit(exits.done);
  } catch (error) {
    warn(messageOf(error));
    process.exit(exits.failed);
  }
}

try {
  const code = await start();
  if (code !== undefined) process.exitCode = code;
} catch (error) {
  const exit = exitOfFault(error);
  warn(`Sheetwire cannot start: ${wordsOfFault(error)}`);
  if (exit === undefined && error instanceof Error) warn(error.stack ?? '');
  process.exitCode = exits[exit ?? 'failed'];
}
