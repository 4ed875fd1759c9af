import { limits } from '@sheetwire/contract/limits';
import { addresseeOf } from '@sheetwire/rules/addressee';
import type { Topic } from '@sheetwire/rules/topic';
import { describe, expect, test } from 'vitest';
import type { HeldValue } from '#ports/controls.ts';
import { bob, newTopic, type Opened, unique, whole } from './builders.ts';
import { controlUpdate, publisherSession } from './control-builders.ts';
import type { MovedClock } from './moved-clock.ts';

function heldValue(change: Partial<HeldValue> = {}): HeldValue {
  const kept = { value: 'South', user: bob, at: 5, version: 2, base: 1, markup: '<select></select>' };
  return { owner: '', key: 'REGION', name: 'Region', ...kept, ...change };
}

export function heldValueSuite(open: Opened, clock: MovedClock): void {
  describe('held values of controls', () => {
    async function hold(topic: Topic, version: number, ...values: HeldValue[]) {
      for (const [n, set] of values.entries()) {
        const place = { topic, base: version - 1 + n, version: version + n };
        await open().reports.append({ ...whole(place), held: { set, isNews: true, drop: [] } });
      }
    }

    test('are kept with their version, the last one of a control', async () => {
      const topic = newTopic();
      await hold(topic, 1, heldValue(), heldValue({ value: null, version: 3 }), heldValue({ owner: addresseeOf(bob) }));
      const held = await open().reports.held(topic);
      expect(held.toSorted((a, b) => (a.owner < b.owner ? -1 : 1))).toEqual([
        heldValue({ value: null, version: 3 }),
        heldValue({ owner: addresseeOf(bob) }),
      ]);
    });

    test('are given to whoever connects, each time until they are let go', async () => {
      const topic = newTopic();
      await hold(topic, 1, heldValue());
      const { controls, reports } = open();
      const [one, two, three] = [publisherSession(), publisherSession(), publisherSession()];
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

    test('end the update that brought them: sent again it is given to nobody, for a day', async () => {
      const topic = newTopic();
      const { controls, reports } = open();
      const [kept, shown] = [unique('update'), unique('update')];
      expect(await controls.accept(kept, controlUpdate(topic))).toBe('nobody');
      const held = { set: heldValue({ version: 1 }), isNews: true, sentAs: kept, drop: [] };
      await reports.append({ ...whole({ topic, base: 0, version: 1 }), held });
      for (let times = 0; times < 2; times++) await controls.noteHeld(shown, { topic, owner: '', key: 'REGION' });
      const sentAgain = () => Promise.all([kept, shown].map((id) => controls.accept(id, controlUpdate(topic))));
      const ended = [kept, shown].map((id) => ({ id, end: 'updated' }));
      expect(await sentAgain()).toEqual(ended);
      clock.move(limits.controls.heldUpdateKept - 1);
      const own = publisherSession();
      await controls.open(own, [topic]);
      expect(await controls.accept(unique('id'), controlUpdate(topic, 'newer'))).toMatchObject({
        id: expect.anything(),
      });
      expect(await sentAgain()).toEqual(ended);
      const taken = await controls.take({ session: own.hash, cursor: 0 });
      expect(taken?.updates.map(({ value, isHeld }) => [value, isHeld])).toEqual([
        ['South', true],
        ['newer', false],
      ]);
      clock.move(2);
      await controls.noteHeld(unique('id'), { topic, owner: '', key: 'REGION' });
      expect(await controls.accept(kept, controlUpdate(topic))).toEqual({ id: kept });
    });

    test('end a bounded number of updates', async () => {
      const topic = newTopic();
      const { controls } = open();
      const ids = Array.from({ length: limits.controls.heldUpdates + 1 }, () => unique('update'));
      for (const id of ids) await controls.noteHeld(id, { topic, owner: '', key: 'REGION' });
      const [first = '', second = ''] = ids;
      expect(await controls.accept(first, controlUpdate(topic))).toBe('nobody');
      expect(await controls.accept(second, controlUpdate(topic))).toEqual({ id: second, end: 'updated' });
    });

    test('come before updates that wait, which are newer', async () => {
      const topic = newTopic();
      await hold(topic, 1, heldValue(), heldValue({ key: 'A', name: 'A', version: 2, at: 4 }));
      const { controls } = open();
      const [one, two] = [publisherSession(), publisherSession()];
      await controls.open(one, [topic]);
      await controls.accept(unique('id'), controlUpdate(topic, 'newer'));
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
      const own = publisherSession();
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
