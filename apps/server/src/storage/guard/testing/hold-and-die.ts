import { branded } from '@sheetwire/rules/name';
import { openStores } from '#storage/open-stores.ts';
import { bob, report, whole } from '#storage/suite/builders.ts';

/** Holds a publish, and is killed as soon as its publisher would be told. */
const [, , dataDir = ''] = process.argv;
const topic = branded<'Topic'>('ACME/KILLED/HELD');
const { guard, reports } = await openStores({ databaseUrl: '', dataDir });
const note = { at: 1, actor: bob, action: 'guard changed', object: topic, address: '' };
await guard.save({ topic, rules: [], releaseAfterMin: 0, revision: 0 }, note);
await reports.append(whole({ topic, base: 0, version: 1 }));
const broken = [{ rule: 0, action: 'hold', words: 'an error' }] as const;
await guard.hold(
  { topic, base: 1, sender: bob, broken, report: report(2, ['held']), over: 0, keepsNumber: false },
  note,
);
process.kill(process.pid, 'SIGKILL');
