import { branded } from '@sheetwire/rules/name';
import { openStores } from '../open-stores.ts';

/** A program to be killed: recovers two dates in turn without end, and says so. Arguments: database, data folder, clock, dates. */
const [databaseUrl = '', dataDir = '', now = '', ...dates] = process.argv.slice(2);
const root = branded<'User'>('ACME/root');
const entrance = { names: [root], associated: [], windows: false, singleSignOn: false };
const { settingsBackups } = await openStores({ databaseUrl, dataDir, clock: { now: () => Number(now) } });

for (let n = 1; ; n++) {
  const name = dates[n % dates.length] ?? '';
  process.stdout.write(`show ${n} ${process.pid}\n`);
  const outcome = await settingsBackups.recover({ kind: 'users', name, by: root, entrance }, '');
  if ('refused' in outcome) throw new Error(outcome.refused);
  process.stdout.write(`ack ${n} ${process.pid}\n`);
}
