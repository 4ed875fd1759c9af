import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TestServer } from './test-server.ts';
import { TestViewer } from './test-viewer.ts';

/** A server that is killed and restarted, or frozen, before, while and after the first stream is opened. */
const outages: Record<string, (server: TestServer) => void> = {
  killed: (server) => {
    server.calls = 'down';
    server.streams = 'down';
    server.cut();
  },
  frozen: (server) => {
    server.calls = 'hanging';
    server.streams = 'muted';
  },
  callsDown: (server) => {
    server.calls = 'down';
  },
  callsUp: (server) => {
    server.calls = 'up';
  },
  streamsMuted: (server) => {
    server.streams = 'muted';
  },
  streamsUp: (server) => {
    server.streams = 'up';
  },
  publishes: (server) => server.publishCell(0, String(server.version)),
};

const wait = fc.integer({ min: 0, max: 3000 });
const outage = fc.tuple(fc.constantFrom(...Object.keys(outages)), wait);

test('outages of seconds, whichever line comes back first, end at a live report', async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(outage, { maxLength: 8 }), wait, async (isMuted, script, gap) => {
      const viewer = new TestViewer();
      const { server, clock } = viewer;
      if (isMuted) server.streams = 'muted';
      viewer.set();
      for (const [name, time] of script) {
        outages[name]?.(server);
        await clock.advance(time);
      }
      server.calls = 'up';
      await clock.advance(gap);
      server.streams = 'up';
      await clock.advance(25_000);
      for (let n = 0; n < 3; n++) {
        server.publishCell(0, `news ${n}`);
        await clock.advance(1000);
      }
      expect(viewer.status).toEqual({ state: 'live' });
      expect(viewer.sink.pages).toEqual(server.pages);
      viewer.loop.stop();
    }),
    { numRuns: 400 },
  );
}, 60_000);
