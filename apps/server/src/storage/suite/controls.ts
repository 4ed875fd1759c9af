import { limits } from '@sheetwire/contract/limits';
import type { User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import { describe, expect, test } from 'vitest';
import type { HeldValue, NewUpdate, PublisherSession } from '#ports/controls.ts';
import { bob, jane, newTopic, newUser, type Opened, unique, whole } from './builders.ts';
import type { MovedClock } from './moved-clock.ts';

function session(user: User = jane): PublisherSession {
  return { hash: unique('publisher'), user, lineHash: unique('line'), instanceId: 'book 1' };
}

function update(topic: Topic, value: string | null = 'North', name = 'Region'): NewUpdate {
  return { topic, owner: '', key: name.toUpperCase(), name, value, user: bob, mark: 'mark' };
}

function heldValue(change: Partial<HeldValue> = {}): HeldValue {
  const kept = { value: 'South', user: bob, at: 5, version: 2, base: 1, markup: '<select></select>' };
  return { owner: '', key: 'REGION', name: 'Region', ...kept, ...change };
}

export function controlSuite(open: Opened, clock: MovedClock): void {
  sessionTests(open, clock);
  updateTests(open, clock);
  heldTests(open);
}

function sessionTests(open: Opened, clock: MovedClock): void {
  describe('connected publishers', () => {
    test('a newer session takes its topics over: the older one keeps the rest, and is over without any', async () => {
      const { controls } = open();
      const [one, two] = [newTopic(), newTopic()];
      const [first, second, third] = [session(), session(), session()];
      expect(await controls.open(first, [one, two, one])).toEqual({ ended: [], reduced: [] });
      const { user, lineHash } = first;
      expect(await controls.find(first.hash)).toEqual({ topics: [one, two].sort(), lost: [], user, lineHash });
      expect(await controls.open(second, [two])).toEqual({ ended: [], reduced: [first.hash] });
      expect(await controls.find(first.hash)).toEqual({ topics: [one], lost: [two], user, lineHash });
      expect(await controls.leases([first.hash, second.hash])).toEqual(
        new Map([first, second].map(({ hash }) => [hash, 1])),
      );
      expect(await controls.renew(first.hash)).toBe(true);
      expect(await controls.accept(unique('id'), update(one))).toMatchObject({});
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
      const own = session();
      if (!one || !two || !three) throw new Error('no topics');
      await controls.open(own, [one, two, three]);
      await controls.lose(own.hash, [two]);
      await controls.lose(own.hash, [one, newTopic()]);
      expect(await controls.find(own.hash)).toMatchObject({ topics: [three], lost: [two, one] });
      expect(await controls.accept(unique('id'), update(one))).toBe('nobody');
      await controls.lose(own.hash, [three]);
      expect(await controls.find(own.hash)).toBeUndefined();
    });

    test('a lease that is not renewed lapses, is told once, and holds again when its publisher is back', async () => {
      const { controls } = open();
      const [topic, own] = [newTopic(), session()];
      await controls.open(own, [topic]);
      const opened = clock.now();
      clock.move(limits.publisherLease - 1);
      expect(await controls.renew(own.hash)).toBe(true);
      clock.move(limits.publisherLease - 1);
      expect(await controls.accept(unique('id'), update(topic))).toMatchObject({});
      clock.move(1);
      expect(await controls.accept(unique('id'), update(topic))).toBe('nobody');
      const lapses = await controls.lapse();
      const seenAt = opened + limits.publisherLease - 1;
      expect(lapses.filter((lapse) => lapse.topics.includes(topic))).toEqual([{ topics: [topic], seenAt }]);
      expect(await controls.lapse()).toEqual([]);
      expect(await controls.lapsed()).toContainEqual({ topics: [topic], seenAt });
      expect(await controls.renew(own.hash)).toBe(true);
      expect(await controls.lapsed()).not.toContainEqual({ topics: [topic], seenAt });
      expect(await controls.accept(unique('id'), update(topic))).toMatchObject({});
    });

    test('an account has a bounded number of sessions; lapsed ones make room', async () => {
      const { controls } = open();
      const user = newUser();
      const sessions = Array.from({ length: limits.controls.sessions }, () => session(user));
      for (const one of sessions) await controls.open(one, [newTopic()]);
      expect(await controls.open(session(user), [newTopic()])).toBe('too_many');
      clock.move(limits.publisherLease);
      expect(await controls.open(session(user), [newTopic()])).toEqual({ ended: [], reduced: [] });
    });

    test('a session that was ended is over', async () => {
      const { controls } = open();
      const own = session(newUser());
      await controls.open(own, [newTopic()]);
      await controls.end([own.hash]);
      expect(await controls.find(own.hash)).toBeUndefined();
    });
  });
}

function updateTests(open: Opened, clock: MovedClock): void {
  describe('updates of controls', () => {
    async function connected(...topics: Topic[]) {
      const own = session();
      await open().controls.open(own, topics);
      const take = async (cursor = 0) => open().controls.take({ session: own.hash, cursor });
      const ack = (acks: Record<string, 'updated' | 'rejected' | 'skip_retry'>) =>
        open().controls.acknowledge({
          session: own.hash,
          acks: Object.entries(acks).map(([id, status]) => ({ id, status })),
        });
      const send = async (wanted: NewUpdate) => {
        const id = unique('update');
        expect(await open().controls.accept(id, wanted)).toEqual({ id });
        return id;
      };
      return { own, take, ack, send };
    }

    test('are given in order, again at an old cursor, and no more at the new one', async () => {
      const topic = newTopic();
      const { take, send } = await connected(topic);
      const ids = [await send(update(topic, 'a')), await send(update(topic, 'b')), await send(update(topic, null))];
      expect(await open().controls.topicsWaiting()).toContain(topic);
      const first = await take();
      expect(first?.updates.map((one) => one.id)).toEqual(ids);
      expect(first?.updates[2]).toMatchObject({ topic, name: 'Region', value: null, user: bob, isHeld: false });
      expect(await take(first?.cursor)).toEqual({ cursor: first?.cursor, updates: [] });
      expect((await take(0))?.updates.map((one) => one.id)).toEqual(ids);
      expect(await open().controls.topicsWaiting()).not.toContain(topic);
    });

    test('end as their publisher says, once', async () => {
      const topic = newTopic();
      const { ack, send } = await connected(topic);
      const [one, two] = [await send(update(topic)), await send(update(topic))];
      expect(await ack({ [one]: 'updated' })).toMatchObject({ acked: [{ id: one, key: 'REGION', mark: 'mark' }] });
      expect(await ack({ [one]: 'rejected', [two]: 'skip_retry' })).toMatchObject({ acked: [{ id: two }], late: [] });
      expect(await open().controls.ends([one, two, 'none'])).toEqual(
        new Map([
          [one, 'updated'],
          [two, 'skip_retry'],
        ]),
      );
      expect(await open().controls.withdraw(one)).toBe('updated');
    });

    test('that are sent again under their id are given once, and end as they ended', async () => {
      const topic = newTopic();
      const { take, ack, send } = await connected(topic);
      const id = await send(update(topic));
      expect(await open().controls.accept(id, update(topic))).toEqual({ id });
      expect((await take())?.updates.map((one) => one.id)).toEqual([id]);
      await ack({ [id]: 'updated' });
      expect(await open().controls.accept(id, update(topic))).toEqual({ id, end: 'updated' });
      const late = await send(update(topic, 'late'));
      const given = await take(1);
      const later = await send(update(topic, 'later'));
      clock.move(limits.controlAck);
      expect(await open().controls.accept(late, update(topic, 'late'))).toEqual({ id: late });
      expect((await take(given?.cursor))?.updates.map((one) => one.id)).toEqual([late]);
      expect(await ack({ [late]: 'rejected' })).toMatchObject({ acked: [{ id: late }], late: [] });
      expect(await open().controls.withdraw(later)).toBe('withdrawn');
      expect(await open().controls.accept(later, update(topic, 'later'))).toEqual({ id: later, end: 'withdrawn' });
    });

    test('that were acknowledged are told once more when that is said again', async () => {
      const topic = newTopic();
      const { ack, send } = await connected(topic);
      const id = await send(update(topic));
      const first = await ack({ [id]: 'updated' });
      expect(first).toMatchObject({ acked: [{ id }], late: [] });
      expect(await ack({ [id]: 'updated' })).toEqual(first);
      expect(await ack({ [id]: 'rejected' })).toEqual({ acked: [], late: [] });
    });

    test('of a topic that was taken over are late for the older publisher, but not those that it ended before', async () => {
      const [kept, taken] = [newTopic(), newTopic()];
      const older = await connected(kept, taken);
      const [ended, given, own] = [
        await older.send(update(taken)),
        await older.send(update(taken)),
        await older.send(update(kept)),
      ];
      await older.take();
      await older.ack({ [ended]: 'updated' });
      const newer = await connected(taken);
      expect((await newer.take())?.updates.map((one) => one.id)).toEqual([given]);
      const acks = { [ended]: 'updated', [given]: 'updated', [own]: 'updated' } as const;
      expect(await older.ack(acks)).toMatchObject({ acked: [{ id: own }], late: [given] });
      expect(await newer.ack({ [given]: 'updated' })).toMatchObject({ acked: [{ id: given }], late: [] });
    });

    test('that were withdrawn are given to nobody, and an acknowledgement of them is late', async () => {
      const topic = newTopic();
      const { take, ack, send } = await connected(topic);
      const id = await send(update(topic));
      expect(await open().controls.withdraw(id)).toBe('withdrawn');
      expect((await take())?.updates).toEqual([]);
      expect(await ack({ [id]: 'updated', unknown: 'updated' })).toEqual({ acked: [], late: [id, 'unknown'] });
      expect(await open().controls.withdraw('unknown')).toBe('withdrawn');
    });

    test('stay for the next publisher while their viewer waits, and are forgotten after', async () => {
      const topic = newTopic();
      const before = await connected(topic);
      const id = await before.send(update(topic));
      const given = await before.take();
      const after = await connected(topic);
      expect((await after.take())?.updates).toEqual(given?.updates);
      clock.move(limits.controlAck);
      expect((await (await connected(topic)).take())?.updates).toEqual([]);
      clock.move(limits.controls.updateKept + 1);
      const last = await connected(topic);
      await last.send(update(topic));
      expect(await last.ack({ [id]: 'updated' })).toEqual({ acked: [], late: [id] });
    });

    test('that a later update of the control has overtaken are not given to the next publisher', async () => {
      const topic = newTopic();
      const before = await connected(topic);
      const early = await before.send(update(topic, 'early'));
      const other = await before.send(update(topic, 'other', 'Comment'));
      const later = await before.send(update(topic, 'later'));
      await before.take();
      await before.ack({ [later]: 'updated' });
      const after = await connected(topic);
      expect((await after.take())?.updates.map((one) => one.id)).toEqual([other]);
      expect(await open().controls.ends([early])).toEqual(new Map([[early, 'withdrawn']]));
    });

    test('of another topic are not acknowledged', async () => {
      const [own, other] = [newTopic(), newTopic()];
      const { ack } = await connected(own);
      const { send } = await connected(other);
      const id = await send(update(other));
      expect(await ack({ [id]: 'updated' })).toEqual({ acked: [], late: [id] });
      expect(await open().controls.ends([id])).toEqual(new Map());
    });

    test('wait in a bounded number, and are given in answers of a bounded size', async () => {
      const topic = newTopic();
      const { take, send } = await connected(topic);
      const { waiting, batch, batchText } = limits.controls;
      const long = 'x'.repeat(batchText / 2);
      for (let n = 0; n < 3; n++) await send(update(topic, long));
      const first = await take();
      expect(first?.updates.length).toBe(2);
      expect((await take(first?.cursor))?.updates.length).toBe(1);
      await Promise.all(Array.from({ length: waiting - 3 }, () => send(update(topic))));
      expect(await open().controls.accept(unique('id'), update(topic))).toBe('full');
      expect((await take(first?.cursor))?.updates.length).toBe(batch);
      expect(await open().controls.accept(unique('id'), update(newTopic()))).toBe('nobody');
    });

    test('are given, acknowledged and taken over at once without a fault', async () => {
      const topic = newTopic();
      const { own, take, ack, send } = await connected(topic);
      const ids = await Promise.all(Array.from({ length: 12 }, () => send(update(topic))));
      const acks = ids.toReversed().map((id) => ack({ [id]: 'updated' }));
      const whole = ack(Object.fromEntries(ids.map((id) => [id, 'rejected'])));
      const takes = Array.from({ length: 6 }, () => take());
      const [answers] = await Promise.all([Promise.all([...acks, whole]), Promise.all(takes)]);
      expect(answers.every((answer) => answer !== 'gone')).toBe(true);
      await Promise.all([take(), ack({ [ids[0] ?? '']: 'updated' }), connected(topic), take(), connected(topic)]);
      expect(await open().controls.find(own.hash)).toBeUndefined();
      expect([...(await open().controls.ends(ids)).keys()].toSorted()).toEqual(ids.toSorted());
    });

    test('sent at once by many have an order, and each is given', async () => {
      const topic = newTopic();
      const { take, send } = await connected(topic);
      const ids = await Promise.all(Array.from({ length: 20 }, (_, n) => send(update(topic, `${n}`))));
      const taken = await take();
      expect(taken?.updates.map((one) => one.id).toSorted()).toEqual(ids.toSorted());
    });
  });
}

function heldTests(open: Opened): void {
  describe('held values of controls', () => {
    async function hold(topic: Topic, version: number, ...values: HeldValue[]) {
      for (const [n, set] of values.entries()) {
        const place = { topic, base: version - 1 + n, version: version + n };
        await open().reports.append({ ...whole(place), held: { set, isNews: true, drop: [] } });
      }
    }

    test('are kept with their version, the last one of a control', async () => {
      const topic = newTopic();
      await hold(topic, 1, heldValue(), heldValue({ value: null, version: 3 }), heldValue({ owner: bob }));
      const held = await open().reports.held(topic);
      expect(held.toSorted((a, b) => (a.owner < b.owner ? -1 : 1))).toEqual([
        heldValue({ value: null, version: 3 }),
        heldValue({ owner: bob }),
      ]);
    });

    test('are given to whoever connects, each time until they are let go', async () => {
      const topic = newTopic();
      await hold(topic, 1, heldValue());
      const { controls, reports } = open();
      const [one, two, three] = [session(), session(), session()];
      await controls.open(one, [topic]);
      const [given] = (await controls.take({ session: one.hash, cursor: 0 }))?.updates ?? [];
      expect(given).toMatchObject({ topic, name: 'Region', value: 'South', user: bob, at: 5, isHeld: true });
      const acks = [{ id: given?.id ?? '', status: 'updated' as const }];
      const acked = await controls.acknowledge({ session: one.hash, acks });
      expect(acked).toMatchObject({ acked: [{ isHeld: true, key: 'REGION', at: 5 }], late: [] });
      expect(await controls.acknowledge({ session: one.hash, acks })).toEqual({ acked: [], late: [] });
      await controls.open(two, [topic]);
      expect((await controls.take({ session: two.hash, cursor: 0 }))?.updates).toEqual([given]);
      await reports.append({ ...whole({ topic, base: 1, version: 2 }), held: { drop: [heldValue()] } });
      expect(await reports.held(topic)).toEqual([]);
      expect((await controls.take({ session: two.hash, cursor: 0 }))?.updates).toEqual([]);
      await controls.open(three, [topic]);
      expect((await controls.take({ session: three.hash, cursor: 0 }))?.updates).toEqual([]);
    });

    test('come before updates that wait, which are newer', async () => {
      const topic = newTopic();
      await hold(topic, 1, heldValue(), heldValue({ key: 'A', name: 'A', version: 2, at: 4 }));
      const { controls } = open();
      const [one, two] = [session(), session()];
      await controls.open(one, [topic]);
      await controls.accept(unique('id'), update(topic, 'newer'));
      await controls.open(two, [topic]);
      const given = await controls.take({ session: two.hash, cursor: 0 });
      expect(given?.updates.map(({ name, value }) => [name, value])).toEqual([
        ['A', 'South'],
        ['Region', 'South'],
        ['Region', 'newer'],
      ]);
    });

    test('that come while a publisher is connected reach it too', async () => {
      const topic = newTopic();
      const { controls } = open();
      const own = session();
      await controls.open(own, [topic]);
      await hold(topic, 1, heldValue());
      expect((await controls.take({ session: own.hash, cursor: 0 }))?.updates).toMatchObject([{ value: 'South' }]);
    });

    test('are not written when their version is not', async () => {
      const topic = newTopic();
      const { reports } = open();
      await hold(topic, 1, heldValue());
      const late = { ...whole({ topic, base: 7, version: 8 }), held: { set: heldValue({ value: 'East' }), drop: [] } };
      await expect(reports.append(late)).rejects.toThrow();
      expect(await reports.held(topic)).toEqual([heldValue()]);
    });
  });
}
