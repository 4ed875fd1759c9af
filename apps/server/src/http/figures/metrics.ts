type Labels = Readonly<Record<string, string>>;
/** One number, or one for each set of labels. */
type Read = () => number | readonly (readonly [Labels, number])[];

interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  lines(): string[];
  /** The numbers themselves; of durations how many were counted, and their sum. */
  series(): readonly Series[];
}

/** What one set of labels has come to. */
export interface Series {
  readonly labels: Labels;
  readonly value: number;
  /** Of a histogram: the sum of what was seen, and how many of it lie within each bound. */
  readonly seen?: { readonly sum: number; readonly within: readonly (readonly [bound: number, count: number])[] };
}

/** Durations, in seconds, that something else has counted: how many, their sum, and how many lie within a bound. */
export interface SeenElsewhere {
  readonly count: number;
  readonly sum: number;
  within(bound: number): number;
}

/** Counts upwards, one series for each set of labels. */
export class Counter implements Family {
  readonly type = 'counter';
  readonly name: string;
  readonly help: string;
  readonly #series = new Map<string, Series>();

  constructor(name: string, help: string) {
    this.name = name;
    this.help = help;
  }

  /** Labels take few values each: names of calls and states, never of users or topics. */
  add(labels: Labels, by = 1): void {
    const key = labelText(labels);
    this.#series.set(key, { labels, value: (this.#series.get(key)?.value ?? 0) + by });
  }

  lines(): string[] {
    return [...this.#series].map(([key, { value }]) => `${this.name}${key} ${value}`);
  }

  series(): readonly Series[] {
    return [...this.#series.values()];
  }
}

const NO_LABELS: Labels = {};

/** From a commit on a quiet machine to an outage, in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** How long something took, in seconds. */
export class Histogram implements Family {
  readonly type = 'histogram';
  readonly name: string;
  readonly help: string;
  readonly #bounds: readonly number[];
  readonly #series = new Map<
    string,
    { readonly labels: Labels; readonly counts: number[]; sum: number; count: number }
  >();

  /** `bounds` grow. */
  constructor(name: string, help: string, bounds: readonly number[] = BOUNDS) {
    this.name = name;
    this.help = help;
    this.#bounds = bounds;
  }

  observe(seconds: number, labels: Labels = NO_LABELS): void {
    const series = this.#seriesOf(labels);
    series.sum += seconds;
    series.count++;
    // From the longest down, to the first that is too short.
    for (let n = this.#bounds.length - 1; n >= 0 && seconds <= (this.#bounds[n] ?? 0); n--) {
      series.counts[n] = (series.counts[n] ?? 0) + 1;
    }
  }

  /** A series that is there from the start: what was never seen is told from what is not measured. */
  begin(labels: Labels = {}): this {
    this.#seriesOf(labels);
    return this;
  }

  lines(): string[] {
    return this.series().flatMap((series) => linesOf(this.name, series));
  }

  series(): readonly Series[] {
    return [...this.#series.values()].map(({ labels, counts, sum, count }) => ({
      labels,
      value: count,
      seen: { sum, within: this.#bounds.map((bound, index) => [bound, counts[index] ?? 0] as const) },
    }));
  }

  #seriesOf(labels: Labels) {
    const key = labelText(labels);
    const known = this.#series.get(key);
    if (known) return known;
    const made = { labels, counts: this.#bounds.map(() => 0), sum: 0, count: 0 };
    this.#series.set(key, made);
    return made;
  }
}

/** The lines of one series of a histogram. */
function linesOf(name: string, { labels, value, seen }: Series): string[] {
  const key = labelText(labels);
  return [
    ...(seen?.within ?? []).map(
      ([bound, count]) => `${name}_bucket${labelText({ ...labels, le: `${bound}` })} ${count}`,
    ),
    `${name}_bucket${labelText({ ...labels, le: '+Inf' })} ${value}`,
    `${name}_sum${key} ${seen?.sum ?? 0}`,
    `${name}_count${key} ${value}`,
  ];
}

/** The figures of one server in the text format of Prometheus, named by its convention (decision 71). */
export class Metrics {
  readonly #families = new Map<string, Family>();

  counter(name: string, help: string): Counter {
    return this.#add(new Counter(`sheetwire_${name}`, help));
  }

  histogram(name: string, help: string, bounds?: readonly number[]): Histogram {
    return this.#add(new Histogram(`sheetwire_${name}`, help, bounds));
  }

  /** A histogram of what is counted elsewhere, read when it is asked for; `bounds` grow. */
  distribution(name: string, help: string, bounds: readonly number[], read: () => SeenElsewhere): void {
    const full = `sheetwire_${name}`;
    const series = (): Series => {
      const found = read();
      const within = bounds.map((bound) => [bound, found.within(bound)] as const);
      return { labels: NO_LABELS, value: found.count, seen: { sum: found.sum, within } };
    };
    const lines = () => linesOf(full, series());
    this.#add({ name: full, help, type: 'histogram', lines, series: () => [series()] });
  }

  /** A figure that is read when it is asked for. */
  gauge(name: string, help: string, read: Read): void {
    this.#reading('gauge', { name, help, read });
  }

  /** What only grows and is counted elsewhere, read when it is asked for. */
  counted(name: string, help: string, read: Read): void {
    this.#reading('counter', { name, help, read });
  }

  text(): string {
    const parts = [...this.#families.values()].flatMap((family) => [
      `# HELP ${family.name} ${family.help}`,
      `# TYPE ${family.name} ${family.type}`,
      ...family.lines(),
    ]);
    return `${parts.join('\n')}\n`;
  }

  /** Every figure by its name, as numbers. */
  *read(): Generator<readonly [name: string, series: readonly Series[]]> {
    for (const [name, family] of this.#families) yield [name, family.series()];
  }

  #reading(
    type: 'counter' | 'gauge',
    { name, help, read }: { readonly name: string; readonly help: string; readonly read: Read },
  ): void {
    const full = `sheetwire_${name}`;
    this.#add({
      name: full,
      help,
      type,
      lines: () => seriesOf(read()).map(({ labels, value }) => `${full}${labelText(labels)} ${value}`),
      series: () => seriesOf(read()),
    });
  }

  #add<F extends Family>(family: F): F {
    if (this.#families.has(family.name)) throw new Error(`Two figures are named ${family.name}`);
    this.#families.set(family.name, family);
    return family;
  }
}

function seriesOf(read: ReturnType<Read>): readonly Series[] {
  return typeof read === 'number' ? [{ labels: {}, value: read }] : read.map(([labels, value]) => ({ labels, value }));
}

function labelText(labels: Labels): string {
  if (labels === NO_LABELS) return '';
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, '_')}"`);
  return parts.length === 0 ? '' : `{${parts.join(',')}}`;
}
