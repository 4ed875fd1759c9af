import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MemoryControls, memoryControls } from '#storage/testing/memory-controls.ts';
import { ManualTimers } from './testing/manual-timers.ts';
import { type Event, RoundTrips } from './testing/round-trips.ts';

/** The long form has all of them. */
const RUNS = process.env.SHEETWIRE_SOAK === undefined ? 300 : 1000;
/** On a machine that has other things to do. */
const PATIENCE = 120_000;
const timers = new ManualTimers();
let memory: MemoryControls;
beforeAll(async () => {
  memory = await memoryControls(timers);
});
afterAll(() => memory.close());

const node = fc.nat({ max: 1 });
const isHeard = fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) });
const status = fc.constantFrom('updated', 'updated', 'rejected', 'skip_retry');
const one = <T extends Event['kind']>(kind: T) => fc.constant<T>(kind);
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: one('send'), node, control: fc.constantFrom('A', 'B'), isHeard }) },
  { weight: 6, arbitrary: fc.record({ kind: one('poll'), node, isHeard }) },
  { weight: 5, arbitrary: fc.record({ kind: one('ack'), status, isAnswerLost: fc.boolean(), isHeard }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: one('pass'), ms: fc.constantFrom(100, 1500, 4900, 6000, 31_000), isHeard }),
  },
  { weight: 2, arbitrary: fc.record({ kind: one('resend'), node, isHeard }) },
  { weight: 1, arbitrary: fc.record({ kind: one('open'), node, isHeard }) },
  { weight: 1, arbitrary: fc.record({ kind: one('kill'), node, isHeard }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('lose', 'die'), isHeard }) },
);

test(
  'whatever happens in between: in order for each control, nothing lost that was confirmed, nothing given that was told to have failed',
  async () => {
    let confirmed = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 8, maxLength: 25 }), async (events) => {
        memory.clear();
        const trips = new RoundTrips(memory.store, timers);
        await trips.happen({ kind: 'open', node: 0, isHeard: true });
        for (const happening of events) await trips.happen(happening);
        await trips.finish();
        confirmed += trips.sent.filter((sent) => sent.answer === 'updated').length;
        expect(trips.wrong.filter((line) => !expected.test(line))).toEqual([]);
      }),
      { numRuns: RUNS },
    );
    expect(confirmed).toBeGreaterThan(RUNS / 10);
  },
  PATIENCE,
);

/** A publisher that was taken over is told so. */
const expected = /Another publisher has taken over/;
