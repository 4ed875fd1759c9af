import type { Output } from '@sheetwire/contract/call';
import type { serverFigures } from '@sheetwire/contract/server/calls';

export type ServerAnswer = Output<typeof serverFigures>;
export type Duration = NonNullable<ServerAnswer['durations']>[number];
type Labels = Readonly<Record<string, string>>;

/** Every figure that the page tells of: those of `/metrics` (docs/operate, Figures). */
export const figureNames = [
  'build_info',
  'live_streams',
  'stalled_viewers',
  'versions_total',
  'deltas_delivered_total',
  'viewers_told_to_fetch_total',
  'publish_to_ack_duration_seconds',
  'publish_to_fanout_duration_seconds',
  'store_commit_duration_seconds',
  'store_up',
  'bus_up',
  'bus_breaks_total',
  'bus_gaps_total',
  'publishers_connected',
  'publishers_silent',
  'controls_duration_seconds',
  'http_requests_total',
  'http_request_duration_seconds',
  'work_bytes',
  'answer_bytes',
  'license_seats',
  'license_seats_taken',
  'mails_waiting',
  'snapshots_captured_total',
  'snapshots_missed_total',
  'history_bytes',
  'data_free_bytes',
  'trace_spans_total',
  'event_loop_delay_seconds',
  'event_loop_delay_max_seconds',
  'event_loop_long_turns_total',
  'process_cpu_seconds_total',
  'process_resident_memory_bytes',
  'process_start_time_seconds',
] as const;

export type FigureName = (typeof figureNames)[number];

const PREFIX = 'sheetwire_';

/** The names as `/metrics` has them. */
export const askedNames: string[] = figureNames.map((name) => PREFIX + name);

/** One answer of the server, asked by name; what a server does not have is undefined. */
export class Figures {
  readonly #answer: ServerAnswer;

  constructor(answer: ServerAnswer) {
    this.#answer = answer;
  }

  /** The sum of all series that have these labels. */
  value(name: FigureName, labels: Labels = {}): number | undefined {
    const found = this.#series(name).filter((one) => isWith(one.labels, labels));
    return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
  }

  /** The values by one label, the greatest first; what is 0 is left out. */
  by(name: FigureName, label: string): readonly (readonly [string, number])[] {
    const sums = new Map<string, number>();
    for (const { labels, value } of this.#series(name)) {
      const key = labels[label] ?? '';
      sums.set(key, (sums.get(key) ?? 0) + value);
    }
    return [...sums].filter(([, value]) => value > 0).sort(([, a], [, b]) => b - a);
  }

  /** What a series of the value 1 says by its labels. */
  labels(name: FigureName): Labels {
    return this.#series(name)[0]?.labels ?? {};
  }

  /** How long something took, for each set of labels that was seen. */
  durations(name: FigureName): readonly Duration[] {
    return (this.#answer.durations ?? []).filter((one) => one.name === PREFIX + name && one.count > 0);
  }

  #series(name: FigureName) {
    return (this.#answer.figures ?? []).filter((one) => one.name === PREFIX + name);
  }
}

function isWith(labels: Labels, asked: Labels): boolean {
  return Object.entries(asked).every(([name, value]) => labels[name] === value);
}
