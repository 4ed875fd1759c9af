import { join } from 'node:path';
import { Child, cores } from './child.ts';
import type { Figure } from './figures.ts';
import { interleave, ratio, type Sample, type Side } from './interleave.ts';

const NOW = 'now';
const BEFORE = 'before';
/** A round of a unit, ms. */
const UNIT_WAIT = 180_000;

/** The figures of a unit against those that it has in another checkout, in the same rounds: each run is a process. */
export async function beside(unit: string, base: string, rounds: number): Promise<Figure[]> {
  const here = join(import.meta.dirname, '../..');
  const side = (name: string, tree: string): Side => ({ name, runs: 2, run: () => runOnce(unit, tree) });
  const all = await interleave([side(NOW, here), side(BEFORE, base)], rounds);
  const samples = (name: string) => all.flatMap((round) => round.get(name) ?? []);
  const isMeasured = (metric: string) => samples(BEFORE).every((sample) => Number.isFinite(sample[metric]));
  const metrics = Object.keys(samples(NOW)[0] ?? {}).filter(isMeasured);
  return metrics.map((metric) =>
    ratio(all, { id: `${metric.slice(PREFIX.length)}: now / before`, metric, of: NOW, against: BEFORE }),
  );
}

const PREFIX = 'ratio ';

async function runOnce(unit: string, tree: string): Promise<Sample> {
  const child = new Child(cores.client, [process.execPath, join(import.meta.dirname, 'unit-main.ts'), tree, unit]);
  try {
    const line = await child.line(/^figures /, UNIT_WAIT);
    const figures: Record<string, number | null> = JSON.parse(line.slice('figures '.length));
    const known = Object.entries(figures).filter((entry): entry is [string, number] => entry[1] !== null);
    return Object.fromEntries(known.map(([id, value]) => [PREFIX + id, value]));
  } finally {
    await child.stop();
  }
}
