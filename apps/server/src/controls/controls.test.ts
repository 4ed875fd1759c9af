import { setImmediate as turn } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Refusal } from '#lib/refusal.ts';
import type { BusMessage } from '#ports/bus.ts';
import type { AckedUpdate, Lapse } from '#ports/controls.ts';
import { StoreFault } from '#ports/store-fault.ts';
import { type MemoryControls, memoryControls } from '#storage/testing/memory-controls.ts';
import { Controls, type PollAsk } from './controls.ts';
import { ManualTimers } from './testing/manual-timers.ts';

const topic = branded<'Topic'>('ACME/DESK/ORDERS');
const other = branded<'Topic'>('ACME/DESK/OTHER');
const owner = { user: branded<'User'>('ACME/bot'), lineHash: 'line', isKey: false, instanceId: 'book' };
const update = {
  topic,
  owner: '' as const,
  key: 'REGION',
  name: 'Region',
  value: 'South',
  user: branded<'User'>('ACME/ann'),
  mark: 'mark',
};
const timers = new ManualTimers();
let memory: MemoryControls;
let chance = 0;
let lapses: Lapse[];
let missed: Lapse[];
let acked: AckedUpdate[];
let told: BusMessage[];
let here: Controls;
let there: Controls;

beforeAll(async () => {
  memory = await memoryControls(timers);
});
afterAll(() => memory.close());
afterEach(() => vi.restoreAllMocks());
beforeEach(() => {
  memory.clear();
  [lapses, missed, acked, told] = [[], [], [], []];
  [here, there] = [server(), server()];
});

/** A server whose messages to others get lost unless a test hands them over. */
function server(): Controls {
  return new Controls({
    store: memory.store,
    bus: { send: (message) => void told.push(message) },
    clock: timers,
    timers,
    chance: { bytes: (count) => Buffer.from(String(++chance).padStart(count, '0')) },
    onAcked: async (one) => void acked.push(one),
    onLapsed: (lapse) => void lapses.push(lapse),
    onMissed: (all) => void missed.push(...all),
    onFault: (fault) => {
      throw fault;
    },
  });
}

const rights = { ...owner, assertMay: async () => undefined, mayNow: () => true, heard: () => undefined };

function poll(controls: Controls, session: string, more: Partial<PollAsk> = {}) {
  const { signal } = new AbortController();
  return controls.poll({ session, cursor: '', waitMs: limits.controlWait, signal, ...rights, ...more });
}

/** Whether a promise is settled by now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  await turn();
  return Promise.race([
    promise.then(
      () => true,
      () => true,
    ),
    Promise.resolve(false),
  ]);
}

test('a viewer waits five seconds for a publisher that says nothing, and no longer', async () => {
  const session = await here.open(owner, [topic]);
  const sent = there.send(update);
  await turn();
  timers.pass(limits.controlAck - 1);
  expect(await isSettled(sent)).toBe(false);
  timers.pass(1);
  expect(await sent).toBe('withdrawn');
  const polled = poll(here, session, { waitMs: 1 });
  await turn();
  timers.pass(1);
  expect((await polled).updates).toEqual([]);
  expect(acked).toEqual([]);
});

test('a poll waits as long as it may, and is not ended by what concerns others', async () => {
  const session = await here.open(owner, [topic]);
  const polled = poll(here, session);
  await turn();
  here.midEdit(other, 'ann', true);
  timers.pass(limits.controlWait - 1);
  expect(await isSettled(polled)).toBe(false);
  timers.pass(1);
  expect(await polled).toEqual({ cursor: '', updates: [], midEdit: [], lost: [] });
});

test('nothing is taken for a publisher who has gone by the time that its session was looked up', async () => {
  const session = await here.open(owner, [topic]);
  const sent = there.send(update);
  await turn();
  const gone = await poll(here, session, { signal: AbortSignal.abort() });
  expect(gone).toEqual({ cursor: '', updates: [], midEdit: [], lost: [] });
  const { updates } = await poll(here, session);
  await here.acknowledge({ session, acks: [{ id: updates[0]?.id ?? '', status: 'updated' }], ...rights });
  await there.look();
  expect(await sent).toBe('updated');
});

test('messages that were lost are made good by a look at the store', async () => {
  const session = await here.open(owner, [topic]);
  const polled = poll(here, session);
  await turn();
  const sent = there.send(update);
  expect(await isSettled(polled)).toBe(false);
  await here.look();
  const [given] = (await polled).updates;
  await here.acknowledge({ session, acks: [{ id: given?.id ?? '', status: 'updated' }], ...rights });
  expect(await isSettled(sent)).toBe(false);
  await there.look();
  expect(await sent).toBe('updated');
  const again = poll(here, session, { cursor: 'none' });
  await turn();
  await there.open(owner, [topic]);
  expect(await isSettled(again)).toBe(false);
  await here.look();
  await expect(again).rejects.toMatchObject({ code: 'taken_over' });
});

test('who loses one of its topics is told at once, or by a look, and goes on with the rest', async () => {
  const session = await here.open(owner, [topic, other]);
  const polled = poll(here, session);
  await turn();
  await here.open(owner, [other]);
  const told = await polled;
  expect(told).toMatchObject({ updates: [], lost: [other] });
  const again = poll(here, session, { cursor: told.cursor });
  expect(await isSettled(again)).toBe(false);
  const sent = here.send(update);
  const { updates, lost } = await again;
  expect([updates.length, lost]).toEqual([1, [other]]);
  await here.acknowledge({ session, acks: [{ id: updates[0]?.id ?? '', status: 'updated' }], ...rights });
  expect(await sent).toBe('updated');
  expect((await poll(here, session)).lost).toEqual([other]);
  const last = poll(here, session, { cursor: told.cursor });
  await turn();
  await there.open(owner, [topic]);
  expect(await isSettled(last)).toBe(false);
  await here.look();
  await expect(last).rejects.toMatchObject({ code: 'taken_over' });
});

test('a message of a lost topic that itself was lost is made good by a look, and the look wakes nobody else', async () => {
  const session = await here.open(owner, [topic, other]);
  const polled = poll(here, session);
  await turn();
  await there.open(owner, [other]);
  expect(await isSettled(polled)).toBe(false);
  await here.look();
  const { cursor, lost } = await polled;
  expect(lost).toEqual([other]);
  const again = poll(here, session, { cursor });
  await turn();
  await here.look();
  expect(await isSettled(again)).toBe(false);
});

test('a right that is lost takes its topic alone, and the session once no topic is left', async () => {
  const session = await here.open(owner, [topic, other]);
  const refusing = (...gone: string[]) => ({
    ...rights,
    assertMay: async (wanted: string) => {
      if (gone.includes(wanted)) throw new Refusal('not_allowed');
    },
  });
  const { signal } = new AbortController();
  const ask = { session, cursor: '', waitMs: limits.controlWait, signal };
  expect((await here.poll({ ...ask, ...refusing(other) })).lost).toEqual([other]);
  expect(await here.send({ ...update, topic: other })).toBe('nobody');
  expect((await here.poll({ ...ask, ...refusing() })).lost).toEqual([other]);
  await expect(here.poll({ ...ask, ...refusing(topic) })).rejects.toMatchObject({ code: 'not_allowed' });
  await expect(here.poll({ ...ask, ...refusing() })).rejects.toMatchObject({ code: 'taken_over' });
});

test('what was taken from the store as the right went is given to whoever comes next', async () => {
  const session = await here.open(owner, [topic, other]);
  const gone = new Set<string>();
  const asking = {
    ...rights,
    assertMay: async (wanted: string) => {
      if (gone.has(wanted)) throw new Refusal('not_allowed');
    },
    mayNow: (wanted: string) => !gone.has(wanted),
  };
  const sent = [here.send(update), here.send({ ...update, topic: other })];
  await turn();
  const take = memory.store.take.bind(memory.store);
  vi.spyOn(memory.store, 'take').mockImplementationOnce(async (asked) => {
    const taken = await take(asked);
    gone.add(topic);
    return taken;
  });
  const { signal } = new AbortController();
  const ask = { session, cursor: '', waitMs: limits.controlWait, signal };
  const { updates, lost } = await here.poll({ ...ask, ...asking });
  expect([updates.map((one) => one.topic), lost]).toEqual([[other], [topic]]);
  const next = await here.open({ ...owner, lineHash: 'next' }, [topic]);
  const given = await here.poll({ ...ask, session: next, ...rights, lineHash: 'next' });
  expect(given.updates.map((one) => one.topic)).toEqual([topic]);
  timers.pass(limits.controlAck);
  await Promise.all(sent);
});

test('who may publish no more once its session is stored is connected no more', async () => {
  const stillMay = () => {
    throw new Refusal('not_allowed');
  };
  await expect(here.open({ ...owner, stillMay }, [topic])).rejects.toMatchObject({ code: 'not_allowed' });
  expect(await here.send(update)).toBe('nobody');
  expect(told.map(({ kind }) => kind)).toContain('publisher-over');
});

test('an update that is sent again under its id, at any server, is given once and answers both', async () => {
  const session = await here.open(owner, [topic]);
  const sent = [here.send(update, 'same'), here.send(update, 'same'), there.send(update, 'same')];
  await turn();
  const { cursor, updates } = await poll(here, session);
  expect(updates.map(({ id }) => id)).toEqual(['same']);
  await here.acknowledge({ session, acks: [{ id: 'same', status: 'updated' }], ...rights });
  await there.look();
  expect(await Promise.all(sent)).toEqual(['updated', 'updated', 'updated']);
  expect(await there.send(update, 'same')).toBe('updated');
  expect(acked.length).toBe(1);
  const polled = poll(here, session, { cursor });
  expect(await isSettled(polled)).toBe(false);
});

test('an update that is sent again and ends unsaid fails for both, one after the other', async () => {
  await here.open(owner, [topic]);
  const first = here.send(update, 'unsaid');
  await turn();
  timers.pass(limits.controlAck - 1);
  const second = here.send(update, 'unsaid');
  await turn();
  timers.pass(1);
  expect(await Promise.all([first, second])).toEqual(['withdrawn', 'withdrawn']);
});

test('a lease that is written no sooner than it must outlasts the longest poll', () => {
  expect(limits.controls.renewAfter + limits.controlWait).toBeLessThan(limits.publisherLease);
});

test('whose credential ends is connected no more; a key outlives the password of its user', async () => {
  const [one, two] = [await here.open(owner, [topic]), await here.open({ ...owner, isKey: true }, [other])];
  const [polled, key] = [poll(here, one), poll(here, two)];
  await turn();
  await here.signedOut(({ user, isKey }) => user === owner.user && !isKey);
  await expect(polled).rejects.toMatchObject({ code: 'not_signed_in' });
  expect(await here.send(update)).toBe('nobody');
  expect(await isSettled(key)).toBe(false);
  await here.signedOut(({ lineHash }) => lineHash === owner.lineHash);
  await expect(key).rejects.toMatchObject({ code: 'not_signed_in' });
});

test('a publisher that loses its right is connected no more, and a rate that is exceeded ends nothing', async () => {
  const session = await here.open(owner, [topic]);
  const refusing = (code: 'too_many' | 'not_allowed') => ({
    ...rights,
    assertMay: async () => {
      throw new Refusal(code);
    },
  });
  await expect(here.acknowledge({ session, acks: [], ...refusing('too_many') })).rejects.toMatchObject({
    code: 'too_many',
  });
  await here.acknowledge({ session, acks: [], ...rights });
  await expect(here.acknowledge({ session, acks: [], ...refusing('not_allowed') })).rejects.toMatchObject({
    code: 'not_allowed',
  });
  await expect(here.acknowledge({ session, acks: [], ...rights })).rejects.toMatchObject({ code: 'taken_over' });
});

test('a lease that lapses is told once, by whichever server sees it first', async () => {
  const session = await here.open(owner, [topic]);
  const seenAt = timers.now();
  timers.pass(limits.publisherLease);
  await Promise.all([here.look(), there.look()]);
  await here.look();
  expect(lapses).toEqual([{ topics: [topic], seenAt }]);
  expect(await there.send(update)).toBe('nobody');
  const back = poll(here, session);
  await turn();
  const sent = here.send(update);
  await here.acknowledge({ session, acks: [{ id: (await back).updates[0]?.id ?? '', status: 'rejected' }], ...rights });
  expect(await sent).toBe('rejected');
});

test('a lapse of which the answer of the store was lost, or that another server told in vain, is found', async () => {
  await here.open(owner, [topic]);
  const lapse = { topics: [topic], seenAt: timers.now() };
  timers.pass(limits.publisherLease);
  const told = memory.store.lapse.bind(memory.store);
  vi.spyOn(memory.store, 'lapse').mockImplementationOnce(async () => {
    await told();
    throw new StoreFault('lost');
  });
  await expect(here.look()).rejects.toThrow('lost');
  expect([lapses, missed]).toEqual([[], []]);
  await here.look();
  await here.look();
  expect([lapses, missed]).toEqual([[], [lapse]]);
  there.noteLoss();
  await there.look();
  expect([lapses, missed]).toEqual([[], [lapse, lapse]]);
});

test('a second poll of a session takes the place of the first', async () => {
  const session = await here.open(owner, [topic]);
  const first = poll(here, session);
  await turn();
  const second = poll(here, session);
  expect((await first).updates).toEqual([]);
  const sent = here.send(update);
  const { updates } = await second;
  await here.acknowledge({ session, acks: [{ id: updates[0]?.id ?? '', status: 'skip_retry' }], ...rights });
  expect(await sent).toBe('skip_retry');
});

test('a change of rights has those alone look again whom it concerns, and nobody reads the store for it', async () => {
  const refused = new Set<string>();
  const asking = {
    ...rights,
    assertMay: async (wanted: string) => {
      if (refused.has(wanted)) throw new Refusal('not_allowed');
    },
    mayNow: (wanted: string) => !refused.has(wanted),
  };
  const sessions = [await here.open(owner, [topic]), await here.open({ ...owner, lineHash: 'next' }, [other])];
  const [first, second] = sessions.map((session, n) =>
    poll(here, session, { ...asking, lineHash: n === 0 ? owner.lineHash : 'next' }),
  );
  await turn();
  const find = vi.spyOn(memory.store, 'find');
  const take = vi.spyOn(memory.store, 'take');
  here.rightsChanged();
  await turn();
  expect([find.mock.calls.length, take.mock.calls.length]).toEqual([0, 0]);
  refused.add(other);
  here.rightsChanged();
  await expect(second).rejects.toMatchObject({ code: 'not_allowed' });
  expect(find).toHaveBeenCalledTimes(1);
  here.secretChanged(topic);
  await turn();
  expect(find).toHaveBeenCalledTimes(2);
  here.stop();
  await first;
});
