import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cases, casesFor } from '@sheetwire/live-book/suite/all-cases';
import { type Implementation, implementations } from '@sheetwire/live-book/suite/implementations';
import { root, runStep, say } from './steps.ts';

/** What Vitest writes of a run, as far as the table reads it. */
interface Ran {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
    }[];
  }[];
}

/** Runs the suite of live workbooks on each of its implementations, and prints what passed (decision 70). */
process.chdir(root);
process.env.SHEETWIRE_SOAK = 'yes';
const folder = mkdtempSync(join(tmpdir(), 'sheetwire-books-'));
const every: readonly Implementation[] = Object.values(implementations);
for (const project of ['unit', 'e2e']) {
  const files = every.map(({ file }) => file).filter((file) => file.startsWith('e2e/') === (project === 'e2e'));
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${join(folder, `${project}.json`)}`];
  const args = ['run', '--project', project, ...output, ...files];
  if (!(await runStep({ name: `live workbooks: ${project}`, command: 'vitest', args })).isGood) process.exitCode = 1;
}
const passed = ['unit', 'e2e'].flatMap((project) => {
  const ran: Ran = JSON.parse(readFileSync(join(folder, `${project}.json`), 'utf8'));
  return ran.testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'passed'),
  );
});
rmSync(folder, { recursive: true });

say(`\n| implementation | passed of ${cases.length} | not run, and why |\n| --- | --- | --- |`);
for (const { name, cannot } of every) {
  const count = passed.filter(({ ancestorTitles }) => ancestorTitles.includes(name)).length;
  const isWhole = count === casesFor(cannot).length;
  const why = cannot.map((one) => `${one.ability}: ${one.why} (${cases.length - casesFor([one]).length})`);
  say(
    `| ${name} | ${count}${isWhole ? '' : ` **and ${casesFor(cannot).length - count} failed**`} | ${why.join('; ')} |`,
  );
}
