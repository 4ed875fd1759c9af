import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { parseUser } from '@sheetwire/rules/principal';
import { newAccount } from '@sheetwire/server/ports/users';
import { type Served, serve } from '@sheetwire/server/serve';
import { parseSettings } from '@sheetwire/server/settings/settings';

/** The portal with so many users who have a password, on a clock that each line of input moves past every throttle. */
const pastThrottles = 2 * 60 * 60 * 1000;

async function addUsers({ app, stores }: Served, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const name = parseUser(`ACME/known.${n}`);
    if (name === undefined) throw new Error('a name is not one');
    await stores.users.create({
      ...newAccount({ name, email: `known.${n}@mail.example`, createdAt: clock.now() }),
      passwordHash: await app.identity.passwords.hash(`tractor beam umbrella ${n}`),
    });
  }
}

const read = parseSettings({ ...process.env, SHEETWIRE_LOG_LEVEL: 'warn' });
if ('faults' in read) throw new Error(read.faults.join('; '));
let moved = 0;
const clock = { now: () => Date.now() + moved };
const served = await serve({ settings: read.settings, clock, chance: { bytes: randomBytes }, webDir: undefined });
await addUsers(served, Number(process.argv[2] ?? 1));
createInterface({ input: process.stdin }).on('line', () => {
  moved += pastThrottles;
  process.stdout.write('moved\n');
});
process.once('SIGTERM', () => void served.close().then(() => process.exit(0)));
process.stdout.write(`ready ${served.url}\n`);
