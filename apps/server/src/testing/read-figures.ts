interface Sample {
  /** Name and labels as they stand. */
  readonly series: string;
  readonly name: string;
  readonly family: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** What a scrape says. */
export interface Figures {
  readonly families: ReadonlyMap<string, { readonly type: string; readonly help: string }>;
  readonly samples: readonly Sample[];
  /** Lines that belong to no family. */
  readonly strays: readonly string[];
}

/** Reads the text format of Prometheus as strictly as it is written. */
export function readFigures(text: string): Figures {
  const families = new Map<string, { type: string; help: string }>();
  const samples: Sample[] = [];
  const strays: string[] = [];
  let help = '';
  let family = '';
  for (const line of text.trimEnd().split('\n')) {
    const helps = /^# HELP (\S+) (.+)$/.exec(line);
    const types = /^# TYPE (\S+) (counter|gauge|histogram)$/.exec(line);
    const sample = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (-?[\d.e+-]+)$/.exec(line);
    if (helps) help = `${helps[1]} ${helps[2]}`;
    else if (types?.[1] !== undefined && help.startsWith(`${types[1]} `) && !families.has(types[1])) {
      family = types[1];
      families.set(family, { type: types[2] ?? '', help: help.slice(family.length + 1) });
    } else if (sample?.[1] !== undefined && familyOf(sample[1], families.get(family)?.type) === family) {
      samples.push({
        series: line.slice(0, line.lastIndexOf(' ')),
        name: sample[1],
        family,
        labels: Object.fromEntries(
          [...(sample[2] ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
        ),
        value: Number(sample[3]),
      });
    } else strays.push(line);
  }
  return { families, samples, strays };
}

function familyOf(name: string, type: string | undefined): string {
  return type === 'histogram' ? name.replace(/_(bucket|sum|count)$/, '') : name;
}
