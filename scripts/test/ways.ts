import { buildWeb } from '../build.ts';
import { root, runStep, type Step } from '../steps.ts';

/** The ways of connecting beside that of everybody, each a project of Vitest. */
export const otherWays = ['polling', 'remote', 'mobile', 'old-browser'] as const;

/** What a viewer does, in every way of connecting. */
export const filesOfWays: string[] = ['e2e/{viewer,controls,live}/**/*.test.ts', 'e2e/cleaning/uncleaned.test.ts'];

/** A run of files in every other way, all of theirs unless some are named. */
export function stepOfWays(...files: readonly string[]): Step {
  const projects = otherWays.flatMap((name) => ['--project', name]);
  return { name: 'tests: every other way of connecting', command: 'vitest', args: ['run', ...projects, ...files] };
}

if (import.meta.main) {
  process.chdir(root);
  await buildWeb({ ifMissing: true });
  if (!(await runStep(stepOfWays(...process.argv.slice(2)))).isGood) process.exitCode = 1;
}
