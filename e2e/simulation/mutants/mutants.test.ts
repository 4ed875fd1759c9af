import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { isSoak as soak } from '../../support/soak.ts';
import { type MutantName, mutantNames, mutants } from './mutants.ts';
import { changed } from './put-back.ts';

const run = promisify(execFile);
const minute = 60_000;
/** Each is found within so many seeds. */
const WITHIN = 200;
/** Found by the first few seeds: the short form. */
const quick: readonly MutantName[] = [
  'told before it is kept',
  'a server that is cut off looks live',
  'a clock that is set back refuses publishes',
];

test.each(mutantNames)('the product has the words that the fault would change: %s', (name) => {
  for (const change of mutants[name].changes) {
    const text = readFileSync(join(import.meta.dirname, '../../..', change.file), 'utf8');
    expect(changed(text, change)).not.toBe(text);
  }
});

test.each(soak ? mutantNames : quick)(
  'the simulation finds it when it is put back: %s',
  {
    timeout: 10 * minute,
  },
  async (name) => {
    const script = join(import.meta.dirname, 'mutant-process.ts');
    const { stdout } = await run(process.execPath, [script, name, '1', String(WITHIN)]);
    expect(stdout, `not found by ${WITHIN} seeds`).not.toBe('');
    const { seed, told } = JSON.parse(stdout);
    process.stdout.write(`[simulation] ${name}: seed ${seed}: ${told}\n`);
    expect(told).toMatch(mutants[name].told);
  },
);
