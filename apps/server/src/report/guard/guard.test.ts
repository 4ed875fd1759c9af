import { branded } from '@sheetwire/rules/name';
import type { Topic } from '@sheetwire/rules/topic';
import { expect, test } from 'vitest';
import type { GuardSetting, GuardStore, HeldPublish } from '#ports/guard/guard-store.ts';
import { Guard, type GuardDeps } from './guard.ts';

const topic = (n: number) => branded<'Topic'>(`ACME/RATES/R${n}`);
const held = (n: number, revision = 1): HeldPublish => ({
  ...{ topic: topic(n), number: 2, revision, sender: 'ACME/ann', source: 'report' },
  ...{ since: 1, numberedAt: 1, changedAt: 1, broken: [], viewSecret: undefined, publishSecret: undefined },
});
const rules = (n: number, revision = 1): GuardSetting => ({ topic: topic(n), rules: [], releaseAfterMin: 0, revision });

/** Rules and held publishes in a store that counts what is read of it. */
function build(count: number, other: Partial<Pick<GuardStore, 'waiting' | 'held'>> = {}) {
  const settings = new Map(Array.from({ length: count }, (_, n) => [topic(n), rules(n)]));
  const saved: Topic[] = [];
  let waiting = Array.from({ length: count }, (_, n) => held(n));
  const read = { whole: 0, one: 0, known: 0 };
  const store: Pick<GuardStore, 'settings' | 'setting' | 'savedSince' | 'waiting'> = {
    settings: async (known) => {
      read.whole++;
      return [...settings.values()].filter((one) => known?.get(one.topic) !== one.revision);
    },
    setting: async (name) => {
      read.one++;
      return settings.get(name);
    },
    savedSince: async (times) => ({ times: saved.length, topics: saved.slice(times) }),
    waiting: async (known) => {
      read.known = known?.size ?? 0;
      return waiting;
    },
    ...other,
  };
  const rewrite = (n: number) => settings.set(topic(n), rules(n, 2));
  const told: Topic[] = [];
  const deps = { store, isAlone: false, onWaiting: (name: Topic) => told.push(name) };
  return {
    guard: new Guard(deps as unknown as GuardDeps),
    read,
    told,
    rewrite,
    save(n: number) {
      rewrite(n);
      saved.push(topic(n));
    },
    hold(next: readonly HeldPublish[]) {
      waiting = [...next];
    },
  };
}

/** Entries that are put into maps meanwhile. */
async function putInMaps(work: () => Promise<unknown>): Promise<number> {
  const { set } = Map.prototype;
  let count = 0;
  Map.prototype.set = function (this: Map<unknown, unknown>, key: unknown, value: unknown) {
    count++;
    return Reflect.apply(set, this, [key, value]);
  };
  try {
    await work();
    return count;
  } finally {
    Map.prototype.set = set;
  }
}

test('a look reads the rules that were saved since the last one, and no others', async () => {
  const { guard, read, save } = build(500);
  await guard.read();
  expect([read.whole, read.one, guard.setting(topic(7))?.revision]).toEqual([1, 0, 1]);
  await guard.read();
  save(7);
  await guard.read();
  expect([read.whole, read.one, guard.setting(topic(7))?.revision]).toEqual([1, 1, 2]);
});

test('rules that were saved and not counted, as by a server of an earlier version, are found later', async () => {
  const { guard, read, rewrite } = build(3);
  await guard.read();
  rewrite(1);
  for (let look = 0; look < 100; look++) await guard.read();
  expect([read.whole, guard.setting(topic(1))?.revision]).toEqual([2, 2]);
});

test('what was read of a report later is not taken back by a look that began before', async () => {
  const look = Promise.withResolvers<readonly HeldPublish[]>();
  const asked = Promise.withResolvers<void>();
  const { guard, told } = build(1, {
    waiting: () => {
      asked.resolve();
      return look.promise;
    },
    held: async () => undefined,
  });
  await guard.changed(topic(0));
  const looking = guard.read();
  await asked.promise;
  // Another server let it go; the look saw it waiting still.
  await guard.changed(topic(0));
  look.resolve([held(0)]);
  await looking;
  expect(guard.waiting(topic(0))).toBeUndefined();
  expect(told).toEqual([]);
});

test.each([
  ['held', [held(0)], undefined],
  ['let go', [], held(0)],
])(
  'what was read of a report before it was %s is not taken over after a look that began later',
  async (_, now, before) => {
    const late = Promise.withResolvers<HeldPublish | undefined>();
    const asked = Promise.withResolvers<void>();
    const { guard, hold } = build(1, {
      held: () => {
        asked.resolve();
        return late.promise;
      },
    });
    const changed = guard.changed(topic(0));
    await asked.promise;
    hold(now);
    await guard.read();
    late.resolve(before);
    await changed;
    expect(guard.waiting(topic(0))).toEqual(now[0]);
  },
);

test('what waits of very many reports is taken over one by one, and told where it is other', async () => {
  const { guard, read, told, hold } = build(1000);
  expect(await putInMaps(() => guard.read())).toBeLessThan(20_000);
  expect([told.length, guard.due(Number.MAX_SAFE_INTEGER)]).toEqual([1000, []]);
  told.length = 0;
  hold([held(1, 2), ...Array.from({ length: 997 }, (_, n) => held(n + 3))]);
  expect(await putInMaps(() => guard.read())).toBeLessThan(20_000);
  expect(told).toEqual([topic(0), topic(1), topic(2)]);
  expect([read.known, guard.waiting(topic(0)), guard.waiting(topic(1))?.revision]).toEqual([1000, undefined, 2]);
});
