import { buildProduct } from '../build.ts';
import { root, runStep, type Step } from '../steps.ts';

/** The ways of connecting beside that of everybody, each a project of Vitest. */
export const otherWays = ['polling', 'remote', 'mobile', 'old-browser'] as const;

/** What a viewer does, in every way of connecting; without TEST_ALL_WAYS one file. */
export const filesOfWays: string[] =
  process.env.TEST_ALL_WAYS === 'yes'
    ? ['e2e/{viewer,controls,live}/**/*.test.ts', 'e2e/cleaning/uncleaned.test.ts']
    : ['e2e/live/live.test.ts'];

/** The arguments that name projects of Vitest. */
export function projects(...names: readonly string[]): string[] {
  return names.flatMap((name) => ['--project', name]);
}

/** A run of files in every other way, all of theirs unless some are named. */
function stepOfWays(...files: readonly string[]): Step {
  const args = ['run', ...projects(...otherWays), ...files];
  return { name: 'tests: every other way of connecting', command: 'vitest', args };
}

if (import.meta.main) {
  process.chdir(root);
  process.env.TEST_ALL_WAYS = 'yes';
  await buildProduct({ ifMissing: true });
  if (!(await runStep(stepOfWays(...process.argv.slice(2)))).isGood) process.exitCode = 1;
}
