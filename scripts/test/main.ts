import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkRounds } from '../check/main.ts';
import { root, runStep, runTogether, type Step, type StepResult, say } from '../steps.ts';
import { allTests } from './suites.ts';

interface Count {
  readonly passed: number;
  readonly failed: number;
}

const machine: readonly Step[] = [
  { name: 'machine', command: 'bash', args: ['scripts/test-machine.sh'] },
  { name: 'kerberos', command: 'node', args: ['scripts/test/install-kerberos.ts'] },
];
const build: Step = { name: 'build', command: 'node', args: ['scripts/build.ts'] };
const size: Step = { name: 'size budget', command: 'size-limit', args: [] };

function countOf({ isGood }: StepResult): Count {
  return isGood ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Runs tests and counts them; a run that ends without counts is one failure. */
async function countTests(step: Step): Promise<Count> {
  const report = join(await mkdtemp(join(tmpdir(), 'sheetwire-tests-')), 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { isGood } = await runStep({ ...step, args: [...step.args, ...reporters] });
  const counts = await countsIn(report);
  return isGood || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

async function countsIn(file: string): Promise<Count> {
  try {
    const report: unknown = JSON.parse(await readFile(file, 'utf8'));
    return { passed: numberOf(report, 'numPassedTests'), failed: numberOf(report, 'numFailedTests') };
  } catch {
    say(`no report of the tests in ${file}`);
    return { passed: 0, failed: 1 };
  }
}

function numberOf(report: unknown, key: string): number {
  const value =
    typeof report === 'object' && report !== null ? Object.entries(report).find(([name]) => name === key)?.[1] : 0;
  return typeof value === 'number' ? value : 0;
}

process.chdir(root);
const counts: Count[] = [];
for (const step of machine) counts.push(countOf(await runStep(step)));
for (const round of checkRounds) counts.push(...(await runTogether(round)).map(countOf));
for (const step of [build, size]) counts.push(countOf(await runStep(step)));
for (const tests of allTests) counts.push(await countTests(tests));
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
say(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
