import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const day = 24 * 60 * 60 * 1000;

/** The days of a portal that starts in the past. */
export interface PortalDays {
  /** What the portal's clock is read from, for its start. */
  readonly env: Readonly<Record<string, string>>;
  /** From the next start on it is so many days ago. */
  set(daysAgo: number): Promise<void>;
  remove(): Promise<void>;
}

/** A portal that is started with this lives so many days ago. */
export async function portalDays(daysAgo: number): Promise<PortalDays> {
  const folder = await mkdtemp(join(tmpdir(), 'sheetwire-days-'));
  const file = join(folder, 'moved');
  const set = (days: number) => writeFile(file, String(-days * day));
  await set(daysAgo);
  const clock = new URL('./moved-clock.ts', import.meta.url);
  return {
    env: { MOVED_CLOCK: file, NODE_OPTIONS: `--import=${clock.href}` },
    set,
    remove: () => rm(folder, { recursive: true }),
  };
}
