import { runStep, runTogether, type Step, type StepResult, say } from '../steps.ts';
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

/** Some steps use one core, others all of them for a while. */
const AT_ONCE = 2;

/** Everything that is checked before any test. */
export function runChecks(): Promise<readonly StepResult[]> {
  return runTogether(checkSteps, AT_ONCE);
}

if (import.meta.main) {
  const results = [...(await runChecks()), await runStep(quickTests)];
  const failed = results.filter(({ isGood }) => !isGood).length;
  say(failed === 0 ? '\nall good' : `\n${failed} steps failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
