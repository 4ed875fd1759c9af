import { runTogether, type Step, say } from '../steps.ts';
import { quickTests } from '../test/suites.ts';

/**
 * The quick part of the tests, under a minute and with Node and npm alone: format, lint, types, unit, dead code,
 * hygiene (interfaces 1).
 */
const checkSteps: readonly Step[] = [
  { name: 'format and lint', command: 'biome', args: ['ci', '--error-on-warnings', '.'] },
  {
    name: 'promises',
    command: 'oxlint',
    args: ['--type-aware', '--config', '.oxlintrc.json', 'packages', 'apps', 'scripts'],
  },
  { name: 'types', command: 'tsc', args: ['-p', '.'] },
  { name: 'types of the web app', command: 'tsc', args: ['-p', 'apps/web'] },
  { name: 'types of the add-in', command: 'tsc', args: ['-p', 'apps/excel-addin'] },
  { name: 'types of the browser tests', command: 'tsc', args: ['-p', 'e2e'] },
  { name: 'dead code', command: 'knip', args: ['--no-progress'] },
  { name: 'hygiene', command: 'node', args: ['scripts/check/hygiene.ts'] },
];

/** The first steps use every core by themselves; of the others two go side by side. */
const LONG = 3;

function inPairs(steps: readonly Step[]): Step[][] {
  return Array.from({ length: Math.ceil(steps.length / 2) }, (_, n) => steps.slice(2 * n, 2 * n + 2));
}

/** The steps before any test, in the order in which they run: those of a round side by side. */
export const checkRounds: readonly Step[][] = [
  ...checkSteps.slice(0, LONG).map((step) => [step]),
  ...inPairs(checkSteps.slice(LONG)),
];

if (import.meta.main) {
  let failed = 0;
  for (const round of [...checkRounds, [quickTests]])
    for (const { isGood } of await runTogether(round)) if (!isGood) failed++;
  say(failed === 0 ? '\nall good' : `\n${failed} steps failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
