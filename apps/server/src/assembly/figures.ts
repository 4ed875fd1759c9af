import { existsSync, statfsSync } from 'node:fs';
import type { Metrics } from '#http/figures/metrics.ts';
import type { Identity } from '#identity/identity.ts';
import type { SnapshotScheduler } from '#jobs/snapshots/scheduler.ts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';
import type { Stores } from '#ports/stores.ts';
import type { Tracing } from '#ports/tracing.ts';
import type { Settings } from '#settings/settings.ts';
import type { Reporting } from './reporting.ts';
import type { ReportingTimes } from './reporting-times.ts';

const millisecond = 1e-3;

const controlEnds = ['updated', 'rejected', 'skip_retry', 'withdrawn', 'nobody'] as const;

/** The histograms of reports: they are there before the reports that tell them. */
export function reportingTimes(metrics: Metrics): ReportingTimes {
  const told = metrics
    .histogram(
      'publish_to_fanout_duration_seconds',
      'Time from a publish on this server until each of its viewers was sent the version.',
    )
    .begin();
  const kept = metrics.histogram('store_commit_duration_seconds', 'Time to save a version in the store.').begin();
  const controls = metrics.histogram(
    'controls_duration_seconds',
    "Time until a viewer's entry was accepted or not, by result.",
  );
  for (const result of controlEnds) controls.begin({ result });
  return {
    onTold: (ms) => told.observe(ms * millisecond),
    onKept: (ms) => kept.observe(ms * millisecond),
    onControlEnded: (result, ms) => controls.observe(ms * millisecond, { result }),
  };
}

export interface FiguresDeps {
  readonly stores: Pick<Stores, 'presence'>;
  readonly bus: Pick<Bus, 'onGap' | 'line'>;
  readonly clock: Clock;
  readonly settings: Pick<Settings, 'databaseUrl' | 'busUrl' | 'dataDir'>;
  /** Of the product. */
  readonly version: string;
  readonly tracing?: Pick<Tracing, 'spans'> | undefined;
}

/** The figures that are read when somebody asks (decision 71). */
export function addFigures(metrics: Metrics, deps: FiguresDeps, { identity, reporting, snapshots }: Parts): void {
  addBuild(metrics, deps);
  addViewers(metrics, reporting);
  addPublishers(metrics, deps, reporting);
  addStoreAndBus(metrics, deps);
  addSeats(metrics, identity);
  addSpans(metrics, deps);
  metrics.counted('snapshots_captured_total', 'Daily snapshots taken.', () => snapshots.captured);
  metrics.counted('snapshots_missed_total', 'Daily snapshots missed.', () => snapshots.missed);
}

interface Parts {
  readonly identity: Identity;
  readonly reporting: Reporting;
  readonly snapshots: SnapshotScheduler;
}

function addBuild(metrics: Metrics, { version, settings }: FiguresDeps): void {
  const store = settings.databaseUrl === '' ? 'sqlite' : 'postgresql';
  const shared = store === 'sqlite' ? 'none' : 'postgresql';
  const bus = settings.busUrl === '' ? shared : 'nats';
  const labels = { version, node: process.versions.node, store, bus };
  metrics.gauge(
    'build_info',
    'Always 1; the labels give the versions of Sheetwire and Node, and the kind of store and bus.',
    () => [[labels, 1]],
  );
}

function addViewers(metrics: Metrics, { hub }: Reporting): void {
  metrics.gauge('live_streams', 'Open live streams.', () => hub.size);
  metrics.gauge('stalled_viewers', 'Live streams whose viewer has stopped reading.', () =>
    [...hub.streams()].reduce((sum, stream) => sum + (stream.isStalled ? 1 : 0), 0),
  );
  metrics.counted('deltas_delivered_total', 'Versions sent to a viewer as a delta.', () => hub.counts.deltas);
  metrics.counted(
    'viewers_told_to_fetch_total',
    'Versions for which a viewer was told to fetch the whole report, by reason.',
    () => Object.entries(hub.counts.fetches).map(([reason, count]) => [{ reason }, count]),
  );
}

function addPublishers(metrics: Metrics, { clock }: FiguresDeps, { versions, publishers }: Reporting): void {
  metrics.counted('versions_total', 'Versions announced, by the server that made them and how viewers get them.', () =>
    Object.entries(versions).flatMap(([source, forms]) =>
      Object.entries(forms).map(([form, count]) => [{ source, form }, count] as const),
    ),
  );
  metrics.gauge(
    'publishers_connected',
    'Reports whose publisher is connected to any server.',
    () => publishers.counts(clock.now()).connected,
  );
  metrics.gauge(
    'publishers_silent',
    'Reports whose publisher stopped responding without disconnecting.',
    () => publishers.counts(clock.now()).silent,
  );
}

function addStoreAndBus(metrics: Metrics, { stores, bus, settings }: FiguresDeps): void {
  let [isThere, gaps] = [true, 0];
  stores.presence?.onChange((now) => {
    isThere = now;
  });
  bus.onGap(() => {
    gaps++;
  });
  metrics.gauge('store_up', '1 while the store responds.', () => (isThere ? 1 : 0));
  metrics.gauge('bus_up', '1 while the connection to the other servers is up.', () => (bus.line.isUp ? 1 : 0));
  metrics.counted('bus_breaks_total', 'Times the connection to the other servers broke.', () => bus.line.breaks);
  metrics.counted(
    'bus_gaps_total',
    'Times messages of other servers may have been lost, so that what they told was read from the store.',
    () => gaps,
  );
  if (!existsSync(settings.dataDir)) return;
  metrics.gauge('data_free_bytes', 'Free space on the disk of the data folder.', () => freeBytes(settings.dataDir));
}

/** Free space for a folder: none where it is gone, as on a disk that was taken away. The other figures are told all the more. */
export function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

function addSeats(metrics: Metrics, { seats }: Identity): void {
  metrics.gauge('license_seats_taken', 'Seats in use.', () => seats.taken());
  metrics.gauge('license_seats', 'Seats of the license; 0 is unlimited.', () => seats.total);
}

function addSpans(metrics: Metrics, { tracing }: FiguresDeps): void {
  const spans = tracing?.spans ?? { exported: 0, failed: 0, dropped: 0 };
  metrics.counted('trace_spans_total', 'Spans of traces, by what became of them.', () =>
    Object.entries(spans).map(([result, count]) => [{ result }, count]),
  );
}
