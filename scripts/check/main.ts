import { runStep, runTogether, type Step, type StepResult, say } from '../steps.ts';
import { quickTests } from '../test/suites.ts';

/** As many steps at a time as there are cores in the smallest machine that this is meant for; each takes one of them. */
const AT_ONCE = 2;

/**
 * Tools that are written in Go, held to one core and to fewer rounds of their collector: with several, each has the types of
 * the whole program worked out again for itself, and takes from the step beside it what it gains.
 */
const oneCore = { GOMAXPROCS: '1', GOGC: '400', GOMEMLIMIT: '3GiB' };

/** What the compiler found out is kept beside its own version and the hash of each file: what is other is looked at again. */
function types(name: string, project: string): Step {
  const kept = `node_modules/.cache/types/${project.replaceAll(/\W/g, '') || 'root'}.tsbuildinfo`;
  const args = ['-p', project, '--singleThreaded', '--incremental', '--tsBuildInfoFile', kept];
  return { name, command: 'tsc', args, env: oneCore };
}

/**
 * The quick part of the tests, under a minute and with Node and npm alone: format, lint, types, unit, dead code,
 * hygiene (interfaces 1). The longest first, so that none of them is left running alone at the end.
 */
const checkSteps: readonly Step[] = [
  { name: 'format and lint', command: 'biome', args: ['ci', '--threads=1', '--error-on-warnings', '.'] },
  types('types', '.'),
  {
    name: 'promises',
    command: 'oxlint',
    args: ['--type-aware', '--threads=1', '--config', '.oxlintrc.json', 'packages', 'apps', 'scripts'],
    env: oneCore,
  },
  { name: 'hygiene', command: 'node', args: ['scripts/check/hygiene.ts'] },
  types('types of the browser tests', 'e2e'),
  { name: 'dead code', command: 'knip', args: ['--no-progress', '--cache'] },
  types('types of the web app', 'apps/web'),
  types('types of the add-in', 'apps/excel-addin'),
];

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
