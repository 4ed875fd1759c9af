import { globSync } from 'node:fs';
import { root, type Step } from '../../steps.ts';
import { projects } from '../ways.ts';

/** The browser as people have it: most of `npm test` is run in its headless shell (decision 95). */
export const wholeBrowser = '/usr/bin/chromium';

function filesOf(...patterns: readonly string[]): string[] {
  return globSync(patterns, { cwd: root }).toSorted();
}

/** Every test in a browser or of whole servers, but the simulation, which is of the unit tests. */
export const allInBrowser: readonly string[] = filesOf('e2e/!(simulation)/**/*.test.ts');

/** It is measured how long anybody waits: alone on the machine. */
const hostile = filesOf('e2e/hostile/*.test.ts');

/** They wait for long, or want the machine for themselves: the soak gives each a step. */
const apart: Readonly<Record<string, readonly string[]>> = {
  'busy-report': filesOf('e2e/viewer/busy.test.ts'),
  LibreOffice: filesOf('e2e/publish/{libreoffice-faults,libreoffice-speed,taken-over}.test.ts'),
  Excel: filesOf('e2e/publish/excel/add-in-faults.test.ts'),
  'hostile-files': hostile,
  portal: filesOf('e2e/faults/{kill,snapshots}.test.ts', 'e2e/demo/processes.test.ts'),
  'several-servers': filesOf('e2e/cluster/*.test.ts'),
};
const filesApart = Object.values(apart).flat();

/** What others tell in short, or a variant of what they tell. */
const variants = filesOf(
  ...['e2e/identity/*-accessible.test.ts', 'e2e/shell/api-reference.test.ts', 'e2e/faults/whole-store.test.ts'],
  ...['e2e/publish/{corpus,folder,libreoffice-suite}.test.ts', 'e2e/cleaning/layout-cost.test.ts'],
  ...['e2e/viewer/{asked-page,newer-charts,off-clock,slow-report,width}.test.ts'],
  ...['e2e/report-document/{control-titles,paper,versions,zoom}.test.ts'],
  ...['e2e/admin/{late-answer,silent-line}.test.ts', 'e2e/controls/{part-entries,presses}.test.ts'],
  ...['e2e/identity/outsiders.test.ts', 'e2e/shell/late-parts.test.ts'],
  ...['e2e/identity/trusted-proxy.test.ts', 'e2e/viewer/{help,outline}.test.ts', 'e2e/controls/refused.test.ts'],
  ...['e2e/shell/lost-focus.test.ts', 'e2e/admin/late-recovery.test.ts'],
  ...['e2e/viewer/palette.test.ts', 'e2e/identity/remote.test.ts', 'e2e/publish/docs.test.ts'],
  ...['e2e/controls/{closed,drawn}-controls.test.ts', 'e2e/report-document/waiting.test.ts'],
  ...['e2e/publish/apps-script.test.ts', 'e2e/viewer/last-looked.test.ts', 'e2e/cleaning/uncleaned.test.ts'],
  ...['e2e/controls/following.test.ts', 'e2e/time/verify.test.ts', 'e2e/publish/decided-publishes.test.ts'],
  ...['e2e/time/cell-history.test.ts', 'e2e/report-document/texts.test.ts', 'e2e/admin/who-may.test.ts'],
  ...['e2e/shell/early-reader.test.ts', 'e2e/identity/seats.test.ts', 'e2e/viewer/compare.test.ts'],
);

/** Of `npm test`. */
export const filesOfBrowserTests: readonly string[] = allInBrowser.filter(
  (file) => ![...filesApart, ...variants].includes(file),
);

function run(name: string, files: readonly string[], ...args: readonly string[]): Step {
  return { name, command: 'vitest', args: ['run', ...args, ...files] };
}

/**
 * In everybody's way of connecting: `npm run test:ways` runs all that a viewer does in each of the other ways. Files share
 * a worker, as they leave nothing of their process other than it was: to start one for each took a tenth of the time.
 */
export const browserTests: Step = run('tests: e2e', filesOfBrowserTests, ...projects('e2e'), '--isolate=false');

export const hostileTests: Step = run('tests: hostile requests, pages and workbooks', hostile, ...projects('e2e'));

/** Several servers under load, with one fault after another. */
export const filesOfServerTests: readonly string[] = filesOf('e2e/cluster/cluster.test.ts');

export const severalServers: Step = run('tests: several servers', filesOfServerTests, ...projects('e2e'));

/** The others, by the folder they are in. */
const inFolders = Object.groupBy(
  allInBrowser.filter((file) => !filesApart.includes(file)),
  (file) => file.split('/').slice(0, 2).join('/'),
);

/** All of them in their long form, in the whole browser, with a telling file below /remote, where most is other. */
export const browserSoak: readonly { readonly files: readonly string[]; readonly step: Step }[] = [
  ...Object.entries(inFolders).map(([name, files = []]) => ({ name, files })),
  ...Object.entries(apart).map(([name, files]) => ({ name, files })),
].map(({ name, files }) => ({ files, step: run(`soak: ${name}`, files, ...projects('e2e', 'remote')) }));
