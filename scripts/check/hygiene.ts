import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { argv } from 'node:process';
import { say } from '../steps.ts';
import { wordingFigure } from '../texts/wording-figure.ts';
import { documentFigures } from './documents.ts';
import { expressionFigure } from './expressions.ts';
import { type Figure, figuresOf } from './figures.ts';
import { sourceFiles } from './source-files.ts';

/** The figures that were reached; a figure over its aim may only come down from here. */
const KEPT = join(import.meta.dirname, 'hygiene.json');

async function kept(): Promise<Map<string, number>> {
  const value: unknown = JSON.parse(await readFile(KEPT, 'utf8'));
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return new Map(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
}

function isWorse(figure: Figure, before: number | undefined): boolean {
  return figure.value > Math.max(figure.aim, before ?? figure.aim);
}

const before = await kept();
const files = sourceFiles();
const figures = [
  ...figuresOf(files),
  ...documentFigures(files),
  wordingFigure(),
  await expressionFigure(files, argv.includes('--keep')),
];
for (const figure of figures) {
  const isBad = isWorse(figure, before.get(figure.name));
  const isOver = figure.value > figure.aim;
  const mark = isBad ? 'WORSE' : isOver ? 'over' : 'good';
  const where = isOver ? `  ${(figure.where ?? []).slice(0, 8).join(', ')}` : '';
  say(`${mark.padEnd(6)}${figure.name.padEnd(52)}${String(figure.value).padStart(8)} (aim ${figure.aim})${where}`);
  if (isBad) process.exitCode = 1;
}
if (argv.includes('--keep')) {
  const lowest = figures.map(({ name, value }) => [name, value]);
  await writeFile(KEPT, `${JSON.stringify(Object.fromEntries(lowest), null, 2)}\n`);
}
