import { buildProduct } from '../build.ts';
import { root, runStep, type Step, type StepResult, say } from '../steps.ts';
import { browserSoak, wholeBrowser } from './suites/browser.ts';
import { suitesOfKills, suitesOfManyCases, suitesOfSeeds, suitesOfTheSoak } from './suites.ts';

function unit(name: string, ...files: readonly string[]): Step {
  return { name: `soak: ${name}`, command: 'vitest', args: ['run', '--project', 'unit', ...files] };
}

/** The long forms of the fault and load tests, by hand (interfaces 1). */
export const soakSteps: readonly Step[] = [
  unit('kills', '--no-file-parallelism', ...suitesOfKills),
  // One after another: some ask within a second of what was done.
  unit('suites', '--no-file-parallelism', ...suitesOfTheSoak.filter((file) => !suitesOfKills.includes(file))),
  unit('histories', 'apps/server/src/storage/reports/past/random-histories.test.ts', ...suitesOfSeeds),
  unit('three-servers', 'apps/server/src/areas/live/three-servers.test.ts'),
  unit('hostile-books', 'packages/sheet/src/hostile-books.test.ts'),
  unit('snapshots', 'packages/rules/src/snapshot-due.test.ts'),
  unit('many-cases', ...suitesOfManyCases),
  unit('simulation', 'e2e/simulation'),
  ...browserSoak.map(({ step }) => step),
];

const nameOf = ({ name }: Step | StepResult) => name.slice('soak: '.length);

/** The steps that are named, in their own order, or all where none is; of a wrong name, what is told. */
export function chosenSteps(names: readonly string[]): readonly Step[] | string {
  const known = soakSteps.map(nameOf);
  const wrong = names.find((name) => !known.includes(name));
  if (wrong !== undefined) return `The soak has no step "${wrong}". Its steps:\n${known.join('\n')}`;
  return soakSteps.filter((step) => names.length === 0 || names.includes(nameOf(step)));
}

async function runSoak(steps: readonly Step[]): Promise<void> {
  process.chdir(root);
  process.env.SHEETWIRE_SOAK = 'yes';
  process.env.CHROMIUM ??= wholeBrowser;
  await buildProduct({ ifMissing: true });
  const failed: string[] = [];
  for (const step of steps) {
    const result = await runStep(step);
    if (!result.isGood) failed.push(nameOf(result));
  }
  if (failed.length === 0) return;
  say(`\nfailed: ${failed.join(' ')}`);
  process.exitCode = 1;
}

if (import.meta.main) {
  const chosen = chosenSteps(process.argv.slice(2));
  if (typeof chosen === 'string') {
    say(chosen);
    process.exitCode = 2;
  } else await runSoak(chosen);
}
