import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** The days of a portal that starts in the past, at noon UTC, so that no day ends under way. */
export interface PortalDays {
  /** What the portal's clock is read from, for its start. */
  readonly env: Readonly<Record<string, string>>;
  /** yyyy-mm-dd. */
  dateOf(daysAgo: number): string;
  /** From the next start on it is so many days ago. */
  set(daysAgo: number): Promise<void>;
  remove(): Promise<void>;
}

/** A portal that is started with this lives so many days ago. */
export async function portalDays(daysAgo: number): Promise<PortalDays> {
  const folder = await mkdtemp(join(tmpdir(), 'sheetwire-days-'));
  const file = join(folder, 'moved');
  const now = Date.now();
  const noon = now - (now % day) + 12 * hour;
  const set = (days: number) => writeFile(file, String(noon - now - days * day));
  await set(daysAgo);
  const clock = new URL('./moved-clock.ts', import.meta.url);
  return {
    env: { MOVED_CLOCK: file, NODE_OPTIONS: `--import=${clock.href}` },
    dateOf: (days) => new Date(noon - days * day).toISOString().slice(0, 'yyyy-mm-dd'.length),
    set,
    remove: () => rm(folder, { recursive: true }),
  };
}
