import { limits } from '@sheetwire/contract/limits';
import { addresseeOf } from '@sheetwire/rules/addressee';
import { parseUser } from '@sheetwire/rules/principal';
import { expect, test } from 'vitest';
import { toAll } from '#testing/to-all.ts';
import { CommentRounds } from './comment-rounds.ts';
import { Frame } from './frames.ts';
import { LiveHub } from './hub.ts';
import { LiveStream } from './live-stream.ts';

const user = parseUser('ACME/ann');
const ROUNDS = 5;
const each = limits.streamLook / ROUNDS;
const event = new Frame(Buffer.from('event: x\ndata: {}\n\n'));

const whole = { most: Number.POSITIVE_INFINITY, steps: 1 };
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

function raise(fault: unknown): never {
  throw fault;
}

/** Streams whose bytes are counted by the moment at which they were written. */
function rig(count: number, slice = whole) {
  if (!user) throw new Error('malformed');
  const hub = new LiveHub(toAll);
  const rounds = new CommentRounds(hub, raise, slice);
  let now = 0;
  const lines = Array.from({ length: count }, (_, n) => {
    const written: number[] = [];
    const outlet = {
      waiting: 0,
      write: () => void written.push(now),
      onceDrained: () => undefined,
      close: () => undefined,
      destroy: () => undefined,
    };
    const owner = {
      user,
      addressee: addresseeOf(user),
      kind: 'session' as const,
      addinVersion: null,
      lineHash: 'h',
      sessionHash: 'h',
      bearerId: null,
    };
    const stream = new LiveStream(`${String.fromCharCode(65 + (n % 26))}${n}`, owner, outlet);
    hub.open(stream);
    return { stream, written };
  });
  /** Plays so much time; `during` is told of each moment. */
  const pass = (ms: number, during: (at: number) => void = () => undefined) => {
    for (const end = now + ms; now < end; ) {
      now += each;
      during(now);
      rounds.look();
    }
  };
  return { hub, lines, pass, rounds };
}

const longestGap = (at: readonly number[]) => Math.max(...at.slice(1).map((time, n) => time - (at[n] ?? 0)));

test('no stream is quiet for longer than its beat, whenever its own news come', () => {
  const { lines, pass } = rig(40);
  pass(60_000, (at) => {
    // News at any distance from a stream's turn, some seconds apart.
    for (const [n, { stream }] of lines.entries()) if (at % (each * (7 + n)) === 0) stream.offer(event);
  });
  for (const { written } of lines) expect(longestGap(written)).toBeLessThanOrEqual(limits.streamBeat);
});

test('a stream with news gets no comment, a quiet one gets one a beat', () => {
  const { lines, pass } = rig(2);
  const [busy, quiet] = lines;
  pass(60_000, (at) => at % 1000 === 0 && busy?.stream.offer(event));
  const hello = 1;
  expect(busy?.written).toHaveLength(hello + 60);
  expect(quiet?.written).toHaveLength(hello + 60_000 / limits.streamBeat);
});

test('the comments of many streams go out in all rounds of a beat', () => {
  const { lines, pass } = rig(1000);
  pass(60_000);
  const before = lines.reduce((sum, { written }) => sum + written.length, 0);
  pass(each);
  const atOnce = lines.reduce((sum, { written }) => sum + written.length, 0) - before;
  expect(atOnce).toBeLessThan(lines.length / 2);
});

test('a round of many goes out a few at a time, and whoever else is due goes on in between', async () => {
  const { lines, pass, rounds } = rig(1000, { most: 0, steps: 1 });
  const count = () => lines.reduce((sum, { written }) => sum + written.length, 0);
  for (let n = 0; n < ROUNDS * (limits.streamBeat / limits.streamLook - 1); n++) {
    pass(each);
    while (!rounds.isIdle) await turn();
  }
  let [before, most, turns] = [count(), 0, 0];
  const told = before;
  pass(each);
  for (;;) {
    most = Math.max(most, count() - before);
    before = count();
    if (rounds.isIdle) break;
    await turn();
    turns++;
  }
  expect(before - told).toBeGreaterThan(100);
  expect(most).toBeLessThanOrEqual(16);
  expect(turns).toBeGreaterThan(5);
});

test('a server that may know nothing of what is new leaves quiet lines silent, and goes on once it may not', () => {
  const { hub, lines, pass } = rig(1);
  const written = lines[0]?.written ?? [];
  let isBlind = false;
  hub.mayVouch = () => !isBlind;
  pass(10_000);
  const before = written.length;
  isBlind = true;
  pass(10_000);
  expect(written).toHaveLength(before);
  isBlind = false;
  pass(limits.streamBeat);
  expect(written).toHaveLength(before + 1);
});
