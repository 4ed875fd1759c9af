import { limits } from '@sheetwire/contract/limits';
import { describe, expect, test } from 'vitest';
import { newTopic, newUser, type Opened, unique } from './builders.ts';
import { controlUpdate, publisherSession } from './control-builders.ts';
import type { MovedClock } from './moved-clock.ts';

export function publisherSessionSuite(open: Opened, clock: MovedClock): void {
  describe('connected publishers', () => {
    test('a newer session takes its topics over: the older one keeps the rest, and is over without any', async () => {
      const { controls } = open();
      const [one, two] = [newTopic(), newTopic()];
      const [first, second, third] = [publisherSession(), publisherSession(), publisherSession()];
      expect(await controls.open(first, [one, two, one])).toEqual({ ended: [], reduced: [] });
      const { user, lineHash } = first;
      expect(await controls.find(first.hash)).toEqual({ topics: [one, two].sort(), lost: [], user, lineHash });
      expect(await controls.open(second, [two])).toEqual({ ended: [], reduced: [first.hash] });
      expect(await controls.find(first.hash)).toEqual({ topics: [one], lost: [two], user, lineHash });
      expect(await controls.leases([first.hash, second.hash])).toEqual(
        new Map([first, second].map(({ hash }) => [hash, 1])),
      );
      expect(await controls.renew(first.hash)).toBe(true);
      expect(await controls.accept(unique('id'), controlUpdate(one))).toMatchObject({});
      expect(await controls.open(third, [one, two])).toEqual({ ended: [first.hash, second.hash].sort(), reduced: [] });
      expect(await controls.find(first.hash)).toBeUndefined();
      expect(await controls.leases([first.hash, third.hash])).toEqual(new Map([[third.hash, 2]]));
      expect(await controls.renew(first.hash)).toBe(false);
      expect(await controls.take({ session: first.hash, cursor: 0 })).toBeUndefined();
      expect(await controls.acknowledge({ session: first.hash, acks: [] })).toBe('gone');
    });

    test('a session that loses topics goes on with the rest, and is over without any', async () => {
      const { controls } = open();
      const [one, two, three] = [newTopic(), newTopic(), newTopic()].sort();
      const own = publisherSession();
      if (!one || !two || !three) throw new Error('no topics');
      await controls.open(own, [one, two, three]);
      await controls.lose(own.hash, [two]);
      await controls.lose(own.hash, [one, newTopic()]);
      expect(await controls.find(own.hash)).toMatchObject({ topics: [three], lost: [two, one] });
      expect(await controls.accept(unique('id'), controlUpdate(one))).toBe('nobody');
      await controls.lose(own.hash, [three]);
      expect(await controls.find(own.hash)).toBeUndefined();
    });

    test('a lease that is not renewed lapses, is told once, and holds again when its publisher is back', async () => {
      const { controls } = open();
      const [topic, own] = [newTopic(), publisherSession()];
      await controls.open(own, [topic]);
      const opened = clock.now();
      clock.move(limits.publisherLease - 1);
      expect(await controls.renew(own.hash)).toBe(true);
      clock.move(limits.publisherLease - 1);
      expect(await controls.accept(unique('id'), controlUpdate(topic))).toMatchObject({});
      clock.move(1);
      expect(await controls.accept(unique('id'), controlUpdate(topic))).toBe('nobody');
      const lapses = await controls.lapse();
      const seenAt = opened + limits.publisherLease - 1;
      expect(lapses.filter((lapse) => lapse.topics.includes(topic))).toEqual([{ topics: [topic], seenAt }]);
      expect(await controls.lapse()).toEqual([]);
      expect(await controls.lapsed()).toContainEqual({ topics: [topic], seenAt });
      expect(await controls.renew(own.hash)).toBe(true);
      expect(await controls.lapsed()).not.toContainEqual({ topics: [topic], seenAt });
      expect(await controls.accept(unique('id'), controlUpdate(topic))).toMatchObject({});
    });

    test('a lease lasts no longer when the clock is set back', async () => {
      const { controls } = open();
      const [topic, own] = [newTopic(), publisherSession()];
      await controls.open(own, [topic]);
      const hour = 3_600_000;
      clock.move(-hour);
      expect((await controls.lapse()).filter((lapse) => lapse.topics.includes(topic))).toEqual([]);
      clock.move(limits.publisherLease);
      const seenAt = clock.now() - limits.publisherLease;
      const lapses = (await controls.lapse()).filter((lapse) => lapse.topics.includes(topic));
      expect(lapses).toEqual([{ topics: [topic], seenAt }]);
      expect(await controls.accept(unique('id'), controlUpdate(topic))).toBe('nobody');
      clock.move(hour);
    });

    test('a publisher that fell silent is not connected anew by a clock that is set back', async () => {
      const { controls } = open();
      const [topic, own] = [newTopic(), publisherSession()];
      await controls.open(own, [topic]);
      clock.move(limits.publisherLease);
      await controls.lapse();
      const hour = 3_600_000;
      clock.move(-hour);
      expect((await controls.lapse()).filter((lapse) => lapse.topics.includes(topic))).toEqual([]);
      expect(await controls.lapsed()).toContainEqual({ topics: [topic], seenAt: clock.now() });
      expect(await controls.accept(unique('id'), controlUpdate(topic))).toBe('nobody');
      expect(await controls.renew(own.hash)).toBe(true);
      expect(await controls.accept(unique('id'), controlUpdate(topic))).toMatchObject({});
      clock.move(hour);
    });

    test('an account has a bounded number of sessions; lapsed ones make room', async () => {
      const { controls } = open();
      const user = newUser();
      const sessions = Array.from({ length: limits.controls.sessions }, () => publisherSession(user));
      for (const one of sessions) await controls.open(one, [newTopic()]);
      expect(await controls.open(publisherSession(user), [newTopic()])).toBe('too_many');
      clock.move(limits.publisherLease);
      expect(await controls.open(publisherSession(user), [newTopic()])).toEqual({ ended: [], reduced: [] });
    });

    test('a session that was ended is over', async () => {
      const { controls } = open();
      const own = publisherSession(newUser());
      await controls.open(own, [newTopic()]);
      await controls.end([own.hash]);
      expect(await controls.find(own.hash)).toBeUndefined();
    });
  });
}
