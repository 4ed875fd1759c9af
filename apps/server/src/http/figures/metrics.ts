type Labels = Readonly<Record<string, string>>;

interface Series {
  readonly labels: Labels;
  value: number;
}

interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  lines(): string[];
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
  add(labels: Labels = {}, by = 1): void {
    const key = labelText(labels);
    const series = this.#series.get(key) ?? { labels, value: 0 };
    series.value += by;
    this.#series.set(key, series);
  }

  lines(): string[] {
    return [...this.#series].map(([key, { value }]) => `${this.name}${key} ${value}`);
  }
}

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

  constructor(name: string, help: string, bounds: readonly number[] = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10]) {
    this.name = name;
    this.help = help;
    this.#bounds = bounds;
  }

  observe(seconds: number, labels: Labels = {}): void {
    const key = labelText(labels);
    const series = this.#series.get(key) ?? { labels, counts: this.#bounds.map(() => 0), sum: 0, count: 0 };
    series.sum += seconds;
    series.count++;
    for (const [index, bound] of this.#bounds.entries()) {
      if (seconds <= bound) series.counts[index] = (series.counts[index] ?? 0) + 1;
    }
    this.#series.set(key, series);
  }

  lines(): string[] {
    return [...this.#series].flatMap(([key, { labels, counts, sum, count }]) => [
      ...this.#bounds.map(
        (bound, index) => `${this.name}_bucket${labelText({ ...labels, le: `${bound}` })} ${counts[index]}`,
      ),
      `${this.name}_bucket${labelText({ ...labels, le: '+Inf' })} ${count}`,
      `${this.name}_sum${key} ${sum}`,
      `${this.name}_count${key} ${count}`,
    ]);
  }
}

/** The figures of one server in the text format of Prometheus; names begin with `sheetwire_` (interfaces 9). */
export class Metrics {
  readonly #families = new Map<string, Family>();

  counter(name: string, help: string): Counter {
    return this.#add(new Counter(`sheetwire_${name}`, help));
  }

  histogram(name: string, help: string): Histogram {
    return this.#add(new Histogram(`sheetwire_${name}`, help));
  }

  /** A figure that is read when it is asked for. */
  gauge(name: string, help: string, read: () => number): void {
    const full = `sheetwire_${name}`;
    this.#add({ name: full, help, type: 'gauge', lines: () => [`${full} ${read()}`] });
  }

  text(): string {
    const parts = [...this.#families.values()].flatMap((family) => [
      `# HELP ${family.name} ${family.help}`,
      `# TYPE ${family.name} ${family.type}`,
      ...family.lines(),
    ]);
    return `${parts.join('\n')}\n`;
  }

  #add<F extends Family>(family: F): F {
    if (this.#families.has(family.name)) throw new Error(`Two figures are named ${family.name}`);
    this.#families.set(family.name, family);
    return family;
  }
}

function labelText(labels: Labels): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, '_')}"`);
  return parts.length === 0 ? '' : `{${parts.join(',')}}`;
}
