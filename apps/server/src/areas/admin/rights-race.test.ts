import { branded } from '@sheetwire/rules/name';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { areSameLists, type Lists, noLists } from '#policies/saved-lists.ts';
import type { AuditRow } from '#ports/audit.ts';
import { type PostgresServer, withPostgres } from '../../../../../scripts/test/postgres.ts';
import { viewerOf } from '../../testing/publisher.ts';
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/test-app.ts';

const START = 120_000;
/** The long form has all of them. */
const ROUNDS = process.env.SHEETWIRE_SOAK === undefined ? 100 : 1000;
const GROPICS = 10;
const READ = 1000;
let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await withPostgres();
}, START);
afterAll(() => postgres.stop(), START);

interface Admin {
  readonly name: string;
  readonly web: TestBrowser;
  /** The lists as this admin last saw them, by gropic. */
  readonly seen: Map<string, { readonly lists: Lists; readonly id: string }>;
}

type Answer = Record<string, unknown>;

/** Chance that repeats itself. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const moves = {
  claim: (admin: Admin, gropic: string) => admin.web.call('admin/assumeadmin/', { gropic }),
  give: (admin: Admin, gropic: string, other: Admin) =>
    save(admin, gropic, (lists) => ({
      ...lists,
      viewers: [...lists.viewers, user(other)],
      admins: [...lists.admins, user(other)],
    })),
  publish: (admin: Admin, gropic: string, other: Admin) =>
    save(admin, gropic, (lists) => ({ ...lists, publishers: [...lists.publishers, user(other)] })),
  removeOther: (admin: Admin, gropic: string, other: Admin) =>
    save(admin, gropic, (lists) => ({ ...lists, admins: lists.admins.filter((one) => one !== user(other)) })),
  leave: (admin: Admin, gropic: string) =>
    save(admin, gropic, (lists) => ({ ...lists, admins: lists.admins.filter((one) => one !== user(admin)) })),
  empty: (admin: Admin, gropic: string) => save(admin, gropic, () => noLists),
};
const moveNames = ['claim', 'claim', 'give', 'give', 'publish', 'removeOther', 'leave', 'empty'] as const;

function user({ name }: Admin) {
  return branded<'User'>(name);
}

/** Saves what the admin makes of the lists as they saw them. */
async function save(admin: Admin, gropic: string, edit: (lists: Lists) => Lists): Promise<Answer> {
  const seen = admin.seen.get(gropic) ?? { lists: noLists, id: '' };
  const asked = { gropic, ...edit(seen.lists), gropicPermsId: seen.id };
  const answer = await admin.web.call('admin/gropicperms/', asked);
  const { gropicPerms, gropicPermsId } = answer;
  if (gropicPerms) admin.seen.set(gropic, { lists: gropicPerms as Lists, id: String(gropicPermsId) });
  return answer;
}

async function admins(servers: readonly TestApp[]): Promise<Admin[]> {
  const names = ['ACME/ann', 'ACME/bob', 'ACME/cid'];
  const made: Admin[] = [];
  for (const [n, name] of names.entries()) {
    const server = servers[n % servers.length];
    if (server) made.push({ name, web: await viewerOf(server, name), seen: new Map() });
  }
  for (const server of servers) await server.app.reporting.rightsChanged();
  return made;
}

async function race(servers: readonly TestApp[], seed: number): Promise<readonly AuditRow[]> {
  const all = await admins(servers);
  const roll = dice(seed);
  const [first] = servers;
  for (let round = 0; round < ROUNDS; round++) {
    const gropic = `ACME/GROUP ${roll(GROPICS)}`;
    const asked = [0, 1].map(async () => {
      const admin = all[roll(all.length)];
      const other = all[roll(all.length)];
      const move = moveNames[roll(moveNames.length)];
      if (admin && other && move) await moves[move](admin, gropic, other);
    });
    await Promise.all(asked);
    const now = await first?.stores.perms.get(branded<'Gropic'>(gropic));
    if (now) expectSound(now);
  }
  return rowsOf(first);
}

function expectSound(lists: Lists): void {
  const viewers = new Set(lists.viewers);
  expect(lists.admins.length > 0 || lists.viewers.length + lists.publishers.length === 0).toBe(true);
  for (const one of [...lists.publishers, ...lists.interactors]) expect(viewers.has(one)).toBe(true);
}

/** Every change of rights, the oldest first. */
async function rowsOf(server: TestApp | undefined): Promise<readonly AuditRow[]> {
  const actions = ['admin assumed', 'rights changed', 'rights given up'];
  const rows = (await server?.stores.audit.read({ limit: 10 * READ })) ?? [];
  return rows.filter(({ action }) => actions.includes(action)).reverse();
}

/** Each change began at what the one before it left: none was made on lists that its maker had not seen. */
function expectChain(rows: readonly AuditRow[]): void {
  const last = new Map<string, Lists>();
  for (const { object, before, after } of rows) {
    expect(areSameLists(listsOf(before), last.get(object) ?? noLists)).toBe(true);
    last.set(object, listsOf(after));
  }
}

function listsOf(value: unknown): Lists {
  const { viewers, publishers, interactors, admins: named } = (value ?? noLists) as Lists;
  return { viewers, publishers, interactors, admins: named };
}

describe(`in ${ROUNDS} rounds of admins who save, remove each other and claim at once`, () => {
  test(
    'no right is lost unseen and none stays without an admin, on the embedded store',
    async () => {
      const server = await startTestApp();
      try {
        const rows = await race([server], 1);
        expect(rows.length).toBeGreaterThan(ROUNDS / 10);
        expectChain(rows);
      } finally {
        await server.stop();
      }
    },
    START,
  );

  test(
    'and none on two servers of one database',
    async () => {
      const databaseUrl = await postgres.newDatabase();
      const servers = [await startTestApp({}, { databaseUrl }), await startTestApp({}, { databaseUrl })];
      try {
        const rows = await race(servers, 2);
        expect(rows.length).toBeGreaterThan(ROUNDS / 10);
        expectChain(rows);
      } finally {
        for (const server of servers) await server.stop();
      }
    },
    START,
  );
});
