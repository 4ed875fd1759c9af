import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import { describe, expect, test } from 'vitest';
import type { NewUpdate } from '#ports/controls.ts';
import { bob, newTopic, type Opened, unique } from './builders.ts';
import { controlUpdate, publisherSession } from './control-builders.ts';
import type { MovedClock } from './moved-clock.ts';

export function controlUpdateSuite(open: Opened, clock: MovedClock): void {
  describe('updates of controls', () => {
    async function connected(...topics: Topic[]) {
      const own = publisherSession();
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
      const ids = [
        await send(controlUpdate(topic, 'a')),
        await send(controlUpdate(topic, 'b')),
        await send(controlUpdate(topic, null)),
      ];
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
      const [one, two] = [await send(controlUpdate(topic)), await send(controlUpdate(topic))];
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

    test('keep why their publisher did not take them, as it was said first', async () => {
      const topic = newTopic();
      const { own, ack, send } = await connected(topic);
      const [one, two] = [await send(controlUpdate(topic)), await send(controlUpdate(topic))];
      const acks = [{ id: one, status: 'rejected', message: 'Above the limit \u202e' }] as const;
      await open().controls.acknowledge({ session: own.hash, acks });
      await ack({ [one]: 'rejected', [two]: 'rejected' });
      const reasons = [one, two, 'none'].map((id) => open().controls.reasonOf(id));
      expect(await Promise.all(reasons)).toEqual(['Above the limit \u202e', '', '']);
    });

    test('that are sent again under their id are given once, and end as they ended', async () => {
      const topic = newTopic();
      const { take, ack, send } = await connected(topic);
      const id = await send(controlUpdate(topic));
      expect(await open().controls.accept(id, controlUpdate(topic))).toEqual({ id });
      expect((await take())?.updates.map((one) => one.id)).toEqual([id]);
      await ack({ [id]: 'updated' });
      expect(await open().controls.accept(id, controlUpdate(topic))).toEqual({ id, end: 'updated' });
      const late = await send(controlUpdate(topic, 'late'));
      const given = await take(1);
      const later = await send(controlUpdate(topic, 'later'));
      clock.move(limits.controlAck);
      expect(await open().controls.accept(late, controlUpdate(topic, 'late'))).toEqual({ id: late });
      expect((await take(given?.cursor))?.updates.map((one) => one.id)).toEqual([late]);
      expect(await ack({ [late]: 'rejected' })).toMatchObject({ acked: [{ id: late }], late: [] });
      expect(await open().controls.withdraw(later)).toBe('withdrawn');
      expect(await open().controls.accept(later, controlUpdate(topic, 'later'))).toEqual({
        id: later,
        end: 'withdrawn',
      });
    });

    test('that were acknowledged are told once more when that is said again', async () => {
      const topic = newTopic();
      const { ack, send } = await connected(topic);
      const id = await send(controlUpdate(topic));
      const first = await ack({ [id]: 'updated' });
      expect(first).toMatchObject({ acked: [{ id }], late: [] });
      expect(await ack({ [id]: 'updated' })).toEqual(first);
      expect(await ack({ [id]: 'rejected' })).toEqual({ acked: [], late: [] });
    });

    test('of a topic that was taken over are late for the older publisher, but not those that it ended before', async () => {
      const [kept, taken] = [newTopic(), newTopic()];
      const older = await connected(kept, taken);
      const [ended, given, own] = [
        await older.send(controlUpdate(taken)),
        await older.send(controlUpdate(taken)),
        await older.send(controlUpdate(kept)),
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
      const id = await send(controlUpdate(topic));
      expect(await open().controls.withdraw(id)).toBe('withdrawn');
      expect((await take())?.updates).toEqual([]);
      expect(await ack({ [id]: 'updated', unknown: 'updated' })).toEqual({ acked: [], late: [id, 'unknown'] });
      expect(await open().controls.withdraw('unknown')).toBe('withdrawn');
    });

    test('stay for the next publisher while their viewer waits, and are forgotten after', async () => {
      const topic = newTopic();
      const before = await connected(topic);
      const id = await before.send(controlUpdate(topic));
      const given = await before.take();
      const after = await connected(topic);
      expect((await after.take())?.updates).toEqual(given?.updates);
      clock.move(limits.controlAck);
      expect((await (await connected(topic)).take())?.updates).toEqual([]);
      clock.move(limits.controls.updateKept + 1);
      const last = await connected(topic);
      await last.send(controlUpdate(topic));
      expect(await last.ack({ [id]: 'updated' })).toEqual({ acked: [], late: [id] });
    });

    test('that a later update of the control has overtaken are not given to the next publisher', async () => {
      const topic = newTopic();
      const before = await connected(topic);
      const early = await before.send(controlUpdate(topic, 'early'));
      const other = await before.send(controlUpdate(topic, 'other', 'Comment'));
      const later = await before.send(controlUpdate(topic, 'later'));
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
      const id = await send(controlUpdate(other));
      expect(await ack({ [id]: 'updated' })).toEqual({ acked: [], late: [id] });
      expect(await open().controls.ends([id])).toEqual(new Map());
    });

    test('wait in a bounded number, and are given in answers of a bounded size', async () => {
      const topic = newTopic();
      const { take, send } = await connected(topic);
      const { waiting, batch, batchText } = limits.controls;
      const long = 'x'.repeat(batchText / 2);
      for (let n = 0; n < 3; n++) await send(controlUpdate(topic, long));
      const first = await take();
      expect(first?.updates.length).toBe(2);
      expect((await take(first?.cursor))?.updates.length).toBe(1);
      await Promise.all(Array.from({ length: waiting - 3 }, () => send(controlUpdate(topic))));
      expect(await open().controls.accept(unique('id'), controlUpdate(topic))).toBe('full');
      expect((await take(first?.cursor))?.updates.length).toBe(batch);
      expect(await open().controls.accept(unique('id'), controlUpdate(newTopic()))).toBe('nobody');
    });

    test('are given, acknowledged and taken over at once without a fault', async () => {
      const topic = newTopic();
      const { own, take, ack, send } = await connected(topic);
      const ids = await Promise.all(Array.from({ length: 12 }, () => send(controlUpdate(topic))));
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
      const ids = await Promise.all(Array.from({ length: 20 }, (_, n) => send(controlUpdate(topic, `${n}`))));
      const taken = await take();
      expect(taken?.updates.map((one) => one.id).toSorted()).toEqual(ids.toSorted());
    });
  });
}
