import { setTimeout as rest } from 'node:timers/promises';
import { parseTopic, type Topic } from '@sheetwire/rules/topic';
import type { Stores } from '@sheetwire/server/ports/stores';
import { FigureKeys } from '@sheetwire/server/secrets/figure-keys';
import { keyBytes } from '@sheetwire/server/secrets/secret-key';
import { openStores } from '@sheetwire/server/storage/open-stores';
import type { History } from './check/history.ts';
import { acknowledged } from './check/screens.ts';
import { type Cluster, secretKey } from './cluster.ts';
import { valuesOf } from './content.ts';
import type { Site, SiteOptions } from './site.ts';

/** What the store has at the end: every version that was acknowledged, the newest, and the snapshots. */
export async function readBack(site: Site, { cluster, history }: SiteOptions): Promise<void> {
  const stores = await openStores({
    databaseUrl: cluster.databaseUrl,
    dataDir: '',
    seals: new FigureKeys(keyBytes(secretKey)),
  });
  try {
    for (const name of site.topics) {
      const topic = parseTopic(name);
      if (topic !== undefined) await readTopic(topic, stores, history);
    }
  } finally {
    await stores.close();
  }
  await countSnapshots(site, cluster, history);
}

/** A version that is not what a server wrote, or that does not follow from the one before, has nothing to read. */
async function readTopic(topic: Topic, { reports, past }: Stores, history: History): Promise<void> {
  const versions = new Set(acknowledged(history.facts, topic).map(({ version }) => version));
  versions.add((await reports.head(topic))?.version ?? 0);
  for (const version of versions) {
    const proof = await past.proof(topic, version);
    if (!proof) continue;
    const pages = proof.state === 'signed' ? ((await past.read(topic, version))?.pages ?? []) : [];
    history.add({ what: 'stored', topic, version: proof.version, values: valuesOf(pages.map(({ html }) => html)) });
  }
}

const LOOKS = 60;
const LOOK = 250;

async function countSnapshots({ group, topics }: Site, cluster: Cluster, history: History): Promise<void> {
  const count = (table: string, column: string, more = 'true') =>
    cluster.ask(`select coalesce(json_object_agg(name, times), '{}') from
      (select ${column} as name, count(*) as times from ${table} where ${column} like '${group}/%' and ${more} group by 1) counted`);
  let kept: Record<string, number> = {};
  for (let look = 0; look < LOOKS && Object.keys(kept).length < topics.length; look++) {
    kept = JSON.parse(await count('snapshot', 'topic'));
    if (Object.keys(kept).length < topics.length) await rest(LOOK);
  }
  const noted: Record<string, number> = JSON.parse(await count('audit', 'object', `actor = 'schedule'`));
  for (const topic of topics) {
    history.add({ what: 'snapshots', topic, kept: kept[topic] ?? 0, noted: noted[topic] ?? 0 });
  }
}
