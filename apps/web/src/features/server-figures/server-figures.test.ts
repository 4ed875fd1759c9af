import { readFileSync } from 'node:fs';
import { TestClock } from '@sheetwire/client/test-clock';
import { lineDown, testCaller } from '@sheetwire/client/test-line';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { byteWords, spanWords, timeWords } from './amounts.ts';
import { concernsOf } from './concerns.ts';
import { figureNames, type ServerAnswer } from './figures.ts';
import { ServerModel } from './server-model.ts';
import { sectionsOf } from './server-words.ts';

const figure = (name: string, value: number, labels: Record<string, string> = {}) => ({
  name: `sheetwire_${name}`,
  labels,
  value,
});
const duration = (name: string, half: number | null, most: number | null, labels: Record<string, string> = {}) => ({
  ...{ name: `sheetwire_${name}`, labels, count: 1200, seconds: 60, half, most },
  recent: { count: 50, half, most },
});
const well: ServerAnswer = {
  ...{ host: 'reports-1', timeUtc: '2026-11-23T09:00:00.000Z', status: 'ready', store: true, bus: true },
  figures: [],
  durations: [],
};
const withFigures = (...figures: ReturnType<typeof figure>[]): ServerAnswer => ({ ...well, figures });

function fact(answer: ServerAnswer, label: string): string[] {
  const found = sectionsOf(answer).flatMap(({ facts }) => facts.filter((one) => one.label === label));
  return found.map(({ value, note }) => (note ? `${value} (${note})` : value));
}

test('the page asks for every figure that the documents list, and for no other', () => {
  const table = readFileSync(new URL('../../../../../docs/operate/figures/README.md', import.meta.url), 'utf8');
  const listed = [...table.matchAll(/^\| `sheetwire_([a-z_]+)`/gm)].map(([, name]) => name);
  expect(new Set(listed)).toEqual(new Set(figureNames));
});

test('amounts have the unit that people read them in', () => {
  expect([0, 820, 1_342_177_280].map(byteWords)).toEqual(['0 bytes', '820 bytes', '1.25 GB']);
  expect([0.0025, 0.25, 2.5].map(timeWords)).toEqual(['2.5 ms', '250 ms', '2.5 s']);
  expect([12, 60, 7300, 3 * 86_400].map(spanWords)).toEqual(['less than a minute', '1 minute', '2 hours', '3 days']);
});

test('viewers, versions and entries are told with what became of them', () => {
  const answer = withFigures(
    figure('live_streams', 1204),
    figure('stalled_viewers', 2),
    figure('viewers_told_to_fetch_total', 3, { reason: 'behind' }),
    figure('viewers_told_to_fetch_total', 9, { reason: 'whole' }),
    figure('viewers_told_to_fetch_total', 0, { reason: 'slow' }),
    figure('versions_total', 5, { source: 'own', form: 'delta' }),
    figure('versions_total', 2, { source: 'own', form: 'whole' }),
  );
  expect(fact(answer, 'Connected now')).toEqual(['1,204 (2 not keeping up)']);
  expect(fact(answer, 'Whole reports fetched')).toEqual(['12 (9 too much changed at once, 3 had a different version)']);
  expect(fact(answer, 'Versions')).toEqual(['7 (Published to this server)']);
});

test('a duration is told by its slowest kind, and what nobody measured yet is told so', () => {
  const durations = [
    duration('publish_to_ack_duration_seconds', 0.01, 0.05, { publish: 'cells' }),
    duration('publish_to_ack_duration_seconds', 0.1, 0.5, { publish: 'report' }),
  ];
  const label = 'Publish to acknowledgment';
  expect(fact({ ...well, durations }, label)).toEqual(['Usually 100 ms or less (95% within 500 ms; 2,400 in total)']);
  expect(fact(well, label)).toEqual(['None yet']);
  const beyond = [duration('publish_to_ack_duration_seconds', 10, null)];
  expect(fact({ ...well, durations: beyond }, label)).toEqual([
    'Usually 10 s or less (over 5% take longer than is measured; 1,200 in total)',
  ]);
});

test('a license without a limit is told so, and a figure that a server does not have is left out', () => {
  expect(fact(withFigures(figure('license_seats_taken', 3)), 'License seats')).toEqual([
    '3 in use (The license has no limit)',
  ]);
  expect(fact(well, 'Free disk space')).toEqual([]);
});

test('spans are told with how many were lost, and nothing is told of a server that made none', () => {
  const spans = (exported: number, dropped: number) =>
    withFigures(
      figure('trace_spans_total', exported, { result: 'exported' }),
      figure('trace_spans_total', 2, { result: 'failed' }),
      figure('trace_spans_total', dropped, { result: 'dropped' }),
    );
  expect(fact(spans(1200, 3), 'Traces')).toEqual(['1,200 spans sent (5 lost)']);
  expect(fact(well, 'Traces')).toEqual([]);
});

test('a server on which all is well has no concern', () => {
  expect(concernsOf(well, well)).toEqual([]);
});

test.each([
  [{ ...well, status: 'not ready', store: false }, 'The store is not responding'],
  [{ ...well, status: 'not ready', store: false, streams: false }, 'The store is not responding'],
  [{ ...well, status: 'not ready', streams: false }, 'The store responds again. This server refuses viewers until'],
  [{ ...well, status: 'stopping' }, 'This server is stopping'],
  [{ ...well, status: 'degraded', bus: false }, 'The connection to the other servers is down'],
  [withFigures(figure('data_free_bytes', 5e8)), 'Only 477 MB of disk space is left'],
  [withFigures(figure('license_seats', 5), figure('license_seats_taken', 5)), 'All license seats are in use'],
  [withFigures(figure('publishers_silent', 1)), '1 report has a publisher that went silent'],
  [withFigures(figure('mails_waiting', 21)), '21 emails are waiting'],
  [
    { ...well, durations: [duration('store_commit_duration_seconds', 0.1, 0.5)] },
    'Saving a version takes up to 500 ms',
  ],
  [{ ...well, durations: [duration('store_commit_duration_seconds', null, null)] }, 'Saving a version is very slow'],
  [withFigures(figure('event_loop_delay_max_seconds', 0.3)), 'This server stalled for 300 ms'],
] as const satisfies readonly (readonly [ServerAnswer, string])[])('what is wrong is told: %#, %s', (answer, text) => {
  expect(concernsOf(answer).map((one) => one.text)).toEqual([expect.stringContaining(text)]);
});

test('a slow store is told of while it is slow, whatever was before', () => {
  const [quick, slow] = [duration('store_commit_duration_seconds', 0.0025, 0.005), { half: 2.5, most: 5 }];
  const now = (recent: object) => ({ ...well, durations: [{ ...quick, ...recent }] }) as ServerAnswer;
  expect(concernsOf(now({ recent: { count: 500, ...slow } })).map(({ text }) => text)).toEqual([
    'Saving a version takes up to 5 s. Check the database and its disk.',
  ]);
  expect(fact(now({ recent: { count: 500, ...slow } }), 'Saving a version')).toEqual([
    'Usually 2.5 s or less (95% within 5 s; 1,200 in total)',
  ]);
  expect(concernsOf(now(slow))).toEqual([]);
  expect(concernsOf(now({ ...slow, recent: { count: 0, half: null, most: null } }))).toEqual([]);
});

test('calls that fail are told when they are many of those since the page was opened', () => {
  const at = (fine: number, failed: number) =>
    withFigures(
      figure('http_requests_total', fine, { status: '200' }),
      figure('http_requests_total', failed, { status: '503' }),
    );
  expect(concernsOf(at(1000, 50), at(900, 50))).toEqual([]);
  expect(concernsOf(at(1000, 51), at(900, 50))).toEqual([]);
  expect(concernsOf(at(1000, 60), at(900, 50)).map(({ text }) => text)).toEqual([
    '10 calls have failed since this page was opened. Check the log of this server.',
  ]);
});

test('a connection to the other servers that breaks is counted where it breaks, not where it is whole again', () => {
  const at = (breaks: number, gaps: number) =>
    withFigures(
      figure('build_info', 1, { store: 'postgresql', bus: 'nats' }),
      figure('bus_breaks_total', breaks),
      figure('bus_gaps_total', gaps),
    );
  expect(concernsOf(at(3, 9), at(1, 0))).toEqual([]);
  expect(concernsOf(at(3, 0), at(0, 0)).map(({ text }) => text)).toEqual([
    'The connection to the other servers has dropped 3 times since this page was opened. Check the network.',
  ]);
  expect(fact(at(1, 4), 'Other servers')).toEqual(['NATS (Connected, 1 break; caught up 4 times)']);
});

test('figures are asked again while the page is visible; a failure or a silent server leaves the last and says why', async () => {
  const clock = new TestClock();
  let answer: () => ServerAnswer | Promise<never> = () => well;
  const server = testCaller(() => answer());
  const isHidden = { subscribe: () => () => undefined, getSnapshot: () => false };
  const model = new ServerModel({ call: server.call, clock, isHidden });
  model.start();
  await clock.advance(0);
  expect(model.store.getState()).toEqual({ answer: well, first: well, failure: '' });
  answer = lineDown;
  await clock.advance(limits.untoldPoll);
  expect(model.store.getState()).toMatchObject({ answer: well, failure: expect.stringMatching(/./) });
  answer = () => well;
  await clock.advance(limits.untoldPoll);
  expect(model.store.getState().failure).toBe('');
  answer = () => new Promise(() => undefined);
  await clock.advance(limits.untoldPoll + limits.callAnswer);
  expect(model.store.getState()).toMatchObject({ answer: well, failure: expect.stringMatching(/./) });
  const restarted = withFigures(figure('process_start_time_seconds', 7));
  answer = () => restarted;
  await clock.advance(limits.untoldPoll);
  expect(model.store.getState()).toEqual({ answer: restarted, first: restarted, failure: '' });
  model.stop();
  await clock.advance(10 * limits.untoldPoll);
  expect(server.asked).toHaveLength(5);
});
