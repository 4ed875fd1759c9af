import { connectPublisher, type PublisherLine } from '@sheetwire/client/publisher-line';
import { assumeAdmin, gropicPerms, snapshotSettings } from '@sheetwire/contract/admin';
import { publishReport } from '@sheetwire/contract/publish';
import { pageClock as clock } from '../../apps/web/src/lib/clock.ts';
import { TcpLine } from '../support/tcp-line.ts';
import { ann, ben, boss } from './cast.ts';
import type { History } from './check/history.ts';
import { acknowledged } from './check/screens.ts';
import type { Cluster } from './cluster.ts';
import { pagesOf, rightsOf } from './content.ts';
import { ClusterViewer, overHttp } from './viewer.ts';

const hour = 60 * 60 * 1000;

/** What one seed plays on: its own reports in a group of their own, and who looks at them. */
export interface Site {
  readonly group: string;
  readonly topics: readonly string[];
  /** The report whose viewers change, and the one with a control. */
  readonly guarded: string;
  readonly controlled: string;
  readonly viewers: readonly ClusterViewer[];
  /** Between some viewers and the balancer. */
  readonly viewersLine: TcpLine;
  readonly publisher: PublisherLine;
}

export interface SiteOptions {
  readonly cluster: Cluster;
  readonly history: History;
  readonly chance: () => number;
  readonly name: string;
}

/** Publishes every report once, sets rights, connects the publisher of the control, and opens the viewers. */
export async function openSite({ cluster, history, chance, name }: SiteOptions): Promise<Site> {
  const group = `ACME/${name}`;
  const [guarded, controlled] = [`${group}/GUARDED`, `${group}/CONTROLLED`];
  const topics = [guarded, controlled, `${group}/R1`, `${group}/R2`];
  for (const topic of topics) await publishFirst(cluster, history, { topic, isControlled: topic === controlled });
  for (const topic of [guarded, controlled]) await administer(cluster, topic);
  const viewersLine = await TcpLine.open(cluster.url);
  const open = async (user: string, topic: string, url: string) => {
    const cookie = await cluster.cookieOf(user);
    const browserId = `l${++seats}`;
    const line = overHttp({ baseUrl: url, headers: { cookie, 'sec-fetch-site': 'same-origin' }, browserId });
    return new ClusterViewer({ name: `${user} ${seats}`, topic, history, chance, clock, browserId, ...line });
  };
  const viewers = await Promise.all([
    open(ann, guarded, cluster.url),
    open(ben, guarded, cluster.url),
    ...[controlled, ...topics.slice(2)].map((topic) => open(ann, topic, cluster.url)),
    ...topics.slice(2).map((topic) => open(ben, topic, viewersLine.url)),
  ]);
  for (const viewer of viewers) viewer.open();
  const publisher = connectPublisher({
    ...{ call: cluster.publish, clock, chance, topics: [controlled], instanceId: `publisher of ${name}` },
    onUpdate: ({ value }) => {
      history.add({ what: 'handed', topic: controlled, value: value ?? '', at: history.now() });
      return { status: 'updated' };
    },
    onState: (now) => {
      if (now.state !== 'open' && now.why !== 'stopped') say(`${name}: the publisher is ${now.state}: ${now.why}`);
    },
  });
  return { group, topics, guarded, controlled, viewers, viewersLine, publisher };
}

function say(line: string): void {
  process.stdout.write(`[cluster] ${line}\n`);
}

let seats = 0;

export async function closeSite({ viewers, viewersLine, publisher }: Site): Promise<void> {
  for (const viewer of viewers) viewer.close();
  await publisher.stop();
  await viewersLine.close();
}

async function publishFirst(
  { publish }: Cluster,
  history: History,
  { topic, isControlled }: { readonly topic: string; readonly isControlled: boolean },
): Promise<void> {
  const from = history.now();
  const { version } = await publish(publishReport, { topic, pages: pagesOf(0, isControlled) });
  history.add({ what: 'published', topic, value: 0, from, at: history.now(), end: 'kept', version });
}

async function administer(cluster: Cluster, topic: string): Promise<void> {
  const call = await cluster.as(boss);
  await call(assumeAdmin, { gropic: topic });
  await call(gropicPerms, rightsOf(topic, true));
}

/** True when every viewer who may shows what was acknowledged so far, and says so. */
export function isWhole({ viewers }: Pick<Site, 'viewers'>, newest: ReadonlyMap<string, number>): boolean {
  return viewers.every((viewer) => viewer.isAt(newest.get(viewer.topic) ?? 0));
}

/** The newest version of each report that was acknowledged. */
export function newestOf({ topics }: Pick<Site, 'topics'>, { facts }: History): Map<string, number> {
  return new Map(
    topics.map((topic) => [topic, Math.max(0, ...acknowledged(facts, topic).map((each) => each.version))]),
  );
}

/** Has one snapshot of each report become due now; every server learns of it. */
export async function makeDue({ group }: Site, cluster: Cluster): Promise<void> {
  const call = await cluster.as(boss);
  // Half a day away, so that nothing is due by itself.
  const rollTime = new Date(Date.now() + 12 * hour).toISOString().slice(11, 16);
  const daily = { captureSnapshot: true, rollTime, rollTimeLocation: 'Reykjavik', backdate: false };
  await call(snapshotSettings, { gropic: group, ...daily });
  await cluster.ask(`update snapshot_setting set due_date = '${new Date().toISOString().slice(0, 10)}',
    due_at = floor(extract(epoch from clock_timestamp()) * 1000) + 500 where gropic = '${group}'`);
  await call(snapshotSettings, { gropic: `${group}X`, ...daily, captureSnapshot: false });
}
