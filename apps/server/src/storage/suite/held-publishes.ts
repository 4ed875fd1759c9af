import type { GuardRule } from '@sheetwire/contract/guard/rules';
import type { Topic } from '@sheetwire/rules/topic';
import { describe, expect, test } from 'vitest';
import type { NewHeld } from '#ports/guard/guard-store.ts';
import { RulesChanged, VersionConflict } from '#ports/report-log.ts';
import { bob, cell, jane, newTopic, type Opened, report, whole } from './builders.ts';

const rules: GuardRule[] = [{ kind: 'errors', action: 'hold' }];
const note = (action: string, object: string) => ({ at: 1, actor: jane, action, object, address: '' });
const broken = [{ rule: 0, action: 'hold', words: '#REF! on P is new' }] as const;

function held(topic: Topic, change: Partial<NewHeld> = {}): NewHeld {
  const content = { sender: bob, source: 'cells', broken, report: report(9, ['held']) } as const;
  return { topic, base: 1, ...content, over: 0, keepsNumber: false, viewSecret: 'a', publishSecret: null, ...change };
}

export function heldPublishSuite(open: Opened): void {
  async function guarded(): Promise<Topic> {
    const { guard, reports } = open();
    const topic = newTopic();
    await guard.save({ topic, rules, releaseAfterMin: 5, revision: 0 }, note('guard changed', topic));
    await reports.append(whole({ topic, base: 0, version: 1 }));
    return topic;
  }
  const hold = (one: NewHeld) => open().guard.hold(one, note('publish held', one.topic));
  const settle = (topic: Topic, revision: number) => ({
    ...cell({ topic, base: 1, version: 2 }, 'released'),
    guard: { broken, settles: { revision, note: note('publish released', topic) } },
  });

  describe('held publishes', () => {
    test('rules come back as they were saved, and nobody writes over those of another revision', async () => {
      const { guard } = open();
      const topic = await guarded();
      expect(await guard.setting(topic)).toEqual({ topic, rules, releaseAfterMin: 5, revision: 1 });
      const next = { topic, rules: [], releaseAfterMin: 0, revision: 0 };
      expect(await guard.save(next, note('guard changed', topic))).toBe(false);
      expect(await guard.save({ ...next, revision: 1 }, note('guard changed', topic))).toBe(true);
      const among = async (known?: ReadonlyMap<Topic, number>) =>
        (await guard.settings(known)).find((one) => one.topic === topic);
      expect(await among()).toMatchObject({ rules: [], revision: 2 });
      expect(await among(new Map([[topic, 1]]))).toMatchObject({ rules: [], revision: 2 });
      expect(await among(new Map([[topic, 2]]))).toBeUndefined();
    });

    test('of rules that were saved since it is known which, and how often any were', async () => {
      const { guard } = open();
      const { times } = await guard.savedSince(0);
      expect(await guard.savedSince(times)).toEqual({ times, topics: [] });
      const [one, other] = [await guarded(), await guarded()];
      const saved = await guard.savedSince(times);
      expect(saved).toEqual({ times: times + 2, topics: expect.arrayContaining([one, other]) });
      await guard.save({ topic: one, rules: [], releaseAfterMin: 0, revision: 0 }, note('guard changed', one));
      expect(await guard.savedSince(saved.times)).toEqual({ times: saved.times, topics: [] });
      await guard.save({ topic: one, rules: [], releaseAfterMin: 0, revision: 1 }, note('guard changed', one));
      expect(await guard.savedSince(saved.times)).toEqual({ times: saved.times + 1, topics: [one] });
    });

    test('what is known to wait is not read again, unless it is another one by now', async () => {
      const { guard } = open();
      const topic = await guarded();
      await hold(held(topic));
      const of = async (known?: Parameters<typeof guard.waiting>[0]) =>
        (await guard.waiting(known)).find((one) => one.topic === topic);
      const first = await of();
      if (!first) throw new Error('nothing waits');
      expect(await of(new Map([[topic, first]]))).toBe(first);
      await hold(held(topic, { over: 1, keepsNumber: true }));
      expect(await of(new Map([[topic, first]]))).toMatchObject({ number: 2, revision: 2 });
    });

    test('a version that was judged by older rules is not kept; nor is one of a report that had none', async () => {
      const { guard, reports } = open();
      const topic = newTopic();
      await guard.save({ topic, rules, releaseAfterMin: 0, revision: 0 }, note('guard changed', topic));
      const first = whole({ topic, base: 0, version: 1 });
      await expect(reports.append({ ...first, rules: 0 })).rejects.toThrow(RulesChanged);
      await reports.append({ ...first, rules: 1 });
      await guard.save({ topic, rules: [], releaseAfterMin: 0, revision: 1 }, note('guard changed', topic));
      const next = cell({ topic, base: 1, version: 2 }, 'x');
      for (const append of [next, whole(next)])
        await expect(reports.append({ ...append, rules: 1 })).rejects.toThrow(RulesChanged);
      expect((await reports.head(topic))?.version).toBe(1);
      await reports.append({ ...next, rules: 2 });
      // What an admin decided is not judged.
      await reports.append(cell({ topic, base: 2, version: 3 }, 'y'));
      expect((await reports.head(topic))?.version).toBe(3);
    });

    test('a held publish comes back whole, and keeps its number while it breaks nothing new', async () => {
      const { guard } = open();
      const topic = await guarded();
      const first = await hold(held(topic));
      expect(first).toMatchObject({
        number: 2,
        revision: 1,
        sender: bob,
        source: 'cells',
        broken,
        viewSecret: 'a',
        publishSecret: null,
      });
      expect(await guard.held(topic)).toEqual(first);
      expect(await guard.content({ topic, revision: 1 })).toEqual(report(9, ['held']));
      expect(await hold(held(topic))).toBeUndefined();
      expect(await hold(held(topic, { base: 0, over: 1 }))).toBeUndefined();
      expect(await hold(held(topic, { over: 1, keepsNumber: true }))).toMatchObject({ number: 2, revision: 2 });
      expect(await hold(held(topic, { over: 2 }))).toMatchObject({ number: 3, revision: 3 });
      expect(await guard.content({ topic, revision: 2 })).toBeUndefined();
      expect((await guard.waiting()).map((one) => one.topic)).toContain(topic);
    });

    test('the audit log tells each publish that is held by its number, as it tells its release', async () => {
      const { audit } = open();
      const topic = await guarded();
      await hold(held(topic));
      await hold(held(topic, { over: 1, keepsNumber: true }));
      await hold(held(topic, { over: 2 }));
      const rows = (await audit.read({ before: 2, limit: 100 })).filter(({ object }) => object === topic);
      const numbers = rows.filter(({ action }) => action === 'publish held').map(({ after }) => after);
      expect(numbers.toReversed()).toMatchObject([{ number: 2 }, { number: 3 }]);
    });

    test('one version settles it, in its own transaction, with the mark; a second one meets a conflict', async () => {
      const { guard, reports } = open();
      const topic = await guarded();
      await hold(held(topic));
      await expect(reports.append(settle(topic, 7))).rejects.toThrow(VersionConflict);
      expect((await reports.head(topic))?.version).toBe(1);
      await reports.append(settle(topic, 1));
      expect(await guard.held(topic)).toBeUndefined();
      expect(await guard.marked(topic, 5)).toMatchObject([{ version: 2, broken }]);
      const again = { ...settle(topic, 1), base: 2, version: 3 };
      await expect(reports.append(again)).rejects.toThrow(VersionConflict);
    });

    test('of two who decide at once one wins, and a rejected number is not given again', async () => {
      const { guard } = open();
      const topic = await guarded();
      await hold(held(topic));
      const reject = () => guard.reject({ topic, number: 2, isRefused: true }, note('publish rejected', topic));
      expect((await Promise.all([reject(), reject()])).toSorted()).toEqual([false, true]);
      expect(await guard.standing(topic)).toEqual({ held: undefined, rejectedAt: 1 });
      expect(await hold(held(topic))).toMatchObject({ number: 3 });
    });

    test('versions are read on in order, and who published the last of them', async () => {
      const { past, reports } = open();
      const topic = await guarded();
      for (const version of [2, 3]) await reports.append(cell({ topic, base: version - 1, version }, `${version}`));
      expect(await past.next(topic, 1)).toMatchObject({ version: 2 });
      expect(await past.next(topic, 3)).toBeUndefined();
      expect(await past.senders(topic, 3, 2)).toEqual([bob, bob]);
      expect(await past.senders(topic, 2, 9)).toEqual([bob, jane]);
      const steps = await past.steps(topic, { after: 0, upTo: 2, most: 9 });
      expect(steps.map(({ version, change }) => [version, change.kind])).toEqual([
        [1, 'whole'],
        [2, 'delta'],
      ]);
      expect(await past.steps(topic, { after: 1, upTo: 9, most: 1 })).toHaveLength(1);
    });
  });
}
