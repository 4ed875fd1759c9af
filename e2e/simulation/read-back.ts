import { parseTopic, type Topic } from '@sheetwire/rules/topic';
import type { Stores } from '@sheetwire/server/ports/stores';
import { FigureKeys } from '@sheetwire/server/secrets/figure-keys';
import { storesOn } from '@sheetwire/server/storage/open-stores';
import { RowSeals } from '@sheetwire/server/storage/reports/sealed/row-seals';
import { factsOf } from '../cluster/check/history.ts';
import { acknowledged } from '../cluster/check/screens.ts';
import { valuesOf } from '../cluster/content.ts';
import { secretKey } from './portal/server.ts';
import type { Site } from './portal/site.ts';
import type { SimDatabase } from './store/database.ts';
import { directAccess } from './store/sim-access.ts';

/** What the store has at the end: every version that was acknowledged or named, the newest, and the snapshots. */
export async function readBack(site: Site): Promise<void> {
  const stores = storesOn(directAccess(site.database), () => undefined, new RowSeals(new FigureKeys(secretKey)));
  for (const name of site.topics) {
    const topic = parseTopic(name);
    if (topic !== undefined) await readTopic(site, topic, stores);
  }
  await stores.close();
}

async function readTopic({ history, database }: Site, topic: Topic, { reports, past }: Stores): Promise<void> {
  const versions = new Set(acknowledged(history.facts, topic).map(({ version }) => version));
  versions.add((await reports.head(topic))?.version ?? 0);
  for (const { topic: of, have = 0 } of factsOf(history.facts, 'published')) if (of === topic) versions.add(have);
  for (const version of versions) {
    const pages = (await past.read(topic, version))?.pages;
    if (!pages) continue;
    history.add({ what: 'stored', topic, version, values: valuesOf(pages.map(({ html }) => html)) });
  }
  const { kept, noted } = snapshotsIn(database);
  history.add({ what: 'snapshots', topic, kept: kept(topic), noted: noted(topic) });
}

/** How many snapshots of a report were taken, and noted. */
export function snapshotsIn(database: SimDatabase) {
  return {
    kept: (topic: string) => database.count('select count(*) as count from snapshot where topic = ?', topic),
    noted: (topic: string) =>
      database.count(`select count(*) as count from audit where object = ? and actor = 'schedule'`, topic),
  };
}
