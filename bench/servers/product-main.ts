import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { serve } from '@sheetwire/server/serve';
import { parseSettings } from '@sheetwire/server/settings/settings';
import { addPublisher, addViewers } from './people.ts';

/** The portal as `sheetwire serve` starts it, with viewers signed in beforehand. */
const read = parseSettings({ ...process.env, SHEETWIRE_LOG_LEVEL: 'warn', SHEETWIRE_MAX_PUBLISH_RATE: '100000' });
if ('faults' in read) throw new Error(read.faults.join('; '));
const webDir = fileURLToPath(new URL('../../apps/web/dist', import.meta.url));
const clock = { now: () => Date.now() };
const served = await serve({ settings: read.settings, clock, chance: { bytes: randomBytes }, webDir });
const sessions = await addViewers(served.stores, Number(process.argv[2] ?? 1));
const key = await addPublisher(served.stores);
process.stdout.write(`ready ${JSON.stringify({ url: served.url, key, sessions })}\n`);
process.on('SIGUSR2', () => {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  process.stdout.write('collected\n');
});
process.once('SIGTERM', () => void served.close().then(() => process.exit(0)));
