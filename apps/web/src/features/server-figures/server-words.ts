import { byteWords, countWords, some, spanWords, timeWords } from './amounts.ts';
import { type Duration, type FigureName, Figures, type ServerAnswer } from './figures.ts';

/** One figure in words. */
export interface Fact {
  readonly label: string;
  readonly value: string;
  readonly note?: string;
}

export interface Section {
  readonly title: string;
  readonly facts: readonly Fact[];
}

const MILLISECOND = 1e-3;

/** The figures of a server in words, the ones that people ask for first before the others. */
export function sectionsOf(answer: ServerAnswer): readonly Section[] {
  const figures = new Figures(answer);
  return [
    { title: 'Viewers', facts: viewers(figures) },
    { title: 'Publishing', facts: publishing(figures) },
    { title: 'Store and other servers', facts: store(figures, answer) },
    { title: 'Users and email', facts: users(figures) },
    { title: 'This server', facts: machine(figures, answer) },
  ].map(({ title, facts }) => ({ title, facts: facts.filter(({ value }) => value !== '') }));
}

const fetchReasons: Readonly<Record<string, string>> = {
  whole: 'too much changed at once',
  behind: 'had a different version',
  slow: 'read too slowly',
  returning: 'returned too late',
};

function viewers(figures: Figures): Fact[] {
  const stalled = figures.value('stalled_viewers') ?? 0;
  const fetches = figures.by('viewers_told_to_fetch_total', 'reason');
  return [
    {
      label: 'Connected now',
      value: counted(figures, 'live_streams'),
      note: stalled > 0 ? `${countWords(stalled)} not keeping up` : '',
    },
    { label: 'Changes delivered', value: counted(figures, 'deltas_delivered_total'), note: 'Since the server started' },
    {
      label: 'Whole reports fetched',
      value: countWords(fetches.reduce((sum, [, value]) => sum + value, 0)),
      note: listed(fetches, fetchReasons),
    },
  ];
}

const controlEnds: Readonly<Record<string, string>> = {
  updated: 'accepted',
  rejected: 'rejected',
  skip_retry: 'rejected for good',
  withdrawn: 'not answered in time',
  nobody: 'without a publisher',
};

function publishing(figures: Figures): Fact[] {
  const silent = figures.value('publishers_silent') ?? 0;
  const [own, other] = ['own', 'other'].map((source) => figures.value('versions_total', { source }) ?? 0);
  const entries = figures.durations('controls_duration_seconds');
  const ends = entries.map(({ labels, count }) => [labels.result ?? '', count] as const);
  return [
    {
      label: 'Publishers connected',
      value: counted(figures, 'publishers_connected'),
      note: `${silent === 0 ? 'None silent' : `${countWords(silent)} silent`}; on all servers`,
    },
    {
      label: 'Versions',
      value: countWords(own ?? 0),
      note: other ? `and ${countWords(other)} from other servers` : 'Published to this server',
    },
    { label: 'Publish to acknowledgment', ...took(figures.durations('publish_to_ack_duration_seconds')) },
    { label: 'Publish to viewers', ...took(figures.durations('publish_to_fanout_duration_seconds')) },
    {
      label: 'Entries in controls',
      value: countWords(ends.reduce((sum, [, count]) => sum + count, 0)),
      note: listed(ends, controlEnds),
    },
    {
      label: 'Daily snapshots',
      value: some(figures.value('snapshots_captured_total') ?? 0, 'taken', 'taken'),
      note: some(figures.value('snapshots_missed_total') ?? 0, 'missed', 'missed'),
    },
  ];
}

const stores: Readonly<Record<string, string>> = { sqlite: 'SQLite', postgresql: 'PostgreSQL' };
const lines: Readonly<Record<string, string>> = { none: 'Single server', postgresql: 'PostgreSQL', nats: 'NATS' };

function store(figures: Figures, { bus }: ServerAnswer): Fact[] {
  const { store: kind = '', bus: line = '' } = figures.labels('build_info');
  const free = figures.value('data_free_bytes');
  const connected = bus === false ? 'Not connected' : 'Connected';
  const [breaks, gaps] = [figures.value('bus_breaks_total') ?? 0, figures.value('bus_gaps_total') ?? 0];
  return [
    {
      label: 'Store',
      value: stores[kind] ?? kind,
      note: figures.value('store_up') === 0 ? 'Not responding' : 'Responding',
    },
    { label: 'Saving a version', ...took(figures.durations('store_commit_duration_seconds')) },
    { label: 'Versions take', value: bytes(figures, 'history_bytes'), note: 'All reports together' },
    { label: 'Free disk space', value: free === undefined ? '' : byteWords(free), note: 'In the data folder' },
    {
      label: 'Other servers',
      value: lines[line] ?? line,
      note: line === 'none' ? '' : `${connected}, ${some(breaks, 'break')}; caught up ${some(gaps, 'time')}`,
    },
  ];
}

function users(figures: Figures): Fact[] {
  const [taken, seats] = [figures.value('license_seats_taken') ?? 0, figures.value('license_seats') ?? 0];
  return [
    {
      label: 'License seats',
      value: seats === 0 ? `${countWords(taken)} in use` : `${countWords(taken)} of ${countWords(seats)} in use`,
      note: seats === 0 ? 'The license has no limit' : 'On all servers',
    },
    { label: 'Emails waiting', value: counted(figures, 'mails_waiting') },
  ];
}

const failures = /^5/;
const refusals = /^4/;

function machine(figures: Figures, { host = '', timeUtc }: ServerAnswer): Fact[] {
  const { version = '', node = '' } = figures.labels('build_info');
  const started = figures.value('process_start_time_seconds');
  const up = started === undefined || timeUtc === undefined ? 0 : Date.parse(timeUtc) * MILLISECOND - started;
  const calls = figures.by('http_requests_total', 'status');
  const sum = (of: RegExp) => calls.reduce((total, [status, count]) => total + (of.test(status) ? count : 0), 0);
  return [
    { label: 'Name', value: host },
    { label: 'Version', value: version, note: `Node.js ${node}` },
    { label: 'Running for', value: started === undefined ? '' : spanWords(up) },
    { label: 'Memory', value: bytes(figures, 'process_resident_memory_bytes'), note: underWay(figures) },
    {
      label: 'Processor time',
      value: timeWords(figures.value('process_cpu_seconds_total') ?? 0),
      note: up > 0 ? `${share((figures.value('process_cpu_seconds_total') ?? 0) / up)} of one core on average` : '',
    },
    {
      label: 'Calls',
      value: countWords(calls.reduce((total, [, count]) => total + count, 0)),
      note: `${countWords(sum(refusals))} refused, ${countWords(sum(failures))} failed`,
    },
    { label: 'Response time', ...took(figures.durations('http_request_duration_seconds')) },
    {
      label: 'Longest delay',
      value: timeWords(figures.value('event_loop_delay_max_seconds') ?? 0),
      note: `In the last minute or two; ${some(figures.value('event_loop_long_turns_total') ?? 0, 'long turn')} since the start`,
    },
    { label: 'Usual delay', ...took(figures.durations('event_loop_delay_seconds')) },
    { label: 'Traces', ...traces(figures) },
  ];
}

/** Nothing on a server that made none. */
function traces(figures: Figures): Pick<Fact, 'value' | 'note'> {
  const of = (result: string) => figures.value('trace_spans_total', { result }) ?? 0;
  const [sent, lost] = [of('exported'), of('failed') + of('dropped')];
  return sent + lost === 0
    ? { value: '' }
    : { value: `${some(sent, 'span')} sent`, note: lost === 0 ? '' : `${countWords(lost)} lost` };
}

function underWay(figures: Figures): string {
  const parts = [
    ['work_bytes', 'for requests being received'],
    ['answer_bytes', 'for responses being sent'],
  ] as const;
  return parts
    .map(([name, what]) => [figures.value(name) ?? 0, what] as const)
    .filter(([value]) => value > 0)
    .map(([value, what]) => `${byteWords(value)} ${what}`)
    .join(', ');
}

function counted(figures: Figures, name: FigureName): string {
  const value = figures.value(name);
  return value === undefined ? '' : countWords(value);
}

function bytes(figures: Figures, name: FigureName): string {
  const value = figures.value(name);
  return value === undefined ? '' : byteWords(value);
}

function listed(parts: readonly (readonly [string, number])[], words: Readonly<Record<string, string>>): string {
  return parts.map(([key, count]) => `${countWords(count)} ${words[key] ?? key}`).join(', ');
}

const PERCENT = 100;

function share(part: number): string {
  const percent = PERCENT * part;
  return percent < 1 ? 'under 1%' : `${countWords(percent)}%`;
}

/** Within how long the half and nearly all were done, of the slowest kind of the last minutes; if none came, since the start. */
function took(durations: readonly Duration[]): Pick<Fact, 'value' | 'note'> {
  const count = durations.reduce((sum, one) => sum + one.count, 0);
  const lately = durations.flatMap(({ recent }) => (recent && recent.count > 0 ? recent : []));
  const told = lately.length > 0 ? lately : durations;
  const slowest = told.toSorted((a, b) => (b.most ?? Infinity) - (a.most ?? Infinity))[0];
  if (!slowest) return { value: 'None yet' };
  const { half, most } = slowest;
  const usual = half === null ? 'longer than measured' : `${timeWords(half)} or less`;
  const nearly = most === null ? 'over 5% take longer than is measured' : `95% within ${timeWords(most)}`;
  return { value: `Usually ${usual}`, note: `${nearly}; ${countWords(count)} in total` };
}
