import { setImmediate as nextTurn } from 'node:timers/promises';
import { branded } from '@sheetwire/rules/name';
import type { Topic } from '@sheetwire/rules/topic';
import type { AuditNote } from '#ports/audit.ts';
import type { GuardChange } from '#ports/guard/guard-change.ts';
import type {
  GuardSetting,
  GuardStore,
  HeldPublish,
  HeldStanding,
  MarkedVersion,
  NewHeld,
  Rejection,
  SeenHeld,
} from '#ports/guard/guard-store.ts';
import type { StoredReport } from '#ports/report-log.ts';
import type { AccessFor } from '../context.ts';
import { decodeFrame } from '../reports/frame.ts';
import { packReport } from '../reports/pack-report.ts';
import { unpack } from '../reports/packing.ts';
import { sourceOf } from '../reports/past/version-source.ts';
import { keptRow } from '../rights/audit.ts';
import { namesSince, stampOf } from '../settings-backups/stamped.ts';
import type { GuardTable, HeldPublishTable } from '../tables/guard-tables.ts';
import type { guardCommands, KeptGuardChange } from './guard-commands.ts';

/** Rules and held publishes in the database: a restart or another node goes on with them. */
export class SqlGuardStore implements GuardStore {
  readonly #access: AccessFor<typeof guardCommands>;
  constructor(access: AccessFor<typeof guardCommands>) {
    this.#access = access;
  }

  /** An embedded store answers within one turn of the event loop: each page, and some rules that are new, end it. */
  async settings(known?: ReadonlyMap<Topic, number>): Promise<readonly GuardSetting[]> {
    const settings: GuardSetting[] = [];
    for (let after = ''; ; await nextTurn()) {
      const all = this.#access.db.selectFrom('guard').select(['topic', 'revision']).where('topic', '>', after);
      const page = await all.orderBy('topic').limit(PAGE).execute();
      const fresh = page.filter(({ topic, revision }) => known?.get(branded<'Topic'>(topic)) !== revision);
      for (let at = 0; at < fresh.length; at += READ_AT_ONCE) {
        await nextTurn();
        settings.push(...(await this.#some(fresh.slice(at, at + READ_AT_ONCE))));
      }
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) return settings;
      after = last.topic;
    }
  }

  async savedSince(times: number): Promise<{ times: number; topics: readonly Topic[] | 'any' }> {
    const { db } = this.#access;
    const now = await stampOf(db, 'guards');
    const names = now === times ? [] : await namesSince(db, { kind: 'guards', stamp: times }, MOST_SAVED);
    return { times: now, topics: names === 'any' ? names : names.map((name) => branded<'Topic'>(name)) };
  }

  async setting(topic: Topic): Promise<GuardSetting | undefined> {
    const row = await this.#access.db.selectFrom('guard').selectAll().where('topic', '=', topic).executeTakeFirst();
    return row && settingOf(row);
  }

  save({ topic, rules, releaseAfterMin, revision }: GuardSetting, note: AuditNote): Promise<boolean> {
    const guard = { topic, rules: JSON.stringify(rules), release_after: releaseAfterMin, revision };
    return this.#access.write('saveGuard', { guard, row: keptRow(note) });
  }

  /** As `settings`. */
  async waiting(known?: ReadonlyMap<Topic, HeldPublish>): Promise<readonly HeldPublish[]> {
    const waiting: HeldPublish[] = [];
    for (let after = ''; ; await nextTurn()) {
      const all = this.#access.db.selectFrom('held_publish').select(['topic', 'number', 'revision']);
      const page = await all.where('topic', '>', after).orderBy('topic').limit(PAGE).execute();
      const there = new Map(page.map((row) => [row.topic, knownAs(row, known)]));
      const fresh = page.filter(({ topic }) => !there.get(topic));
      for (let at = 0; at < fresh.length; at += READ_AT_ONCE) {
        await nextTurn();
        for (const held of await this.#someHeld(fresh.slice(at, at + READ_AT_ONCE))) there.set(held.topic, held);
      }
      for (const held of there.values()) if (held) waiting.push(held);
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) return waiting;
      after = last.topic;
    }
  }

  async held(topic: Topic): Promise<HeldPublish | undefined> {
    const row = await this.#held().where('topic', '=', topic).executeTakeFirst();
    return row && heldOf(row);
  }

  async content({ topic, revision }: Pick<HeldPublish, 'topic' | 'revision'>): Promise<StoredReport | undefined> {
    const row = await this.#access.db
      .selectFrom('held_publish')
      .select('body')
      .where('topic', '=', topic)
      .where('revision', '=', revision)
      .executeTakeFirst();
    return row && decodeFrame(await unpack(row.body));
  }

  look({ topic, revision }: Pick<HeldPublish, 'topic' | 'revision'>): Promise<void> {
    return this.#access.write('keepSeen', { topic, revision });
  }

  async looked(topic: Topic, revision: number): Promise<SeenHeld | undefined> {
    const rows = this.#access.db.selectFrom('held_seen').selectAll().where('topic', '=', topic);
    const row = await rows.where('revision', '=', revision).executeTakeFirst();
    if (!row) return undefined;
    const { sender, source, broken, secrets, body } = row;
    const report = decodeFrame(await unpack(body));
    return {
      sender,
      source: sourceOf(source) || undefined,
      broken: JSON.parse(broken),
      report,
      ...JSON.parse(secrets),
    };
  }

  async hold({ report, broken, viewSecret, publishSecret, source, ...held }: NewHeld, note: AuditNote) {
    const body = await packReport(report);
    const texts = {
      source: source ?? '',
      broken: JSON.stringify(broken),
      secrets: JSON.stringify({ viewSecret, publishSecret }),
    };
    const row = await this.#access.write('holdPublish', { held: { ...held, ...texts, body }, row: keptRow(note) });
    return row && heldOf(row);
  }

  async standing(topic: Topic): Promise<HeldStanding> {
    const guard = this.#access.db.selectFrom('guard').select('rejected_at').where('topic', '=', topic);
    const [held, row] = await Promise.all([this.held(topic), guard.executeTakeFirst()]);
    return { held, rejectedAt: row?.rejected_at ?? 0 };
  }

  reject(held: Rejection, note: AuditNote): Promise<boolean> {
    return this.#access.write('rejectHeld', { ...held, row: keptRow(note) });
  }

  async marked(topic: Topic, most: number): Promise<readonly MarkedVersion[]> {
    const rows = this.#access.db.selectFrom('guard_mark').selectAll().where('topic', '=', topic);
    const marks = await rows.orderBy('version', 'desc').limit(most).execute();
    return marks.map(({ version, at, broken }) => ({ version, at, broken: JSON.parse(broken) }));
  }

  async #some(rows: readonly { readonly topic: string }[]): Promise<GuardSetting[]> {
    const topics = rows.map(({ topic }) => topic);
    const some = this.#access.db.selectFrom('guard').selectAll().where('topic', 'in', topics).orderBy('topic');
    return (await some.execute()).map(settingOf);
  }

  /** One that waits no more meanwhile is not among them. */
  async #someHeld(rows: readonly { readonly topic: string }[]): Promise<HeldPublish[]> {
    const topics = rows.map(({ topic }) => topic);
    return (await this.#held().where('topic', 'in', topics).execute()).map(heldOf);
  }

  #held() {
    return this.#access.db.selectFrom('held_publish').select(HELD);
  }
}

/** Reports whose revisions are looked at, and rules that are read, in one turn of the event loop. */
const PAGE = 5000;
const READ_AT_ONCE = 500;
/** Saved rules that are told by name. */
const MOST_SAVED = 100;

function knownAs(
  { topic, number, revision }: Pick<HeldPublishTable, 'topic' | 'number' | 'revision'>,
  known: ReadonlyMap<Topic, HeldPublish> | undefined,
): HeldPublish | undefined {
  const held = known?.get(branded<'Topic'>(topic));
  return held?.number === number && held.revision === revision ? held : undefined;
}

const HELD = [
  'topic',
  'number',
  'revision',
  'sender',
  'source',
  'since',
  'numbered_at',
  'changed_at',
  'broken',
  'secrets',
] as const;

function heldOf(row: Pick<HeldPublishTable, (typeof HELD)[number]>): HeldPublish {
  const { number, revision, since, numbered_at: numberedAt, changed_at: changedAt } = row;
  const names = { topic: branded<'Topic'>(row.topic), sender: row.sender, source: sourceOf(row.source) || undefined };
  return {
    ...names,
    number,
    revision,
    since,
    numberedAt,
    changedAt,
    broken: JSON.parse(row.broken),
    ...JSON.parse(row.secrets),
  };
}

function settingOf({ topic, rules, release_after: releaseAfterMin, revision }: GuardTable): GuardSetting {
  return { topic: branded<'Topic'>(topic), rules: JSON.parse(rules), releaseAfterMin, revision };
}

/** What a version does about the guard, as it goes to the database. */
export function keptGuardChange({ broken, settles }: GuardChange): KeptGuardChange {
  const words = broken && broken.length > 0 ? JSON.stringify(broken) : undefined;
  return {
    broken: words,
    settles: settles && { revision: settles.revision, row: settles.note && keptRow(settles.note) },
  };
}
