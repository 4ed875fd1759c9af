import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { turnsOf } from '../../testing/turns-of.ts';
import type { Database } from '../database.ts';
import { databaseFile, openReader, openWriter } from '../sqlite/connection.ts';
import { NodeSqliteDialect } from '../sqlite/dialect.ts';
import { migrateFile } from '../sqlite/open-sqlite.ts';
import { headsIn, topicPages } from './topic-pages.ts';

test.each([0, 1, 9, 10, 11, 25])('all of %i topics are in the pages, each once and ten in a turn', async (count) => {
  const folder = mkdtempSync(join(tmpdir(), 'sheetwire-pages-'));
  const file = databaseFile(folder);
  await migrateFile(file);
  const writer = openWriter(file);
  const topic = writer.prepare(`insert into topic (topic, version, time, sender, is_live, view_secret, publish_secret,
    reserved_to, changed_at, keyframe_version, keyframe_bytes, replay, replay_bytes)
    values (?, 1, '', '', 1, null, null, 1, 0, 1, 0, 0, 0)`);
  const names = Array.from({ length: count }, (_, n) => `ACME/RATES/R${String(n).padStart(3, '0')}`);
  for (const name of names.toReversed()) topic.run(name);
  writer.close();
  const db = new Kysely<Database>({ dialect: new NodeSqliteDialect(openReader(file)) });
  const pages: string[][] = [];
  const turns = await turnsOf(async () => {
    for await (const page of topicPages(db, 10)) {
      const rows = await headsIn(db, page).select('topic').orderBy('topic').execute();
      pages.push(rows.map((row) => row.topic));
    }
  });
  expect(pages.flat()).toEqual(names);
  expect(Math.max(...pages.map((page) => page.length))).toBeLessThanOrEqual(10);
  expect(turns).toBeGreaterThanOrEqual(Math.floor(count / 10));
  await db.destroy();
  rmSync(folder, { recursive: true });
});
