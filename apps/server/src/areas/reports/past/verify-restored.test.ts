import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import { expect, test } from 'vitest';
import { restoreStores } from '#storage/backup/restore.ts';
import { publisherOf, viewerOf } from '../../../testing/publisher.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { checkMany, MANY, manyValues } from './testing/many-figures.ts';

const minute = limits.log.summed;
const LONG = 120_000;
const topic = 'ACME/VERIFY/RESTORED';

function page(values: readonly string[]) {
  const rows = values.map((value, n) => `<tr><td data-cell="A${n + 1}">${value}</td></tr>`);
  return { name: 'Positions', html: `<table><tbody>${rows.join('')}</tbody></table>` };
}

test(
  'after a restore of a backup 10,000 true figures of a thinned version are confirmed and 10,000 tampered ones refused',
  async () => {
    const secretKey = randomBytes(32);
    const server = await startTestApp({}, { secretKey });
    const bot = await publisherOf(server, 'ACME/bot');
    server.clock.move(minute - (server.clock.now() % minute));
    const from = server.clock.now();
    await bot.call('publish.publishReport', { topic, pages: [page(manyValues)] });
    for (let baseVersion = 1; baseVersion <= 4; baseVersion++) {
      server.clock.move(1000);
      const cells = [{ page: 'Positions', cell: 'A1', html: `v${baseVersion}` }];
      await bot.call('publish.publishCells', { topic, baseVersion, cells });
    }
    server.clock.move(minute);
    // Another page makes it a whole report, and what goes before is thinned.
    const more = { ...page(['more']), name: 'More' };
    await bot.call('publish.publishReport', { topic, pages: [page(manyValues), more] });
    expect(await server.stores.past.thin({ from, to: from + minute, width: minute })).toBe(4);
    const folder = await mkdtemp(join(tmpdir(), 'sheetwire-restored-'));
    const file = join(folder, 'backup');
    await server.stores.backup(file);
    await server.stop();
    const dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-restored-'));
    await restoreStores({ file, databaseUrl: '', dataDir });
    const restored = await startTestApp({}, { secretKey, dataDir });
    restored.clock.move(2 * minute);
    const web = await viewerOf(restored, 'ACME/ann');
    const then = manyValues.map((value, n) => (n === 0 ? 'v4' : value));
    const ask = { server: restored, web, topic, version: 5, then };
    expect((await restored.stores.past.at(branded<'Topic'>(topic), { version: 4 }))?.version).toBeUndefined();
    expect(await checkMany(ask)).toEqual({ confirmed: MANY, refused: MANY });
    await restored.stop();
    await rm(folder, { recursive: true });
  },
  LONG,
);
