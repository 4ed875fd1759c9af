import { setTimeout as wait } from 'node:timers/promises';
import { type Caller, createCaller } from '@sheetwire/client/caller';
import { CallError } from '@sheetwire/client/failures';
import { snapshotSettings } from '@sheetwire/contract/admin';
import { publishReport } from '@sheetwire/contract/publish';
import { report } from '@sheetwire/contract/reports';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PostgresServer, withPostgres } from '../../scripts/test/postgres.ts';
import { findProgram, run } from '../../scripts/test/program.ts';
import { type Portal, signIn, startPortal } from '../support/portal.ts';
import { isSoak as soak } from '../support/soak.ts';

const second = 1000;
const plan = { servers: 4, killed: 2, topics: soak ? 5000 : 240, atOnce: 24, within: (soak ? 600 : 120) * second };
const now = 'extract(epoch from clock_timestamp()) * 1000';
const today = new Date().toISOString().slice(0, 10);
/** Half a day away, so that nothing is due by itself. */
const rollTime = new Date(Date.now() + 12 * 60 * 60 * second).toISOString().slice(11, 16);
let postgres: PostgresServer;
const portals: Portal[] = [];

beforeAll(async () => {
  postgres = await withPostgres();
  const env = { SHEETWIRE_DATABASE_URL: postgres.url, SHEETWIRE_SUPER_ADMINS: 'ACME/SUPER', SHEETWIRE_SECRET_KEY: key };
  // The first makes the tables; the others find them.
  const start = async () => portals.push(await startPortal(env));
  await start();
  await Promise.all(Array.from({ length: plan.servers - 1 }, start));
}, plan.within);
afterAll(async () => {
  await Promise.all(portals.map((portal) => portal.stop()));
  await postgres.stop();
}, plan.within);

const key = Buffer.alloc(32, 'k').toString('base64url');

/** What the database itself says, as an operator asks it. */
async function ask(sql: string): Promise<string> {
  const psql = findProgram('psql');
  if (!psql) throw new Error('psql was not found (Debian package postgresql-client)');
  return (await run(psql, [postgres.url, '-AtqXc', sql])).trim();
}

/** Waits until the database finds that it is so. */
async function until(condition: string): Promise<void> {
  await ask(`do $$ begin while not (${condition}) loop perform pg_sleep(0.02); end loop; end $$`);
}

async function inParallel(topics: readonly string[], work: (topic: string) => Promise<unknown>): Promise<void> {
  const left = [...topics];
  const lane = async () => {
    for (let topic = left.pop(); topic !== undefined; topic = left.pop()) await work(topic);
  };
  await Promise.all(Array.from({ length: plan.atOnce }, lane));
}

/** Asks again after as long as the server asks for: one caller reads so many snapshots a second. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof CallError) || error.retryAfter === undefined) throw error;
      await wait(error.retryAfter);
    }
  }
}

const html = (topic: string, text: string) =>
  `<table><tbody><tr><td data-cell="A1">${topic} ${text}</td></tr></tbody></table>`;
const publish = (call: Caller, topic: string, text: string) =>
  call(publishReport, { topic, pages: [{ name: 'P', html: html(topic, text) }] });

test('four servers on one database, two of them killed: every due snapshot is taken once, as it stood when due', {
  timeout: plan.within,
}, async () => {
  const [first] = portals;
  if (!first) throw new Error('no server');
  const { call } = await first.publisher('ACME/bot');
  await first.addUser('ACME/super');
  const cookie = await signIn(first, 'ACME/super');
  const asSuper = createCaller({ baseUrl: first.url, headers: { cookie, 'sec-fetch-site': 'same-origin' } });
  const daily = { captureSnapshot: true, rollTime, rollTimeLocation: 'Reykjavik', backdate: false };
  const topics = Array.from({ length: plan.topics }, (_, n) => `ACME/DUE/R${n}`);
  await inParallel(topics, (topic) => publish(call, topic, 'in time'));
  await asSuper(snapshotSettings, { gropic: 'ACME/DUE', ...daily });

  await ask(`update snapshot_setting set due_date = '${today}',
    due_at = floor(${now}) + ${second} where gropic = 'ACME/DUE'`);
  await until(`not exists (select from snapshot_setting
    where due_at + 1 between ${now} and ${now} + ${60 * second})`);
  const publishing = inParallel(topics, (topic) => publish(call, topic, 'too late'));
  // A change of settings wakes every server.
  await asSuper(snapshotSettings, { gropic: 'ACME/OTHER', ...daily });
  await until('(select count(*) from snapshot) > 20');
  await Promise.all(portals.slice(-plan.killed).map((portal) => portal.kill()));
  await publishing;
  await until(`(select count(*) from snapshot) = ${plan.topics}`);
  await until('not exists (select from snapshot_run)');

  expect(await ask(`select count(distinct object) || ' of ' || count(*) from audit where actor = 'schedule'`)).toBe(
    `${plan.topics} of ${plan.topics}`,
  );
  expect(await ask(`select count(*) from audit where action = 'snapshot missed'`)).toBe('0');
  const wrong: string[] = [];
  await inParallel(topics, async (topic) => {
    const { pages } = await patiently(() => call(report, { topic: `${topic}.${today.replaceAll('-', '')}` }));
    if (!pages?.[0]?.includes('in time')) wrong.push(topic);
  });
  expect(wrong).toEqual([]);
});
