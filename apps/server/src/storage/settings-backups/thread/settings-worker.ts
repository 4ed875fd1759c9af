import { parentPort } from 'node:worker_threads';
import { Kysely } from 'kysely';
import { atOneMoment } from '../../at-one-moment.ts';
import type { Database } from '../../database.ts';
import { faultOf } from '../../faults.ts';
import { contextOf } from '../../postgres/context.ts';
import { inTransaction } from '../../postgres/in-transaction.ts';
import { openCutPool } from '../../postgres/pool.ts';
import { own } from '../../reports/packing.ts';
import { openReader } from '../../sqlite/connection.ts';
import { NodeSqliteDialect } from '../../sqlite/dialect.ts';
import { makeCopy } from '../copies.ts';
import { openWay } from '../recovery.ts';
import { settingsCommands } from '../settings-commands.ts';
import { toldOf } from '../told-outcome.ts';
import type { SentSettingsJob, SettingsAnswer, SettingsPlace } from './settings-jobs.ts';

/** The thread that reads, compares and packs whole kinds of settings: one job at a time, on a connection of its own. */
parentPort?.on('message', async (sent: SentSettingsJob) => parentPort?.postMessage(await answerTo(sent)));

async function answerTo(sent: SentSettingsJob): Promise<SettingsAnswer> {
  try {
    const db = open(sent.place);
    try {
      return await answerOf(db, sent);
    } finally {
      await db.destroy();
    }
  } catch (error) {
    const { message, code } = faultOf(error);
    return { fault: { message, code } };
  }
}

async function answerOf(db: Kysely<Database>, { job, place }: SentSettingsJob): Promise<SettingsAnswer> {
  switch (job.wants) {
    case 'copy': {
      const { body, ...copy } = await atOneMoment(db, (then) => makeCopy(then, job.kind));
      return { copy: { ...copy, body: own(body) } };
    }
    case 'preview': {
      const opened = await atOneMoment(db, (then) => openWay(then, job.choice));
      return { outcome: toldOf('refused' in opened ? opened : { recovery: opened.recovery }) };
    }
    case 'recovery': {
      const clock = 'now' in place && place.now !== undefined ? { now: () => place.now ?? Number.NaN } : undefined;
      const recover = (then: Kysely<Database>) => settingsCommands.recoverSettings(contextOf(then, clock), job);
      return { outcome: await inTransaction(db, recover) };
    }
  }
}

function open(place: SettingsPlace): Kysely<Database> {
  if ('file' in place) return new Kysely<Database>({ dialect: new NodeSqliteDialect(openReader(place.file)) });
  // What breaks is told to whoever asks over it.
  return openCutPool(place.url, 1, () => undefined).db;
}
