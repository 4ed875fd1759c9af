import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import type { Clock } from './clock.ts';
import { CallError } from './failures.ts';
import { LiveStream } from './live-stream.ts';
import { TestClock } from './test-clock.ts';
import { lineDown, TestTransport, testCaller } from './test-line.ts';

const topic = 'ACME/RATES/DAILY';

function setUp(answer: () => unknown = () => ({}), clockOf: (line: TestClock) => Clock = (line) => line) {
  const clock = new TestClock();
  const transport = new TestTransport();
  const { call, asked } = testCaller(answer);
  const heard: string[] = [];
  const signs: string[] = [];
  const stream = new LiveStream(
    { transport, call, clock: clockOf(clock), chance: () => 1 },
    {
      onEvent: (event) => void heard.push(event.name),
      onState: (state) => void heard.push(state),
      onGap: () => void heard.push('gap'),
      onAlive: () => void signs.push('alive'),
    },
  );
  return { clock, transport, asked, heard, signs, stream };
}

async function opened(answer?: () => unknown, beat?: number) {
  const all = setUp(answer);
  all.stream.watch([{ topic, version: 3 }]);
  all.stream.start();
  all.transport.line.send('hello', { streamId: 's1', ...(beat !== undefined && { beat }) });
  await all.clock.advance(0);
  return all;
}

test('the stream is open once the server carries the watched topics', async () => {
  const { asked, heard, stream } = await opened();
  expect(asked).toEqual([{ name: 'watch', input: { streamId: 's1', topics: [{ topic, version: 3 }] } }]);
  expect(heard).toEqual(['connecting', 'open']);
  expect(stream.state).toBe('open');
});

test('after a cut the new line resumes from the version that the deltas reached', async () => {
  const { transport, clock, asked, heard } = await opened();
  transport.line.send('delta', { topic, from: 3, to: 4, time: 't', ops: [] });
  transport.line.send('delta', { topic, from: 4, to: 6, time: 't', ops: [] });
  transport.line.end();
  await clock.advance(limits.streamRetry.cut.first);
  transport.line.send('hello', { streamId: 's2' });
  await clock.advance(0);
  expect(asked.at(-1)?.input).toEqual({ streamId: 's2', topics: [{ topic, version: 6 }] });
  expect(heard).toEqual(['connecting', 'open', 'delta', 'delta', 'reconnecting', 'open']);
});

test('a new line says whether what is shown can be interacted with', async () => {
  const { stream, transport, clock, asked } = await opened();
  stream.watch([{ topic, version: 3, canInteract: false }]);
  transport.line.end();
  await clock.advance(limits.streamRetry.cut.first);
  transport.line.send('hello', { streamId: 's2' });
  await clock.advance(0);
  expect(asked.at(-1)?.input).toEqual({ streamId: 's2', topics: [{ topic, version: 3, canInteract: false }] });
});

test('a line without hello within 5 s is unavailable, and is tried again later', async () => {
  const { transport, clock, stream } = setUp();
  stream.start();
  transport.line.comment();
  await clock.advance(limits.streamDetect - 1);
  expect(stream.state).toBe('connecting');
  await clock.advance(1);
  expect(stream.state).toBe('unavailable');
  expect(transport.lines).toHaveLength(1);
  expect(transport.line.isClosed).toBe(true);
  await clock.advance(limits.streamRetry.muted.first);
  expect(transport.lines).toHaveLength(2);
  transport.line.send('hello', { streamId: 's' });
  expect(stream.state).toBe('open');
});

test('a stream that was cut and does not come back within 5 s is unavailable, and attempts go on', async () => {
  const { transport, clock, stream } = await opened();
  transport.line.end();
  for (let tries = 0; tries < 40; tries++) {
    await clock.advance(1000);
    if (!transport.line.isClosed) transport.line.end();
    if (tries === 3) expect(stream.state).toBe('reconnecting');
  }
  expect(stream.state).toBe('unavailable');
  expect(transport.lines.length).toBeGreaterThan(7);
  expect(transport.lines.length).toBeLessThan(15);
});

test('a line on which not even comments come is taken for dead', async () => {
  const { transport, clock, stream } = await opened();
  for (let minutes = 0; minutes < 4; minutes++) {
    await clock.advance(limits.streamSilent - 1);
    transport.line.comment();
  }
  expect(stream.state).toBe('open');
  await clock.advance(limits.streamSilent);
  expect(stream.state).toBe('reconnecting');
});

const quiet = limits.lineQuiet + limits.lineSpread;

test('a line with a beat that says nothing is asked once, and is given up within six seconds of its last byte', async () => {
  const { transport, clock, stream, asked } = await opened(undefined, limits.streamBeat);
  await clock.advance(quiet - 1);
  expect(asked).toHaveLength(1);
  await clock.advance(1);
  expect(asked).toHaveLength(2);
  expect(stream.state).toBe('open');
  await clock.advance(limits.lineAnswer);
  expect(stream.state).toBe('reconnecting');
  expect(transport.line.isClosed).toBe(true);
  expect(quiet + limits.lineAnswer).toBe(limits.lineTruth);
  expect(limits.lineTruth).toBeLessThan(6000);
});

test('what comes on the line itself answers, and who hears comments never asks', async () => {
  const { transport, clock, stream, asked } = await opened(undefined, limits.streamBeat);
  await clock.advance(quiet);
  transport.line.comment();
  await clock.advance(limits.lineAnswer);
  expect([asked.length, stream.state]).toEqual([2, 'open']);
  for (let n = 0; n < 60; n++) {
    await clock.advance(limits.streamBeat);
    transport.line.comment();
  }
  expect([asked.length, stream.state]).toEqual([2, 'open']);
});

test('a server that says no to the question ends the line at once', async () => {
  let isUp = true;
  const { clock, stream } = await opened(() => (isUp ? {} : lineDown()), limits.streamBeat);
  isUp = false;
  await clock.advance(quiet);
  expect(stream.state).toBe('reconnecting');
});

test('a listener hears of every sign of the line, comments too', async () => {
  const { transport, signs } = await opened();
  const before = signs.length;
  transport.line.comment();
  expect(signs).toHaveLength(before + 1);
});

test('a server that takes connections and greets nobody is an outage where streams came through, and is found again', async () => {
  const { transport, clock, stream } = await opened();
  transport.line.end();
  await clock.advance(20_000);
  expect(stream.state).toBe('unavailable');
  await clock.advance(limits.streamRetry.cut.most + limits.streamDetect);
  stream.retryNow();
  transport.line.send('hello', { streamId: 's2' });
  await clock.advance(0);
  expect(stream.state).toBe('open');
});

test.each([502, 503, 504])(
  'where streams came through, a proxy that answers %i for a server that is away is asked again soon, however long that lasts',
  async (status) => {
    const { transport, clock, stream } = await opened();
    const end = { kind: 'refused', status } as const;
    transport.line.end(end);
    expect(stream.state).toBe('reconnecting');
    for (let tries = 1; tries <= 30; tries++) {
      await clock.advance(limits.streamRetry.cut.most);
      expect(transport.line.isClosed).toBe(false);
      transport.line.end(end);
    }
    const { length } = transport.lines;
    stream.retryNow();
    expect(transport.lines).toHaveLength(length + 1);
    transport.line.send('hello', { streamId: 's2' });
    await clock.advance(0);
    expect(stream.state).toBe('open');
  },
);

test('where none came through yet, a proxy that refuses the stream is left alone for longer', async () => {
  const { transport, clock, stream } = setUp();
  stream.start();
  transport.line.end({ kind: 'refused', status: 502 });
  stream.retryNow();
  await clock.advance(limits.streamRetry.muted.first - 1);
  expect(transport.lines).toHaveLength(1);
  await clock.advance(1);
  expect(transport.lines).toHaveLength(2);
});

test('a refused stream waits as long as the server says', async () => {
  const { transport, clock, stream } = setUp();
  stream.start();
  transport.line.end({ kind: 'refused', status: 503, retryAfter: 120_000 });
  expect(stream.state).toBe('unavailable');
  await clock.advance(119_999);
  expect(transport.lines).toHaveLength(1);
  await clock.advance(1);
  expect(transport.lines).toHaveLength(2);
});

test('a server that says when to come back is asked again then', async () => {
  const { transport, clock, heard } = await opened();
  transport.line.raw('retry', '180');
  transport.line.end();
  expect(heard.at(-1)).toBe('reconnecting');
  await clock.advance(179);
  expect(transport.lines).toHaveLength(1);
  await clock.advance(1);
  expect(transport.lines).toHaveLength(2);
  transport.line.end();
  await clock.advance(181);
  expect(transport.lines).toHaveLength(2);
});

test('a server that stops is asked again when it says so, not as rarely as one that never streams', async () => {
  const { transport, clock, stream } = setUp();
  stream.start();
  for (let tries = 1; tries < 4; tries++) {
    expect(transport.lines).toHaveLength(tries);
    transport.line.end({ kind: 'refused', status: 503, retryAfter: 1000 });
    await clock.advance(limits.streamRetry.cut.first * 2 ** tries);
  }
});

test('behind a balancer the server that has the stream is looked for, and where none has it the line is opened anew', async () => {
  const unknown = new CallError({ status: 404, code: 'not_found', message: 'The stream has ended' });
  let others = 2;
  const found = await opened(() => {
    if (others-- > 0) throw unknown;
    return {};
  });
  expect([found.stream.state, found.asked.length, found.transport.lines.length]).toEqual(['open', 3, 1]);
  const lost = await opened(() => {
    throw unknown;
  });
  await lost.clock.advance(0);
  expect([lost.stream.state, lost.asked.length]).toEqual(['connecting', limits.watchTries]);
  await lost.clock.advance(limits.streamRetry.cut.first);
  expect(lost.transport.lines).toHaveLength(2);
});

test('a stream whose watch call fails or does not answer is no stream', async () => {
  const failing = await opened(lineDown);
  await failing.clock.advance(limits.streamDetect);
  expect(failing.stream.state).toBe('unavailable');
  const hanging = await opened(() => new Promise(() => undefined));
  await hanging.clock.advance(limits.streamDetect);
  expect(hanging.stream.state).toBe('unavailable');
});

test('the server is told of other topics and of an earlier version, not of one that ran ahead', async () => {
  const { asked, stream, clock } = await opened();
  stream.watch([{ topic, version: 5 }]);
  expect(asked).toHaveLength(1);
  stream.watch([{ topic, version: 4 }]);
  stream.watch([
    { topic, version: 4 },
    { topic: 'ACME/FX/SPOT', version: 1 },
  ]);
  await clock.advance(0);
  expect(asked.map(({ input }) => input).at(-1)).toMatchObject({
    topics: [
      { topic, version: 4 },
      { topic: 'ACME/FX/SPOT', version: 1 },
    ],
  });
  expect(asked).toHaveLength(3);
});

test('the server is told that a report is held where it was told of none: the right to it may be lost', async () => {
  const { asked, stream, clock } = await opened();
  stream.watch([{ topic, version: 0 }]);
  await clock.advance(0);
  stream.watch([{ topic, version: 7 }]);
  expect(asked.map(({ input }) => input).at(-1)).toMatchObject({ topics: [{ topic, version: 7 }] });
  expect(asked).toHaveLength(3);
});

test('a list is told once the server has answered for the one before: it never carries what was wanted earlier', async () => {
  const answers: (() => void)[] = [];
  const { asked, stream, heard, clock } = await opened(() => new Promise((resolve) => answers.push(() => resolve({}))));
  stream.watch([]);
  stream.watch([{ topic, version: 0 }]);
  stream.watch([{ topic, version: 7 }]);
  expect(asked).toHaveLength(1);
  answers[0]?.();
  await clock.advance(0);
  expect(asked.map(({ input }) => input).at(-1)).toMatchObject({ topics: [{ topic, version: 7 }] });
  expect([asked.length, stream.state]).toEqual([2, 'connecting']);
  answers[1]?.();
  await clock.advance(0);
  expect(heard).toEqual(['connecting', 'open']);
  expect(asked).toHaveLength(2);
});

test('news of the line leads to an attempt at once after a cut, not where a proxy buffers', async () => {
  const { transport, clock, stream } = setUp();
  stream.start();
  transport.line.end();
  stream.retryNow();
  expect(transport.lines).toHaveLength(2);
  await clock.advance(limits.streamDetect);
  expect(stream.state).toBe('unavailable');
  stream.retryNow();
  expect(transport.lines).toHaveLength(2);
  stream.retryAnyway();
  expect(transport.lines).toHaveLength(3);
});

test('a line that falls silent is told though the clock was set back an hour', async () => {
  let back = 0;
  const { clock, transport, heard, stream } = setUp(undefined, (line) => ({
    now: () => line.now() - back,
    after: (ms, run) => line.after(ms, run),
  }));
  stream.start();
  transport.line.send('hello', { streamId: 's1' });
  await clock.advance(1000);
  transport.line.comment();
  back = 3_600_000;
  await clock.advance(2 * limits.streamSilent);
  expect(heard.at(-1)).toBe('reconnecting');
});

test('a stopped stream is silent and leaves nothing waiting', async () => {
  const { transport, clock, heard, stream } = await opened();
  stream.stop();
  const { line } = transport;
  line.send('rights', { topic });
  line.end();
  await clock.advance(120_000);
  expect(heard.at(-1)).toBe('idle');
  expect(transport.lines).toHaveLength(1);
});

test('an event that was too large is a gap', async () => {
  const { transport, heard } = await opened();
  transport.line.raw('oversized', '');
  expect(heard.at(-1)).toBe('gap');
});
