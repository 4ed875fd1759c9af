import { limits } from '@sheetwire/contract/limits';
import type { User } from '@sheetwire/rules/principal';
import { sql } from 'kysely';
import type { SeatAnswer, SeatAsk, SeatLine, SeatLook, SeatRound, SeatStore, SeenTime } from '#ports/seats.ts';
import type { AccessFor, Context } from '../context.ts';
import { isAmong } from '../given-rows.ts';
import { storeTime } from '../store-time.ts';

const SEATS_LOCK = 'seats';

export const seatCommands = {
  async askSeats(context: Context, { asks, seats, seen }: SeatRound): Promise<SeatAnswer> {
    await context.lock(SEATS_LOCK);
    const at = await storeTime(context);
    await allowForStep(context, at, seen);
    await dropSilent(context, at);
    const there = await thoseThere(context, asks);
    const refused = await putInLine(context, there, at);
    const taken = await giveSeats(context, { seats, there, at });
    await keep(context, there, at);
    const held = await heldOf(context, there);
    return { held, refused: refused.filter((user) => !held.includes(user)), taken, at };
  },

  async releaseSeat({ db, lock }: Context, { user }: { user: User }): Promise<void> {
    await lock(SEATS_LOCK);
    await db.deleteFrom('seat').where('user_name', '=', user).execute();
  },
};

/** License seats of all servers on one database. */
export class SqlSeatStore implements SeatStore {
  readonly #access: AccessFor<typeof seatCommands>;
  constructor(access: AccessFor<typeof seatCommands>) {
    this.#access = access;
  }

  ask(round: SeatRound): Promise<SeatAnswer> {
    return this.#access.write('askSeats', round);
  }

  release(user: User): Promise<void> {
    return this.#access.write('releaseSeat', { user });
  }

  async look(seats: number): Promise<SeatLook> {
    const at = await this.#access.now();
    const taken = await countHeld(this.#access, at - limits.seatIdle);
    return { taken, next: await firstInLine(this.#access, seats - taken, at - limits.seatPlaceKept) };
  }
}

/**
 * Nobody loses a seat or place because a clock was set or no server was there to hear: what has passed unheard is added
 * to every time, and times to come are now. A server's first round adds at most what a holder may be silent.
 */
async function allowForStep({ db }: Context, at: number, seen: SeenTime | null): Promise<void> {
  const step = Math.round(seen === null ? await unheard(db, at) : at - seen.at - seen.elapsed);
  if (step > (seen === null ? 0 : limits.clockStep)) {
    await db
      .updateTable('seat')
      .set({ seen_at: sql<number>`seen_at + ${step}` })
      .execute();
  }
  await db.updateTable('seat').set({ seen_at: at }).where('seen_at', '>', at).execute();
}

async function unheard(db: Context['db'], at: number): Promise<number> {
  const { last } = await db.selectFrom('seat').select(db.fn.max('seen_at').as('last')).executeTakeFirstOrThrow();
  return last === null ? 0 : Math.min(Math.max(0, at - last), limits.seatIdle);
}

async function dropSilent({ db }: Context, at: number): Promise<void> {
  await db
    .deleteFrom('seat')
    .where((eb) =>
      eb.or([
        eb('seen_at', '<', at - limits.seatIdle),
        eb.and([eb('is_held', '=', 0), eb('seen_at', '<', at - limits.seatPlaceKept)]),
      ]),
    )
    .execute();
}

/** Whoever signed out while asking takes no seat. */
async function thoseThere({ db, dialect }: Context, asks: readonly SeatAsk[]): Promise<User[]> {
  const hashes = (kind: SeatLine['kind']) => asks.filter(({ line }) => line.kind === kind).map(({ line }) => line.hash);
  const [sessions, bearers, tokens] = [hashes('session'), hashes('bearer'), hashes('token')];
  const known = new Set<string>();
  if (sessions.length > 0) {
    const isAsked = isAmong(sql.ref('id_hash'), sessions, dialect);
    const rows = await db.selectFrom('session').select('id_hash').where(isAsked).execute();
    for (const row of rows) known.add(row.id_hash);
  }
  if (bearers.length > 0) {
    const isAsked = isAmong(sql.ref('hash'), bearers, dialect);
    const rows = await db.selectFrom('bearer').select('hash').where(isAsked).execute();
    for (const row of rows) known.add(row.hash);
  }
  if (tokens.length > 0) {
    const isAsked = isAmong(sql.ref('hash'), tokens, dialect);
    const rows = await db.selectFrom('token').select('hash').where(isAsked).execute();
    for (const row of rows) known.add(row.hash);
  }
  return [...new Set(asks.filter(({ line }) => known.has(line.hash)).map(({ user }) => user))];
}

/** Newcomers stand behind everybody else, whatever the clock says; answers them. */
async function putInLine({ db, dialect }: Context, there: readonly User[], at: number): Promise<User[]> {
  if (there.length === 0) return [];
  const isThere = isAmong(sql.ref('user_name'), there, dialect);
  const known = await db.selectFrom('seat').select('user_name').where(isThere).execute();
  const names = new Set(known.map((row) => row.user_name));
  const newcomers = there.filter((user) => !names.has(user));
  if (newcomers.length === 0) return [];
  const { last } = await db.selectFrom('seat').select(db.fn.max('since').as('last')).executeTakeFirstOrThrow();
  const first = Math.max(at, (last ?? 0) + 1);
  await db
    .insertInto('seat')
    .values(newcomers.map((user, n) => ({ user_name: user, is_held: 0, since: first + n, seen_at: at })))
    .execute();
  return newcomers;
}

/** A free seat is for whoever is first in line; the first may be at another server and ask in a moment. */
async function giveSeats(
  { db, dialect }: Context,
  { seats, there, at }: { readonly seats: number; readonly there: readonly User[]; readonly at: number },
): Promise<number> {
  const taken = await countHeld({ db }, 0);
  if (taken >= seats || there.length === 0) return taken;
  const first = await firstInLine({ db }, seats - taken, 0);
  const now = new Set<string>(there);
  const given = first.filter((name) => now.has(name));
  if (given.length === 0) return taken;
  const isGiven = isAmong(sql.ref('user_name'), given, dialect);
  await db.updateTable('seat').set({ is_held: 1, seen_at: at }).where(isGiven).execute();
  return taken + given.length;
}

async function firstInLine({ db }: Pick<Context, 'db'>, count: number, since: number): Promise<string[]> {
  if (count <= 0) return [];
  const rows = await db
    .selectFrom('seat')
    .select('user_name')
    .where('is_held', '=', 0)
    .where('seen_at', '>=', since)
    .orderBy('since')
    .limit(count)
    .execute();
  return rows.map((row) => row.user_name);
}

async function keep({ db, dialect }: Context, there: readonly User[], at: number): Promise<void> {
  if (there.length === 0) return;
  const isThere = isAmong(sql.ref('user_name'), there, dialect);
  await db.updateTable('seat').set({ seen_at: at }).where(isThere).where('seen_at', '<', at).execute();
}

async function heldOf({ db, dialect }: Context, there: readonly User[]): Promise<string[]> {
  if (there.length === 0) return [];
  const rows = await db
    .selectFrom('seat')
    .select('user_name')
    .where(isAmong(sql.ref('user_name'), there, dialect))
    .where('is_held', '=', 1)
    .execute();
  return rows.map((row) => row.user_name);
}

async function countHeld({ db }: Pick<Context, 'db'>, since: number): Promise<number> {
  const { held } = await db
    .selectFrom('seat')
    .select(db.fn.countAll<number>().as('held'))
    .where('is_held', '=', 1)
    .where('seen_at', '>=', since)
    .executeTakeFirstOrThrow();
  return held;
}
