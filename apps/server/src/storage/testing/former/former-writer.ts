import type { CellOp } from '@sheetwire/contract/live';
import { sql } from 'kysely';
import { DAILY, shownAt } from './former-reports.ts';
import type { Tables } from './former-store.ts';

/** Versions that a server of the earlier version kept, and why it stopped. */
export interface FormerWork {
  /** Numbers that its publisher was told of. */
  readonly acknowledged: number[];
  /** Resolves with the fault of its last publish, or undefined when it was stopped. */
  readonly ended: Promise<unknown>;
  stop(): void;
}

/** A version that was kept and is acknowledged: what it changed. */
export interface FormerStep {
  readonly version: number;
  readonly time: string;
  readonly op: CellOp;
}

/**
 * Publishes cells on PostgreSQL, one version after another, with the statements that the earlier version had. What `kept`
 * gives is waited for before the next.
 */
export function formerCells(
  tables: Tables,
  from: number,
  kept: (step: FormerStep) => unknown = () => undefined,
): FormerWork {
  return formerWork(from, async (version) => {
    const op: CellOp = [0, 'c', 0, shownAt(version)];
    await appendCell(tables, version, op);
    await kept({ version, time: timeOf(version), op });
  });
}

/** The same with whole reports, each of which took the place of the one keyframe. */
export function formerWholes(tables: Tables, from: number, body: Uint8Array): FormerWork {
  return formerWork(from, (version) => appendWhole(tables, version, body));
}

function formerWork(from: number, append: (version: number) => Promise<void>): FormerWork {
  const acknowledged: number[] = [];
  let isStopped = false;
  const work = async () => {
    for (let version = from; !isStopped; version++) {
      await append(version);
      acknowledged.push(version);
    }
  };
  const ended = work().then(
    () => undefined,
    (fault: unknown) => fault,
  );
  return {
    acknowledged,
    ended,
    stop: () => {
      isStopped = true;
    },
  };
}

const now = sql`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`;

async function appendCell({ db }: Tables, version: number, op: CellOp): Promise<void> {
  const body = new Uint8Array(Buffer.from(JSON.stringify([op])));
  await db.transaction().execute(async (own) => {
    await sql`select version from topic where topic = ${DAILY} for no key update`.execute(own);
    await sql`insert into version
      (topic, version, from_version, time, sender, is_whole, replay, is_packed, body, created_at)
      values (${DAILY}, ${version}, ${version - 1}, ${timeOf(version)}, 'ACME/bot', 0, 1, 0, ${body}, ${now})`.execute(
      own,
    );
    await sql`update topic set version = ${version}, time = ${timeOf(version)}, reserved_to = ${version},
      changed_at = ${now}, replay = replay + 1, replay_bytes = replay_bytes + ${body.length}
      where topic = ${DAILY}`.execute(own);
  });
}

async function appendWhole({ db }: Tables, version: number, body: Uint8Array): Promise<void> {
  await db.transaction().execute(async (own) => {
    await sql`select version from topic where topic = ${DAILY} for no key update`.execute(own);
    await sql`insert into version
      (topic, version, from_version, time, sender, is_whole, replay, is_packed, body, created_at)
      values (${DAILY}, ${version}, ${version - 1}, ${timeOf(version)}, 'ACME/bot', 1, 0, 1, ''::bytea, ${now})`.execute(
      own,
    );
    await sql`update topic set version = ${version}, time = ${timeOf(version)}, reserved_to = ${version},
      changed_at = ${now}, keyframe_version = ${version}, keyframe_bytes = ${body.length}, replay = 0, replay_bytes = 0
      where topic = ${DAILY}`.execute(own);
    await sql`insert into keyframe (topic, version, body) values (${DAILY}, ${version}, ${body})
      on conflict (topic) do update set version = excluded.version, body = excluded.body`.execute(own);
  });
}

/** Later than those before the upgrade, and rising. */
function timeOf(version: number): string {
  return `20261121120000${String(version).padStart(3, '0')}`;
}
