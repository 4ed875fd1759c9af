import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { connectPublisher, type PublisherState } from './publisher-line.ts';
import type { ControlUpdate, OnUpdate, UpdateAck } from './publisher-updates.ts';
import { TestClock } from './test-clock.ts';
import { lineDown, refuse, testCaller } from './test-line.ts';

function updateOf(id: string, name = 'Comment', value: string | null = id): ControlUpdate {
  return { id, topic: 'ACME/RATES/DAILY', name, value, user: 'ACME/jane.doe', time: '20261121120000000' };
}

/** A publisher over a server that a test plays: what it hands over next, and how it fails. */
class Site {
  readonly clock = new TestClock();
  readonly states: string[] = [];
  readonly acked: UpdateAck[] = [];
  readonly late: string[] = [];
  readonly midEdits: (readonly string[])[] = [];
  readonly lost: string[] = [];
  readonly faults: unknown[] = [];
  /** What the program throws wherever it is told something. */
  thrown: Error | undefined;
  readonly opened: unknown[] = [];
  /** What every poll names as lost. */
  lostTopics: string[] | undefined;
  sessions = 0;
  fault: ((name: string) => unknown) | undefined;
  lateIds: string[] | undefined;
  readonly #waiting: ((answer: unknown) => void)[] = [];
  readonly #server = testCaller((name, input) => this.#answer(name, { ...Object(input) }));
  readonly line;

  constructor(onUpdate: OnUpdate = () => ({ status: 'updated' })) {
    this.line = connectPublisher({
      call: this.#server.call,
      clock: this.clock,
      chance: () => 1,
      topics: ['ACME/RATES/DAILY', 'acme/rates/other '],
      instanceId: 'desk',
      onUpdate,
      onLost: (topics) => this.#hear(() => this.lost.push(...topics)),
      onLate: (ids) => this.#hear(() => this.late.push(...ids)),
      onMidEdit: (topics) => this.#hear(() => this.midEdits.push(topics)),
      onState: (state) => this.#hear(() => this.states.push(wordsOf(state))),
      onFault: (error) => void this.faults.push(error),
    });
  }

  #hear(note: () => void): void {
    note();
    if (this.thrown) throw this.thrown;
  }

  get polls(): number {
    return this.#server.asked.filter(({ name }) => name === 'controls').length;
  }

  /** Ends the waiting poll with these. */
  async hand(updates: ControlUpdate[], midEdit?: string[]): Promise<void> {
    await this.clock.advance(0);
    const lost = this.lostTopics;
    for (const end of this.#waiting.splice(0))
      end({ cursor: 'c', updates, ...(midEdit && { midEdit }), ...(lost && { lost }) });
    await this.clock.advance(0);
    await this.clock.advance(0);
  }

  #answer(name: string, fields: Record<string, unknown>): unknown {
    this.fault?.(name);
    if (name === 'open') this.opened.push(fields.topics);
    if (name === 'open') return { session: `s${++this.sessions}`, leaseMs: limits.publisherLease };
    if (name === 'controls') return new Promise((resolve) => void this.#waiting.push(resolve));
    this.acked.push(...(Array.isArray(fields.acks) ? fields.acks : []));
    return this.lateIds ? { late: this.lateIds } : {};
  }
}

function wordsOf(state: PublisherState): string {
  return 'why' in state ? `${state.state}: ${state.why}` : state.state;
}

test('an update is answered with what the program says', async () => {
  const site = new Site(({ value }) =>
    value === 'bad' ? { status: 'skip_retry', message: 'never' } : { status: 'updated' },
  );
  await site.hand([updateOf('1'), updateOf('2', 'Other', 'bad')]);
  expect(site.acked).toEqual([
    { id: '1', status: 'updated' },
    { id: '2', status: 'skip_retry', message: 'never' },
  ]);
  expect(site.states).toEqual(['open']);
  await site.line.stop();
});

test('what the program throws refuses the update with its words', async () => {
  const site = new Site(() => {
    throw new RangeError('no such book');
  });
  await site.hand([updateOf('1')]);
  expect(site.acked).toEqual([{ id: '1', status: 'rejected', message: 'no such book' }]);
  await site.line.stop();
});

test('updates of one control are worked on in order, those of others beside them', async () => {
  const begun: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const site = new Site(async ({ id }) => {
    begun.push(id);
    if (id === '1') await promise;
    return { status: 'updated' };
  });
  await site.hand([updateOf('1'), updateOf('2', 'COMMENT'), updateOf('3', 'Other')]);
  expect(begun).toEqual(['1', '3']);
  resolve();
  await site.clock.advance(0);
  expect(begun).toEqual(['1', '3', '2']);
  expect(site.acked.map(({ id }) => id)).toEqual(['3', '1', '2']);
  await site.line.stop();
});

test('an update that is handed over again is not worked on again, and gets the same answer', async () => {
  let count = 0;
  const site = new Site(() => {
    count += 1;
    return { status: 'rejected', message: `answer ${count}` };
  });
  await site.hand([updateOf('1'), updateOf('1')]);
  await site.hand([updateOf('1')]);
  expect(count).toBe(1);
  expect(site.acked).toEqual([
    { id: '1', status: 'rejected', message: 'answer 1' },
    { id: '1', status: 'rejected', message: 'answer 1' },
  ]);
  await site.line.stop();
});

test('a lost line is opened again by itself, waiting longer each time, and what was not told is told', async () => {
  const site = new Site();
  await site.clock.advance(0);
  site.fault = lineDown;
  await site.hand([updateOf('1')]);
  expect([site.acked, site.states]).toEqual([[], ['open', 'away: The server cannot be reached']]);
  const before = site.polls;
  await site.clock.advance(20_000);
  expect(site.polls - before).toBeLessThan(8);
  site.fault = undefined;
  await site.clock.advance(limits.publisherRetry.most);
  expect(site.acked).toEqual([{ id: '1', status: 'updated' }]);
  await site.hand([]);
  expect(site.states.at(-1)).toBe('open');
  expect(site.sessions).toBe(1);
  await site.line.stop();
});

test('an answer that the server refuses is told of and not sent again', async () => {
  const site = new Site();
  await site.clock.advance(0);
  let refusals = 0;
  site.fault = (name) => {
    if (name !== 'ack') return;
    refusals++;
    refuse({ status: 400, code: 'malformed', message: 'no such answer' });
  };
  await site.hand([updateOf('1')]);
  await site.clock.advance(20 * limits.controlRetry);
  expect(refusals).toBe(1);
  expect(site.faults).toMatchObject([{ status: 400, message: 'no such answer' }]);
  site.fault = undefined;
  await site.hand([updateOf('2')]);
  expect(site.acked).toEqual([{ id: '2', status: 'updated' }]);
  await site.line.stop();
});

test('an answer that fails by a fault of the program is told of, and tried again', async () => {
  const site = new Site();
  await site.clock.advance(0);
  site.fault = (name) => {
    if (name === 'ack') throw new TypeError('broken');
  };
  await site.hand([updateOf('1')]);
  expect(site.faults).toEqual([new TypeError('broken')]);
  site.fault = undefined;
  await site.clock.advance(limits.controlRetry);
  expect(site.acked).toEqual([{ id: '1', status: 'updated' }]);
  await site.line.stop();
});

test('a session that the server does not know is opened anew', async () => {
  const site = new Site();
  await site.clock.advance(0);
  site.fault = (name) => name === 'controls' && refuse({ status: 404, code: 'not_found', message: 'gone' });
  await site.hand([]);
  site.fault = undefined;
  await site.clock.advance(limits.publisherRetry.most);
  expect(site.sessions).toBe(2);
  await site.hand([updateOf('1')]);
  expect(site.acked).toEqual([{ id: '1', status: 'updated' }]);
  await site.line.stop();
});

test('another publisher that takes over ends the line with its words', async () => {
  const site = new Site();
  await site.clock.advance(0);
  site.fault = () => refuse({ status: 409, code: 'taken_over', message: 'Another publisher has taken over' });
  await site.hand([]);
  expect(await site.line.ended).toBe('Another publisher has taken over');
  expect(site.states).toEqual(['open', 'ended: Another publisher has taken over']);
  await site.clock.advance(60_000);
  expect(site.sessions).toBe(1);
});

test('topics that another publisher took over are told once, and not taken back', async () => {
  const site = new Site();
  site.lostTopics = ['ACME/RATES/OTHER'];
  await site.hand([]);
  await site.hand([updateOf('1')]);
  expect([site.lost, site.acked]).toEqual([['ACME/RATES/OTHER'], [{ id: '1', status: 'updated' }]]);
  site.fault = (name) => name === 'controls' && refuse({ status: 404, code: 'not_found', message: 'gone' });
  await site.hand([]);
  site.fault = undefined;
  await site.clock.advance(limits.publisherRetry.most);
  expect(site.opened).toEqual([['ACME/RATES/DAILY', 'acme/rates/other '], ['ACME/RATES/DAILY']]);
  await site.line.stop();
});

test('an answer with more words than the server takes is cut', async () => {
  const site = new Site(() => ({ status: 'skip_retry', message: 'x'.repeat(limits.maxText + 1) }));
  await site.hand([updateOf('1')]);
  expect(site.acked).toEqual([{ id: '1', status: 'skip_retry', message: 'x'.repeat(limits.maxText) }]);
  await site.line.stop();
});

test('a refusal ends the line; a server that is busy is waited for as long as it says', async () => {
  const site = new Site();
  await site.clock.advance(0);
  site.fault = () => refuse({ status: 429, code: 'too_many', message: 'wait', retryAfter: 30_000 });
  await site.hand([]);
  const before = site.polls;
  await site.clock.advance(29_999);
  expect(site.polls).toBe(before);
  site.fault = () => refuse({ status: 403, code: 'not_allowed', message: "You don't have permission to do this" });
  await site.clock.advance(1);
  expect(await site.line.ended).toBe("You don't have permission to do this");
});

test('a stop waits for what was taken', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const site = new Site(async () => {
    await promise;
    return { status: 'updated' };
  });
  await site.hand([updateOf('1')]);
  const stopping = site.line.stop();
  resolve();
  await stopping;
  expect(site.acked).toEqual([{ id: '1', status: 'updated' }]);
  expect(await site.line.ended).toBe('stopped');
});

test('what the program throws when it is told something is its own fault: nothing is asked or told again', async () => {
  const site = new Site();
  site.thrown = new Error('the program broke');
  site.lateIds = ['1'];
  site.lostTopics = ['ACME/RATES/OTHER'];
  await site.hand([updateOf('1')], ['ACME/RATES/DAILY']);
  await site.clock.advance(2 * limits.controlRetry);
  expect(site.acked).toEqual([{ id: '1', status: 'updated' }]);
  expect([site.states, site.late, site.lost, site.sessions]).toEqual([['open'], ['1'], ['ACME/RATES/OTHER'], 1]);
  expect(site.faults).toEqual(Array(4).fill(site.thrown));
  site.thrown = undefined;
  await site.line.stop();
});

test('the program learns who is typing, and which of its answers came too late', async () => {
  const site = new Site();
  site.lateIds = ['1'];
  await site.hand([updateOf('1')], ['ACME/RATES/DAILY']);
  await site.hand([], ['ACME/RATES/DAILY']);
  await site.hand([], []);
  expect(site.midEdits).toEqual([['ACME/RATES/DAILY'], []]);
  expect(site.late).toEqual(['1']);
  await site.line.stop();
});

test('a poll that is never answered is taken for a broken line', async () => {
  const site = new Site();
  await site.clock.advance(limits.controlWait + limits.callAnswer);
  expect(site.states).toEqual(['open', 'away: The server cannot be reached']);
  await site.line.stop();
});

test('a publisher that stands by says so each time it opens, waits as it is told, and learns its session', async () => {
  const clock = new TestClock();
  const opened: unknown[] = [];
  const states: string[] = [];
  const sessions: string[] = [];
  let isHeld = true;
  const { call } = testCaller((name, input) => {
    if (name !== 'open') return new Promise(() => undefined);
    opened.push({ ...Object(input) }.standby);
    if (isHeld) refuse({ status: 409, code: 'lease_held', message: 'held', retryAfter: 30_000 });
    return { session: 'own', leaseMs: limits.publisherLease };
  });
  const line = connectPublisher({
    ...{ call, clock, chance: () => 1, topics: ['ACME/RATES/DAILY'], instanceId: 'spare', standby: true },
    onUpdate: () => ({ status: 'updated' }),
    onSession: (session) => sessions.push(session),
    onState: (state) => states.push('code' in state ? `${state.state} ${state.code}` : state.state),
  });
  await clock.advance(29_999);
  expect([opened, states]).toEqual([[true], ['away lease_held']]);
  isHeld = false;
  await clock.advance(1);
  expect([opened, states, sessions]).toEqual([[true, true], ['away lease_held', 'open'], ['own']]);
  await line.stop();
});
