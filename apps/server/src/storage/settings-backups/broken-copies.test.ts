import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Stores } from '#ports/stores.ts';
import { openStores } from '../open-stores.ts';
import { newUser, user } from '../suite/builders.ts';
import { MovedClock } from '../suite/moved-clock.ts';
import { packContent, sealOf } from './content.ts';

const day = 86_400_000;
const clock = new MovedClock();
const root = newUser();
let dataDir: string;
let stores: Stores;
let dates: string[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-copies-'));
  stores = await openStores({ databaseUrl: '', dataDir, clock });
  await stores.users.create(user(root, { passwordHash: 'x' }));
  dates = [];
  for (let n = 0; n < 2; n++) {
    clock.move(day);
    await stores.settingsBackups.keepDay();
    dates.push(new Date(clock.now()).toISOString().slice(0, 10));
    await stores.users.create(user());
  }
});

afterEach(async () => {
  await stores.close();
  await rm(dataDir, { recursive: true });
});

/** Changes the store behind its back. */
function spoil(statement: string, ...values: (string | Uint8Array)[]): void {
  const db = new DatabaseSync(join(dataDir, 'sheetwire.db'));
  db.exec('pragma foreign_keys = off');
  db.prepare(statement).run(...values);
  db.close();
}

async function outcome(): Promise<unknown> {
  const entrance = { names: [root], associated: [], windows: false, singleSignOn: false };
  const choice = { kind: 'users', name: dates[0] ?? '', by: root, entrance } as const;
  const before = await stores.users.list();
  const previewed = await stores.settingsBackups.preview(choice);
  const recovered = await stores.settingsBackups.recover(choice, '');
  if ('refused' in recovered) expect(await stores.users.list()).toEqual(before);
  expect(recovered).toEqual(previewed);
  return recovered;
}

const ofDay = "where kind = 'users' and name = ?";
const body = `(select hash from settings_copy ${ofDay})`;
const broken = { refused: 'broken', kind: 'users' };

test('a copy that is whole is recovered', async () => {
  expect(await outcome()).toMatchObject({ recovery: { total: 1, added: [] } });
});

test('a copy whose content is another one is refused', async () => {
  const other = await packContent('{"format":1,"kind":"users","entries":[]}');
  spoil(`update settings_content set body = ? where hash = ${body}`, other.body, dates[0] ?? '');
  expect(await outcome()).toEqual(broken);
});

test.each([
  ['cut short', `update settings_content set body = substr(body, 1, length(body) - 9) where hash = ${body}`],
  ['empty', `update settings_content set body = x'' where hash = ${body}`],
  ['gone', `delete from settings_content where hash = ${body}`],
  ['sealed otherwise', `update settings_copy set seal = 'a' ${ofDay}`],
])('a copy that is %s is refused, and the settings stay', async (_, statement) => {
  spoil(statement, dates[0] ?? '');
  expect(await outcome()).toEqual(broken);
});

test('the copy of another date or kind is not taken for this one', async () => {
  const other = "(select hash from settings_copy where kind = 'users' and name = ?)";
  spoil(`update settings_copy set hash = ${other} ${ofDay}`, dates[1] ?? '', dates[0] ?? '');
  expect(await outcome()).toEqual(broken);
  spoil(
    "update settings_copy set (hash, seal) = (select hash, seal from settings_copy where kind = 'permissions' and name = ?) where kind = 'users' and name = ?",
    dates[0] ?? '',
    dates[0] ?? '',
  );
  expect(await outcome()).toEqual(broken);
});

test('a copy of another kind or of a form that this version does not know is refused though its seal is right', async () => {
  for (const text of [
    '{"format":2,"kind":"users","entries":[]}',
    '{"format":1,"kind":"permissions","entries":[]}',
    'no',
  ]) {
    const { hash, body: bytes } = await packContent(text);
    spoil('insert or ignore into settings_content (hash, body) values (?, ?)', hash, bytes);
    const seal = sealOf({ kind: 'users', name: dates[0] ?? '', hash });
    spoil(`update settings_copy set hash = ?, seal = ? ${ofDay}`, hash, seal, dates[0] ?? '');
    expect(await outcome()).toEqual(broken);
  }
});
