import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryUsage } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { RightsNow } from '@sheetwire/server/live/rights-now';
import { openStores } from '@sheetwire/server/storage/open-stores';
import { databaseFile, openWriter } from '@sheetwire/server/storage/sqlite/connection';
import type { Figure } from '../lib/figures.ts';
import type { Plan } from '../lib/plan.ts';

const COUNT = 100_000;
const MEMBERS = 10;
const MB = 1e6;
const SECOND = 1000;

/** What a server takes to read the rights of 100,000 people and as many reports when it starts, and to hold them. */
export async function rightsStart({ isQuick, rounds }: Plan): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-rights-'));
  try {
    await fill(dataDir);
    const took: number[] = [];
    const held: number[] = [];
    for (let n = 0; n < (isQuick ? 1 : rounds); n++) {
      const { seconds, megabytes } = await read(dataDir);
      took.push(seconds);
      held.push(megabytes);
    }
    const note = 'from the embedded store; each report has lists of its own, each person a group';
    return [
      { id: 'rights of 100,000 people and reports, read at a start', unit: 's', values: took, note },
      { id: 'rights of 100,000 people and reports, memory', unit: 'MB', values: held, note },
    ];
  } finally {
    await rm(dataDir, { recursive: true });
  }
}

/** As many accounts as reports, each report with two viewers and an admin, and groups of ten. */
async function fill(dataDir: string): Promise<void> {
  await (await openStores({ databaseUrl: '', dataDir })).close();
  const db = openWriter(databaseFile(dataDir));
  const account = db.prepare(`insert into account (name, short_name, email, email_key, password_hash, ad_user,
    block_admin_page, can_change_email, deep_log, disabled_at, recent_reports, created_at)
    values (?, ?, ?, ?, null, null, 0, 1, 0, null, '[]', 0)`);
  const gropic = db.prepare('insert into gropic (gropic, is_administered, version) values (?, 1, 1)');
  const perm = db.prepare('insert into perm (gropic, role, principal, place) values (?, ?, ?, ?)');
  const group = db.prepare('insert into user_group (name, is_directory) values (?, 0)');
  const member = db.prepare('insert into group_member (name, member, place) values (?, ?, ?)');
  db.exec('begin');
  for (let n = 0; n < COUNT; n++) {
    const [user, team] = [`ACME/user.${n}`, `ACME/TEAM ${Math.floor(n / MEMBERS)}`];
    account.run(user, `user.${n}`, `user.${n}@acme.example`, `user.${n}@acme.example`);
    if (n % MEMBERS === 0) group.run(team);
    member.run(team, user, n % MEMBERS);
    const report = `ACME/GROUP ${n}/REPORT`;
    gropic.run(report);
    perm.run(report, 'viewers', user, 0);
    perm.run(report, 'viewers', team, 1);
    perm.run(report, 'admins', user, 0);
  }
  db.exec('commit');
  db.close();
}

async function read(dataDir: string): Promise<{ readonly seconds: number; readonly megabytes: number }> {
  const stores = await openStores({ databaseUrl: '', dataDir });
  const before = heldNow();
  const rights = new RightsNow({ stores, unadministered: 'entity', onChange: () => undefined, onFault: fail });
  const from = performance.now();
  await rights.changed('all');
  const seconds = (performance.now() - from) / SECOND;
  const megabytes = (heldNow() - before) / MB;
  if (rights.now.administered.size !== COUNT) throw new Error('not all rights were read');
  await rights.stop();
  await stores.close();
  return { seconds, megabytes };
}

/** Bytes in use once what is no longer used was collected. */
function heldNow(): number {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  collect();
  return memoryUsage().heapUsed;
}

function fail(fault: unknown): never {
  throw fault;
}
