import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { limits } from '@sheetwire/contract/limits';
import { DataDirFault } from '#storage/data-dir.ts';
import { hasBuiltPages, type Served, serve } from './serve.ts';
import { parseSettings, readEnvironment, type Settings } from './settings/settings.ts';

const usage = 2;
const file = 5;
const webDir = fileURLToPath(new URL('../../web/dist', import.meta.url));

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function warn(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** The settings, or every fault of them and exit 2 (interfaces 2). */
function readSettings(): Settings | undefined {
  const read = parseSettings(readEnvironment());
  if ('faults' in read) {
    warn(
      `Sheetwire cannot start; ${read.faults.length === 1 ? 'one setting is' : `${read.faults.length} settings are`} wrong:`,
    );
    for (const fault of read.faults) warn(`  ${fault}`);
    return undefined;
  }
  for (const name of read.unknown) warn(`Unknown setting ${name}; check the spelling`);
  if (read.settings.databaseUrl !== '' && read.settings.secretKey === '') {
    warn('SHEETWIRE_SECRET_KEY is not set; servers that share a database must share it');
  }
  return read.settings;
}

async function start(): Promise<number | undefined> {
  const settings = readSettings();
  if (settings === undefined) return usage;
  if (!hasBuiltPages(webDir)) {
    warn('The web pages have not been built; run npm run build');
    return usage;
  }
  const clock = { now: () => Date.now(), steady: () => performance.now() };
  const chance = { bytes: (count: number) => randomBytes(count) };
  const served = await serve({ settings, clock, chance, webDir });
  stopOnSignals(served);
  say(`ready ${served.url}`);
  return undefined;
}

/** The first signal ends streams and finishes what is under way; the second, or too long a wait, ends at once. */
function stopOnSignals(served: Served): void {
  let isStopping = false;
  const stop = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    const late = setTimeout(() => process.exit(1), limits.stopWait);
    late.unref();
    served.close().then(
      () => process.exit(0),
      (error: unknown) => {
        warn(String(error));
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

try {
  const code = await start();
  if (code !== undefined) process.exitCode = code;
} catch (error) {
  warn(`Sheetwire cannot start: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = error instanceof DataDirFault ? file : 1;
}
