import { setTimeout as rest } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isSoak as soak } from '../support/soak.ts';
import { promised } from './check/bounds.ts';
import { factsOf } from './check/history.ts';
import { saysLost, screensOf } from './check/screens.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { underLoad, untilWhole } from './play.ts';
import { startStandby } from './postgres-standby.ts';
import { makeDue } from './site.ts';

const minute = 60_000;
const second = 1000;
/** From the crash until somebody has noticed it and promotes the standby: soon, and so late that viewers have to be told. */
const delays = soak ? [0, 3 * second, 7 * second, 20 * second] : [7 * second];
/** A server says so after five seconds (decision 55), its viewers' lines take a moment. */
const TOLD = 6 * second;

/** A crash ends the first database server for good: each time is a cluster of its own. */
let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
}, 3 * minute);
afterAll(() => cluster.stop(), 3 * minute);

test.each(delays)(
  'a synchronous standby takes over under load: nothing acknowledged is lost, and viewers are told in time: %i ms',
  { timeout: 4 * minute },
  async (delay) => {
    if (delay !== delays[0]) {
      await cluster.stop();
      cluster = await startCluster();
    }
    const standby = await startStandby(cluster.postgres.primary);
    let [crashed, over] = [0, 0];
    const { history, broken } = await underLoad({ cluster, seed: 1 + delay, bounds: promised }, async (load) => {
      await makeDue(load.site, cluster);
      await rest(2 * second);
      crashed = load.history.now();
      await cluster.postgres.crash();
      await rest(delay);
      await standby.promote();
      cluster.failOver(standby.url);
      over = load.history.now();
      load.history.add({ what: 'fault', name: 'a standby takes over', from: crashed, at: over });
      expect(await untilWhole(load.site, load.history, promised.whole)).toBe(true);
      process.stdout.write(`[cluster] whole again ${load.history.now() - over} ms after a standby took over\n`);
      await rest(2 * second);
    });
    await standby.stop();
    expect(broken).toEqual([]);
    const published = factsOf(history.facts, 'published');
    const kept = published.filter(({ end }) => end === 'kept');
    expect([kept.some(({ at }) => at < crashed), kept.some(({ from }) => from > over)]).toEqual([true, true]);
    const silent = screensOf(history.facts).filter(({ moments }) =>
      moments.every((moment) => !saysLost(moment) || moment.at < crashed || moment.at > crashed + TOLD),
    );
    if (delay >= TOLD) expect(silent.map(({ viewer }) => viewer)).toEqual([]);
    process.stdout.write(`[cluster] ${kept.length} of ${published.length} publishes acknowledged, none lost\n`);
  },
);
