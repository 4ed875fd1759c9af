import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TestViewer } from './test-viewer.ts';

type Step = (viewer: TestViewer) => void;

const steps: Record<string, Step> = {
  cell: ({ server }) => server.publishCell(0, String(server.version)),
  otherCell: ({ server }) => server.publishCell(1, String(server.version)),
  rows: ({ server }) => server.publish([[0, 'r', 0, 0, `<tr><td>${server.version}</td><td>r</td></tr>`]]),
  style: ({ server }) =>
    server.publish([
      [0, 's', 0, 'color:red'],
      [0, 'c', 0, 'styled', 0],
    ]),
  page: ({ server }) => server.publish([[0, 'p', '<table><tbody><tr><td>p</td><td>q</td></tr></tbody></table>']]),
  whole: ({ server }) => server.publishWhole(`w${server.version}`),
  forget: ({ server }) => server.forget(),
  cut: ({ server }) => server.cut(),
  lose: ({ server }) => server.loseNext(),
  streamsUp: ({ server }) => {
    server.streams = 'up';
  },
  streamsMuted: ({ server }) => {
    server.streams = 'muted';
  },
  streamsDown: ({ server }) => {
    server.streams = 'down';
    server.cut();
  },
  callsUp: ({ server }) => {
    server.calls = 'up';
  },
  callsDown: ({ server }) => {
    server.calls = 'down';
  },
  callsHanging: ({ server }) => {
    server.calls = 'hanging';
  },
  pause: (viewer) => viewer.set({ live: false }),
  goOn: (viewer) => viewer.set({ live: true }),
  type: (viewer) => viewer.set({ isMidEntry: true }),
  typed: (viewer) => viewer.set({ isMidEntry: false }),
  press: (viewer) => viewer.set({ isPressed: true }),
  pressed: (viewer) => viewer.set({ isPressed: false }),
  hide: ({ isHidden }) => isHidden.set(true),
  show: ({ isHidden }) => isHidden.set(false),
  snapshot: (viewer) => viewer.set({ date: '2026-11-19' }),
  liveReport: (viewer) => viewer.set({ date: undefined }),
  refresh: ({ loop }) => loop.refresh(),
  loseRight: ({ server }) => server.setRights(false),
  getRight: ({ server }) => server.setRights(true),
};

const waits = [0, 0, 1, 100, 250, 400, 1000, 6000, 30_000];

/** Everything works again and the user watches. */
const mended = ['streamsUp', 'callsUp', 'getRight', 'typed', 'pressed', 'show', 'liveReport', 'goOn'];

async function play(viewer: TestViewer, script: readonly (readonly [string, number])[]): Promise<void> {
  for (const [name, wait] of script) {
    steps[name]?.(viewer);
    await viewer.clock.advance(wait);
    if (wait >= 6000) expectHonest(viewer);
  }
}

/** After some seconds live is said of nothing but the newest version, and never while no call succeeds. */
function expectHonest({ status, sink, server }: TestViewer): void {
  if (status.state !== 'live' || !server.mayView) return;
  if (server.streams !== 'up') expect(server.calls).toBe('up');
  if (server.calls === 'up') expect(sink.version).toBe(server.version);
}

test('any order of cuts, pauses and polls ends at the newest version with its content', async () => {
  const step = fc.tuple(fc.constantFrom(...Object.keys(steps)), fc.constantFrom(...waits));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.boolean(), async (script, isMobile) => {
      const viewer = new TestViewer({ isMobile });
      viewer.set();
      await play(viewer, script);
      for (const name of mended) steps[name]?.(viewer);
      await viewer.clock.advance(90_000);
      expect(viewer.sink.pages).toEqual(viewer.server.pages);
      expect(viewer.sink.version).toBe(viewer.server.version);
      expect(['live', 'publisher-silent']).toContain(viewer.status.state);
      viewer.server.publishCell(0, 'last');
      await viewer.clock.advance(6000);
      expect(viewer.sink.pages).toEqual(viewer.server.pages);
      expect(viewer.status).toEqual({ state: 'live' });
      viewer.loop.stop();
    }),
    { numRuns: 200 },
  );
}, 60_000);
