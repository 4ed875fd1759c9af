import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Judged } from './figures.ts';
import { short } from './interleave.ts';

const bench = join(import.meta.dirname, '..');

/** The table of all figures, in Markdown. */
export function tableOf(rows: readonly Judged[]): string {
  const head = [
    '| figure | median | min-max | goal | A/A | verdict | |',
    '| --- | --- | --- | --- | --- | --- | --- |',
  ];
  return [...head, ...rows.map(line)].join('\n');
}

function line({ figure, most, median, min, max, control, verdict }: Judged): string {
  const isEmpty = figure.values.length === 0;
  const value = isEmpty ? '' : `${short(median)} ${figure.unit === 'ratio' ? '×' : figure.unit}`;
  const range = isEmpty ? '' : `${short(min)}-${short(max)}`;
  const why = figure.notRun ?? figure.void ?? figure.note ?? '';
  const cells = [figure.id, value, range, most === undefined ? '' : `≤ ${short(most)}`];
  return `| ${[...cells, control === undefined ? '' : control.toFixed(2), verdict, why].join(' | ')} |`;
}

/** Writes everything that was measured under bench/out; answers the file. */
export function writeOut(plan: string, rows: readonly Judged[]): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: bench }).toString().trim();
  const at = new Date().toISOString();
  const [cpu] = cpus();
  const machine = { cores: availableParallelism(), cpu: cpu?.model, memory: totalmem(), kernel: release() };
  const out = { at, commit, plan, machine, node: process.version, load: loadavg(), rows };
  mkdirSync(join(bench, 'out'), { recursive: true });
  const file = join(bench, 'out', `${at.slice(0, 16).replace(':', '')}-${commit}.json`);
  writeFileSync(file, `${JSON.stringify(out, null, 2)}\n`);
  return file;
}
