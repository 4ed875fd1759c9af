import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isSoak as soak } from '../support/soak.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { play } from './play.ts';

const minute = 60_000;
const START = 3 * minute;
const most = 2 ** 31;
/** Of the short form: a server is stopped for a while, the bus of another says nothing, one is killed. */
const usual = 52;
const { CLUSTER_SEED: again, CLUSTER_MINUTES: minutes = '20' } = process.env;
const time = soak && again === undefined ? Number(minutes) * minute : 0;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
}, START);
afterAll(() => cluster.stop(), START);

/** The one that was asked for, the usual one, or as many as fit into the time. */
function* seeds(): Generator<number> {
  if (again !== undefined) yield Number(again);
  else if (!soak) yield usual;
  const end = performance.now() + time;
  while (performance.now() < end) yield randomInt(most);
}

test('three servers under load: whatever fails, nothing is lost, torn or untrue, and soon everything is whole again', {
  timeout: time + 5 * minute,
}, async () => {
  for (const seed of seeds()) {
    const { broken } = await play(cluster, { seed, ...(soak || again !== undefined ? {} : { faults: 3 }) });
    expect(broken, `seed ${seed}`).toEqual([]);
  }
});
