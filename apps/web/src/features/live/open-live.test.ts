import { createCaller } from '@sheetwire/client/caller';
import { TestClock } from '@sheetwire/client/test-clock';
import { stream, watch } from '@sheetwire/contract/live';
import { afterEach, expect, test, vi } from 'vitest';
import { connectionFacts, noteCall } from '#features/connection/connection.ts';
import { LineSense } from '#features/connection/line-sense.ts';
import { watched } from '#lib/api.ts';
import { joinStream } from './join-stream.ts';
import { openLive } from './open-live.ts';

vi.mock('#lib/trusted-types.ts', () => ({ workerAddress: (address: string) => address }));

afterEach(() => {
  vi.unstubAllGlobals();
  connectionFacts.setState(connectionFacts.getInitialState(), true);
});

/** Three servers take turns; only the second one has the stream. */
function behindBalancer(): readonly number[] {
  const statuses: number[] = [];
  const hello = 'event: hello\ndata: {"streamId":"s","beat":2000}\n\n';
  const line = () => new ReadableStream({ start: (open) => open.enqueue(new TextEncoder().encode(hello)) });
  const fetching = async (address: string | URL | Request): Promise<Response> => {
    if (String(address).startsWith(stream.path))
      return new Response(line(), { headers: { 'content-type': 'text/event-stream' } });
    expect(address).toBe(watch.path);
    const status = statuses.length % 3 === 2 ? 200 : 404;
    statuses.push(status);
    const gone = { error: { code: 'not_found', message: 'The stream has ended' } };
    return Response.json(status === 200 ? {} : gone, { status });
  };
  vi.stubGlobal('fetch', vi.fn(fetching));
  return statuses;
}

/** A phone has no shared workers. */
function onPhone(): void {
  const events = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('document', { ...events, hidden: false });
  vi.stubGlobal('addEventListener', () => undefined);
}

test('on a phone behind a balancer the servers that do not have the stream are no loss of the line', async () => {
  onPhone();
  const statuses = behindBalancer();
  const clock = new TestClock();
  const lines: string[] = [];
  connectionFacts.subscribe(({ line }) => lines.push(line));
  const live = openLive({ clock, chance: () => 1, browserId: 'l1' });
  joinStream(live, new LineSense({ clock, facts: connectionFacts }));
  const states: string[] = [];
  live.subscribe({ onEvent: () => undefined, onState: (state) => states.push(state), onGap: () => undefined });
  live.watch([{ topic: 'ACME/RATES/DAILY', version: 1 }]);
  await expect.poll(() => states.at(-1)).toBe('open');
  expect(statuses).toEqual([404, 404, 200]);
  expect(lines.filter((line) => line !== 'up')).toEqual([]);
  // What the page itself asks is told, as ever.
  const now = () => clock.now();
  const call = watched(createCaller(), { now, note: (isGood) => noteCall(isGood, now()), noteLate: () => undefined });
  await call(watch, { streamId: 's', topics: [] }).catch(() => undefined);
  expect(lines.at(-1)).toBe('finding');
});
