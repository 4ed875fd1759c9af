import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from '../check/main.ts';
import { root, runStep, type Step, type StepResult, say } from '../steps.ts';
import { failuresIn, numberOf } from './report.ts';
import { allTests } from './suites.ts';

interface Count {
  readonly passed: number;
  readonly failed: number;
  /** What failed, each with its first words. */
  readonly failures: readonly string[];
}

/** The last lines of a long output are read first. */
const shownFailures = 50;
const machine: readonly Step[] = [
  { name: 'machine', command: 'bash', args: ['scripts/test-machine.sh'] },
  { name: 'kerberos', command: 'node', args: ['scripts/test/install-kerberos.ts'] },
];
const build: Step = { name: 'build', command: 'node', args: ['scripts/build.ts'] };
const size: Step = { name: 'size budget', command: 'size-limit', args: [] };

function countOf({ name, isGood }: StepResult): Count {
  return isGood ? { passed: 1, failed: 0, failures: [] } : failureOf(name);
}

function failureOf(name: string): Count {
  return { passed: 0, failed: 1, failures: [name] };
}

/** Runs tests and counts them; a run that ends without counts is one failure. */
async function countTests(step: Step): Promise<Count> {
  const report = join(await mkdtemp(join(tmpdir(), 'sheetwire-tests-')), 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { isGood } = await runStep({ ...step, args: [...step.args, ...reporters] });
  const count = await countsIn(report, step.name);
  return isGood || count.failed > 0 ? count : { ...count, failed: 1, failures: [step.name] };
}

async function countsIn(file: string, name: string): Promise<Count> {
  try {
    const report: unknown = JSON.parse(await readFile(file, 'utf8'));
    return {
      passed: numberOf(report, 'numPassedTests'),
      failed: numberOf(report, 'numFailedTests'),
      failures: failuresIn(report, root),
    };
  } catch {
    say(`no report of the tests in ${file}`);
    return failureOf(name);
  }
}

process.chdir(root);
const counts: Count[] = [];
for (const step of machine) counts.push(countOf(await runStep(step)));
counts.push(...(await runChecks()).map(countOf));
for (const step of [build, size]) counts.push(countOf(await runStep(step)));
for (const tests of allTests) counts.push(await countTests(tests));
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
for (const failure of counts.flatMap(({ failures }) => failures).slice(0, shownFailures)) say(`failed: ${failure}`);
say(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
