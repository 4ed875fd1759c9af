import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Figure, median } from './figures.ts';
import { plans } from './plan.ts';

/** One round of a unit as a checkout has it, in a process of its own: prints the figures by their names. */
const [, , tree = '', name = ''] = process.argv;
const units: Record<string, unknown> = await import(pathToFileURL(join(tree, 'bench/units', `${name}.ts`)).href);
const unit = units[name];
if (typeof unit !== 'function') throw new Error(`${tree} has no unit ${name}`);
const figures: readonly Figure[] = await unit({ ...plans.quick, rounds: 1 });
const values = figures.map(({ id, values }) => [id, values.length === 0 ? null : median(values)]);
process.stdout.write(`figures ${JSON.stringify(Object.fromEntries(values))}\n`);
