import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyOps, type PageBody } from '@sheetwire/page/ops';
import type { Topic } from '@sheetwire/rules/topic';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Stores } from '#ports/stores.ts';
import { openStores } from '../../open-stores.ts';
import { jane, newTopic, timeOf, whole } from '../../suite/builders.ts';
import { chosenSeed } from '../../suite/chosen-seed.ts';
import { MovedClock } from '../../suite/moved-clock.ts';
import { anyOp, bodies, chanceOf, fresh, reportOf } from '../../suite/report-history.ts';
import { testSeals } from '../../testing/test-seals.ts';

/** The long form has as many histories as SHEETWIRE_SOAK says, or 10,000 when it says no number. */
const soak = process.env.SHEETWIRE_SOAK;
const HISTORIES = soak === undefined ? 8 : Number.parseInt(soak, 10) || 10_000;
const TOGETHER = 100;
const ASIDE = 25;
const minute = 60_000;
const LONG = 60_000 + HISTORIES * 1000;
const firstSeed = chosenSeed();

const clock = new MovedClock();
let folder: string;
let stores: Stores;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheetwire-histories-'));
  stores = await openStores({ databaseUrl: '', dataDir: folder, clock, seals: testSeals('a') });
});
afterAll(async () => {
  await stores.close();
  await rm(folder, { recursive: true });
});

/** What viewers were shown with each version. */
interface History {
  readonly topic: Topic;
  readonly seed: number;
  readonly chance: (below: number) => number;
  readonly shown: Map<number, PageBody[]>;
}

function newHistory(seed: number): History {
  return { topic: newTopic(), seed, chance: chanceOf(seed), shown: new Map() };
}

async function publishNext({ topic, chance, shown }: History, isLast: boolean): Promise<void> {
  const version = shown.size + 1;
  const place = { topic, base: version - 1, version };
  const before = shown.get(version - 1);
  if (!before || isLast || chance(12) === 0) {
    const pages = fresh(chance);
    shown.set(version, pages);
    await stores.reports.append(whole(place, reportOf(version, pages)));
    return;
  }
  const ops = Array.from({ length: 1 + chance(4) }, () => anyOp(before, chance));
  shown.set(version, applyOps(before, ops));
  await stores.reports.append({ ...place, time: timeOf(version), sender: jane, change: { kind: 'delta', ops } });
}

/** The versions that are kept. */
async function keptOf({ topic, shown }: History): Promise<number[]> {
  const kept: number[] = [];
  for (const version of shown.keys())
    if ((await stores.past.at(topic, { version }))?.version === version) kept.push(version);
  return kept;
}

const htmlOf = (pages: readonly PageBody[] | undefined) => pages?.map(({ html }) => html);

async function check(history: History): Promise<number> {
  const { topic, seed, chance, shown } = history;
  const kept = await keptOf(history);
  for (const version of kept) {
    const pages = bodies((await stores.past.read(topic, version))?.pages ?? []);
    expect([seed, version, pages]).toEqual([seed, version, shown.get(version)]);
  }
  for (let n = 0; n < 8; n++) {
    const [from = 1, to = 1] = [kept[chance(kept.length)], kept[chance(kept.length)]];
    const [way, back] = [await stores.past.ops(topic, from, to), await stores.past.ops(topic, to, from)];
    expect([seed, way === undefined]).toEqual([seed, back === undefined]);
    if (!way || !back) continue;
    const there = applyOps(shown.get(from) ?? [], way.ops);
    expect([seed, from, to, htmlOf(there)]).toEqual([seed, from, to, htmlOf(shown.get(to))]);
    expect([seed, to, from, htmlOf(applyOps(there, back.ops))]).toEqual([seed, to, from, htmlOf(shown.get(from))]);
  }
  return kept.length;
}

/** Many at a time: each waits for the threads that read versions. */
async function checkAll(histories: readonly History[], isRight: (kept: number) => boolean): Promise<void> {
  for (let from = 0; from < histories.length; from += ASIDE) {
    const some = histories.slice(from, from + ASIDE);
    const kept = await Promise.all(some.map(check));
    expect(some.filter((_, n) => !isRight(kept[n] ?? 0)).map(({ seed }) => seed)).toEqual([]);
  }
}

test(
  'every version of any history reads as it was shown, and steps lead there and back, before and after thinning',
  async () => {
    for (let done = 0; done < HISTORIES; done += TOGETHER) {
      clock.move(minute - (clock.now() % minute));
      const from = clock.now();
      const count = Math.min(TOGETHER, HISTORIES - done);
      const histories = Array.from({ length: count }, (_, n) => newHistory(firstSeed + done + n));
      const versions = 16;
      for (let version = 1; version <= versions; version++) {
        await Promise.all(histories.map((history) => publishNext(history, version === versions)));
        clock.move(11_000);
      }
      await checkAll(histories, (kept) => kept === versions);
      await stores.past.thin({ from, to: clock.now(), width: minute });
      await checkAll(histories, (kept) => kept > 2 && kept < 8);
      for (const { topic, seed } of histories) {
        const proof = await stores.past.proof(topic, versions);
        expect([seed, proof?.state]).toEqual([seed, 'signed']);
      }
      if (soak !== undefined) process.stdout.write(`${done + count} histories from seed ${firstSeed}, 0 wrong\n`);
    }
  },
  LONG,
);
