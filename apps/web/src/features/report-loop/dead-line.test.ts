import { limits } from '@sheetwire/contract/limits';
import { describe, expect, test } from 'vitest';
import { noteLoss } from '#features/connection/connection.ts';
import type { ReportStatus } from '#features/viewer-ports.ts';
import { liveViewer, pollingViewer, type TestViewer } from './test-viewer.ts';

const second = 1000;
const step = 50;
/** The words of the screen are true again after so long (quality, Reliability). */
const TRUE_WITHIN = 6 * second;

/** Every change of the status with its time from now on. */
function record({ loop, clock }: TestViewer): { at: number; state: ReportStatus['state'] }[] {
  const from = clock.now();
  const changes: { at: number; state: ReportStatus['state'] }[] = [];
  loop.status.subscribe(() => changes.push({ at: clock.now() - from, state: loop.status.getSnapshot().state }));
  return changes;
}

const statesOf = (changes: readonly { readonly state: string }[]) => changes.map(({ state }) => state);

/** A report that ticks each second, seen for some seconds. */
async function ticking(open: () => Promise<TestViewer>): Promise<TestViewer> {
  const viewer = await open();
  for (let n = 0; n < 6; n++) {
    viewer.server.publishCell(0, `n${n}`);
    await viewer.clock.advance(second);
  }
  await viewer.clock.advance(second);
  expect(viewer.status.state).toBe('live');
  return viewer;
}

const faults: Record<string, (viewer: TestViewer) => void> = {
  frozen: (viewer) => viewer.freeze(),
  killed: ({ server }) => {
    server.streams = 'down';
    server.calls = 'down';
    server.cut();
  },
  // Packets go nowhere: what is open stands, what is new never comes about.
  cut: (viewer) => {
    viewer.server.line.isClosed = true;
    viewer.freeze();
  },
};

describe.each([
  ['a stream', liveViewer],
  ['polls', pollingViewer],
  ['polls of a phone', () => pollingViewer({ isMobile: true })],
] as const)('over %s', (way, open) => {
  test.each(Object.keys(faults))(
    'a line that is %s is told within six seconds, and never as live until it is back',
    async (name) => {
      const viewer = await ticking(open);
      const changes = record(viewer);
      faults[name]?.(viewer);
      await viewer.clock.advance(90 * second);
      expect(statesOf(changes)).toEqual(['reconnecting', 'disconnected']);
      expect(changes[0]?.at).toBeLessThanOrEqual(TRUE_WITHIN);
      viewer.thaw();
      const isBack = () => viewer.status.state === 'live' || viewer.status.state === 'publisher-silent';
      for (let waited = 0; !isBack() && waited < 60 * second; waited += step) await viewer.clock.advance(step);
      expect(isBack()).toBe(true);
      viewer.server.publishCell(1, 'news');
      await viewer.clock.advance(6 * second);
      expect([way, viewer.status.state]).toEqual([way, 'live']);
      expect(viewer.sink.pages).toEqual(viewer.server.pages);
    },
  );

  test('what was missed while the line was lost is shown before the screen says live', async () => {
    const viewer = await ticking(open);
    faults.killed?.(viewer);
    await viewer.clock.advance(20 * second);
    viewer.server.publishCell(0, 'missed');
    const seen: string[] = [];
    viewer.loop.status.subscribe(() => {
      if (viewer.status.state === 'live') seen.push(`${viewer.sink.version} of ${viewer.server.version}`);
    });
    viewer.thaw();
    await viewer.clock.advance(20 * second);
    expect(seen[0]).toBe(`${viewer.server.version} of ${viewer.server.version}`);
  });

  test('a publisher that falls silent over a line that lives is no dead line', async () => {
    const viewer = await ticking(open);
    const changes = record(viewer);
    const before = viewer.server.watches.length;
    await viewer.clock.advance(50 * second);
    expect(changes).toEqual([]);
    expect(viewer.server.watches).toHaveLength(before);
  });
});

test.each(['mobile', 'desktop'] as const)(
  'a paused report of a cookie login that is polled, %s: a frozen server is told by the icons within six seconds',
  async (device) => {
    const viewer = await ticking(() => pollingViewer({ isMobile: device === 'mobile' }));
    viewer.session = { hasLicense: true, isCookieLogin: true };
    viewer.set({ live: false });
    await viewer.clock.advance(150 * second);
    expect(viewer.line.state).toBe('up');
    viewer.freeze();
    await viewer.clock.advance(TRUE_WITHIN);
    expect([viewer.line.state, viewer.status.state]).toEqual(['finding', 'paused']);
    await viewer.clock.advance(90 * second);
    expect(viewer.line.state).toBe('down');
    viewer.thaw();
    await viewer.clock.advance(limits.callAnswer);
    expect([viewer.line.state, viewer.status.state]).toEqual(['up', 'paused']);
  },
);

test('a refresh that gets no answer in time is a loss where nothing else is asked', async () => {
  const viewer = await ticking(pollingViewer);
  viewer.set({ live: false });
  viewer.freeze();
  await viewer.clock.advance(60 * second);
  expect(viewer.line.state).toBe('up');
  viewer.loop.refresh();
  await viewer.clock.advance(limits.callAnswer);
  expect(viewer.line.state).toBe('finding');
});

test('an answer that is late over a stream that lives is no loss of the line', async () => {
  const viewer = await ticking(liveViewer);
  const changes = record(viewer);
  viewer.server.calls = 'hanging';
  viewer.loop.refresh();
  for (let n = 0; n < 40; n++) {
    viewer.server.publishCell(0, `t${n}`);
    await viewer.clock.advance(second);
  }
  expect(viewer.server.fetches.length).toBeGreaterThan(2);
  expect([viewer.line.losses, new Set(statesOf(changes))]).toEqual([0, new Set(['catching-up'])]);
});

const checksOf = ({ server }: TestViewer) => server.fetches.filter(({ returnReport }) => returnReport === false).length;

// Where the server itself was away, the check that finds it again comes before the stream that is checked once it is open.
test.each([
  ['frozen', 1],
  ['cut', 1],
  ['killed', 2],
] as const)('one loss of a stream, %s, is asked about no more than it must be when it is over', async (name, most) => {
  const viewer = await ticking(liveViewer);
  faults[name]?.(viewer);
  await viewer.clock.advance(8 * second);
  const before = checksOf(viewer);
  viewer.thaw();
  await viewer.clock.advance(20 * second);
  expect([viewer.line.state, checksOf(viewer) - before]).toEqual(['up', most]);
});

test('one call that failed over a stream that lives is asked about once', async () => {
  const viewer = await ticking(liveViewer);
  const before = checksOf(viewer);
  noteLoss(viewer.facts);
  await viewer.clock.advance(20 * second);
  expect([viewer.line.state, checksOf(viewer) - before]).toEqual(['up', 1]);
});

test('a phone that polls asks in between, once in three seconds and not more', async () => {
  const viewer = await ticking(() => pollingViewer({ isMobile: true }));
  const before = viewer.server.fetches.length;
  await viewer.clock.advance(60 * second);
  const asked = viewer.server.fetches.slice(before);
  const polls = asked.filter(({ returnReport }) => returnReport).length;
  expect(polls).toBeGreaterThan(8);
  expect(asked.length - polls).toBeLessThanOrEqual(60 / 3);
});

test('a call that failed while the stream lives is told, and over with the next answer', async () => {
  const viewer = await ticking(liveViewer);
  const changes = record(viewer);
  viewer.server.beforeReport = () => {
    throw new Error('refused');
  };
  viewer.loop.refresh();
  await viewer.clock.advance(0);
  expect(statesOf(changes)).toEqual(['reconnecting']);
  viewer.server.beforeReport = undefined;
  await viewer.clock.advance(3 * second);
  expect(viewer.status.state).toBe('live');
});

test('a tab that slept does not say what was true when it fell asleep', async () => {
  const viewer = await ticking(liveViewer);
  viewer.freeze();
  viewer.clock.sleep(3600 * second);
  viewer.isHidden.set(true);
  viewer.isHidden.set(false);
  expect(viewer.status.state).toBe('reconnecting');
  viewer.thaw();
  await viewer.clock.advance(10 * second);
  expect(viewer.status.state).not.toBe('reconnecting');
});

test('a clock that is set back an hour hides no dead line', async () => {
  const viewer = await ticking(liveViewer);
  viewer.clock.sleep(-3600 * second);
  await viewer.clock.advance(limits.reportPollTick);
  viewer.freeze();
  await viewer.clock.advance(2 * TRUE_WITHIN);
  expect(viewer.status.state).not.toBe('live');
});
