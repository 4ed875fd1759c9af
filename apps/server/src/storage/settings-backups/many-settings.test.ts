import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { branded } from '@sheetwire/rules/name';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CopyChoice, Recovery, RecoveryOutcome } from '#ports/settings-backups.ts';
import type { Stores } from '#ports/stores.ts';
import { onEachStore } from '../../testing/each-store.ts';
import { atOneMoment } from '../at-one-moment.ts';
import type { Database } from '../database.ts';
import { openStores } from '../open-stores.ts';
import { newTopic, user, whole } from '../suite/builders.ts';
import { MovedClock } from '../suite/moved-clock.ts';
import { cpuHere, longestTurn } from '../testing/longest-turn.ts';
import { beside, fillPermissions } from '../testing/many-settings.ts';
import { makeCopy } from './copies.ts';
import { openWay } from './recovery.ts';

const day = 86_400_000;
const LONG = 120_000;
const MANY = 10_000;
const root = branded<'User'>('ACME/root');
const entrance = { names: [root], associated: [], windows: false, singleSignOn: false };

/** A part of what the same work takes where nothing else can be done meanwhile. */
const isSmall = (turn: number, here: number) => expect(turn).toBeLessThan(here / 4);

onEachStore((newDatabase) => {
  const clock = new MovedClock();
  let [databaseUrl, dataDir] = ['', ''];
  let stores: Stores;
  let db: Kysely<Database>;
  const today = () => new Date(clock.now()).toISOString().slice(0, 10);
  const choice = (): CopyChoice => ({ kind: 'permissions', name: today(), by: root, entrance });

  beforeAll(async () => {
    databaseUrl = await newDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-many-'));
    stores = await openStores({ databaseUrl, dataDir, clock });
    db = beside(databaseUrl, dataDir);
    await stores.users.create(user(root, { passwordHash: 'x' }));
    await fillPermissions(db, MANY);
  }, LONG);
  beforeEach(() => clock.move(day));
  afterAll(async () => {
    await db.destroy();
    await stores.close();
    await rm(dataDir, { recursive: true });
  });

  /** A gropic of its own for each change. */
  const change = (n: number) => {
    const gropic = branded<'Gropic'>(`ACME/CHANGED ${n}`);
    const lists = { viewers: [root], publishers: [], interactors: [], admins: [root] };
    return stores.perms.save({ gropic, ...lists, version: 0 }, 0);
  };

  /** What a work would do, once its turns were found to be short. */
  async function turnsOf(work: () => Promise<RecoveryOutcome>): Promise<Recovery> {
    const outcomes: RecoveryOutcome[] = [];
    const turn = await longestTurn(async () => outcomes.push(await work()));
    isSmall(turn, await cpuHere(() => openWay(db, choice())));
    const [outcome] = outcomes;
    if (outcome === undefined || 'refused' in outcome) throw new Error(`refused: ${outcome?.refused}`);
    return outcome.recovery;
  }

  test("the first change of a day takes no long turn, nor does the day's copy, which is the state before it", {
    timeout: LONG,
  }, async () => {
    const { length: total } = await stores.perms.list();
    const first = await longestTurn(() => change(1));
    clock.move(day);
    const kept = await longestTurn(() => stores.settingsBackups.keepDay());
    const here = await cpuHere(() => atOneMoment(db, (then) => makeCopy(then, 'permissions')));
    isSmall(first, here);
    isSmall(kept, here);
    clock.move(-day);
    const outcome = await stores.settingsBackups.preview(choice());
    expect(outcome).toMatchObject({ recovery: { total, removed: ['ACME/CHANGED 1'], added: [], changed: [] } });
  });

  test('a preview of everything takes no long turn, nor does a recovery', { timeout: LONG }, async () => {
    await stores.settingsBackups.keepDay();
    const all = (await stores.perms.list()).length;
    const nothing = await turnsOf(() => stores.settingsBackups.preview(choice()));
    expect([nothing.total, nothing.added, nothing.changed]).toEqual([all, [], []]);
    for (const table of ['perm', 'gropic'] as const) {
      await db.deleteFrom(table).where('gropic', 'like', 'ACME/FILLED 99%').execute();
    }
    const recovered = await turnsOf(() => stores.settingsBackups.recover(choice(), ''));
    expect(recovered.added).toHaveLength(111);
    expect(await stores.perms.list()).toHaveLength(all);
    await db.deleteFrom('perm').where('principal', '=', 'ACME/filled.2').execute();
    const { changed } = await turnsOf(() => stores.settingsBackups.preview(choice()));
    expect(new Set(changed).size).toBe(MANY);
  });

  test('what is published meanwhile does not wait for the copy', { timeout: LONG }, async () => {
    const order: string[] = [];
    const changed = change(2).then(() => order.push('changed'));
    const topic = newTopic();
    await stores.reports.append(whole({ topic, base: 0, version: 1 }));
    order.push('published');
    await changed;
    expect(order).toEqual(['published', 'changed']);
  });
});
