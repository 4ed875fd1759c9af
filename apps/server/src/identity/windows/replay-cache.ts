import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { StartFault } from '#lib/start-fault.ts';

/** Where the Kerberos library notes which tickets were used, unless it is told: without it no ticket is accepted. */
const usual = '/var/tmp';

/**
 * Gives the Kerberos library a folder for used tickets: that of the machine, so that two portals on it know of each
 * other's, or the data folder where that is read only, as in a container.
 */
export async function openReplayCache(dataDir: string): Promise<void> {
  const { KRB5RCACHENAME, KRB5RCACHETYPE, KRB5RCACHEDIR: named, TMPDIR } = process.env;
  if (KRB5RCACHENAME !== undefined || KRB5RCACHETYPE !== undefined) return;
  const folder = named ?? TMPDIR ?? usual;
  const fault = await writeFault(folder);
  if (fault === undefined) return;
  if (named !== undefined) throw noCache(`KRB5RCACHEDIR names ${named}, where used tickets cannot be noted (${fault})`);
  // On PostgreSQL nothing else may have needed it yet.
  await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch(() => undefined);
  const own = await writeFault(dataDir);
  if (own !== undefined) {
    const places = `in ${folder} (${fault}) or ${dataDir} (${own})`;
    throw noCache(`used tickets cannot be noted ${places}; set KRB5RCACHEDIR to a folder that this user can write to`);
  }
  process.env.KRB5RCACHEDIR = dataDir;
}

function noCache(words: string): StartFault {
  return new StartFault('file', `SHEETWIRE_KERBEROS_KEYTAB: ${words}`);
}

async function writeFault(folder: string): Promise<string | undefined> {
  try {
    await access(folder, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}
