import { setTimeout as rest } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isSoak as soak } from '../support/soak.ts';
import { promised } from './check/bounds.ts';
import { worstGap } from './check/gaps.ts';
import { factsOf } from './check/history.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { underLoad } from './play.ts';
import { makeDue } from './site.ts';

const minute = 60_000;
const second = 1000;
const rounds = soak ? 3 : 1;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
}, 3 * minute);
afterAll(() => cluster.stop(), 3 * minute);

test('three servers are updated one after the other under load: no viewer is a second behind, nothing is refused', {
  timeout: (2 + rounds) * minute,
}, async () => {
  const { history, broken } = await underLoad({ cluster, seed: 1, bounds: promised }, async ({ site }) => {
    await makeDue(site, cluster);
    for (const { portal } of Array.from({ length: rounds }, () => cluster.servers).flat()) {
      await portal.kill('SIGTERM');
      await rest(second);
      await portal.restart();
      await rest(second);
    }
  });
  expect(broken).toEqual([]);
  const published = factsOf(history.facts, 'published');
  expect(published.length).toBeGreaterThan(50 * rounds);
  expect(published.filter(({ end }) => end !== 'kept')).toEqual([]);
  expect(factsOf(history.facts, 'entered').filter(({ end }) => end !== 'updated')).toEqual([]);
  const isOpen = (fact: { readonly topic: string }) => !fact.topic.endsWith('/GUARDED');
  const gap = worstGap(history.facts.filter((fact) => !('topic' in fact) || isOpen(fact)));
  process.stdout.write(`[cluster] rolling update: ${published.length} publishes, the worst gap was ${gap} ms\n`);
  expect(gap).toBeLessThanOrEqual(second);
});
