import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stdout } from 'node:process';
import { bounds, inputsOf, reckon, rowsOf } from './reckoning.ts';

/** Prints the tables of docs/operate/capacity.md by its inputs: `node bench/capacity/main.ts`. */
const page = readFileSync(join(import.meta.dirname, '../../docs/operate/capacity.md'), 'utf8');
const inputs = inputsOf(page);
stdout.write(`${[...rowsOf(reckon(inputs)), '', ...rowsOf(bounds(inputs))].join('\n')}\n`);
