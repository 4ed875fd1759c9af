import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import { root, type Step } from '../steps.ts';
import { chosenSteps, soakSteps } from './soak.ts';
import { allInBrowser, browserSoak, filesOfBrowserTests } from './suites/browser.ts';
import { allTests, isQuick, sharingServers, suitesOfManyCases, suitesOfTheSoak } from './suites.ts';

const places = '{packages,apps,scripts,bench,e2e/simulation}/**/*.test.{ts,tsx}';
const all = globSync(places, { cwd: root, exclude: ['**/node_modules'] });
const quick = all.filter(isQuick);

/** Whether a step of the projects unit and web runs a file: it names its files, or leaves some out. */
function isRunBy({ args }: Step, file: string): boolean {
  if (!args.includes('unit')) return false;
  const without = args[args.indexOf('--exclude') + 1] ?? '';
  if (args.includes('--exclude')) return !matchesGlob(file, without);
  return args.some((arg) => file === arg || file.startsWith(`${arg}/`));
}

const isOfTheSoak = (file: string) => soakSteps.some((step) => isRunBy(step, file));

test('the quick check needs Node and npm alone: no suite of it starts another program', () => {
  const starts = /from '[^']*\/test\/(?:postgres|nats|nginx|slapd|kdc|samba)\.ts'/;
  expect(quick.length).toBeGreaterThan(100);
  expect(quick.filter((file) => starts.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

test('what the soak tries in its long form is there and knows it, and none that has one is left out', () => {
  const hasLongForm = (file: string) =>
    /process\.env\.SHEETWIRE_SOAK|support\/soak/.test(readFileSync(join(root, file), 'utf8'));
  for (const file of suitesOfTheSoak) expect(existsSync(join(root, file)), file).toBe(true);
  for (const file of suitesOfManyCases) expect(hasLongForm(file), file).toBe(true);
  expect(all.filter((file) => hasLongForm(file) && !isOfTheSoak(file))).toEqual([]);
});

test('of the soak the steps that are named are run, or all; a wrong name is told with those that there are', () => {
  const told = (...names: readonly string[]) => {
    const chosen = chosenSteps(names);
    return typeof chosen === 'string' ? chosen.split('\n') : chosen.map(({ name }) => name);
  };
  expect(told()).toEqual(soakSteps.map(({ name }) => name));
  expect(told('e2e/viewer', 'kills')).toEqual(['soak: kills', 'soak: e2e/viewer']);
  expect(told('kills', 'viewer')).toEqual(
    expect.arrayContaining(['The soak has no step "viewer". Its steps:', 'kills', 'e2e/viewer']),
  );
});

test('the soak runs every test in a browser once, and none that `npm test` leaves to it is left out', () => {
  const inSoak = browserSoak.flatMap(({ files }) => files);
  expect(inSoak.toSorted()).toEqual(allInBrowser);
  expect(allInBrowser).toEqual(expect.arrayContaining([...filesOfBrowserTests]));
  for (const { files, step } of browserSoak) {
    expect(files, step.name).not.toEqual([]);
    expect(step.args).toEqual(expect.arrayContaining([...files]));
  }
});

test('each suite of the projects unit and web is run once by `npm test`, or by the soak where it is moved there', () => {
  const runs = (file: string) => allTests.filter((step) => isRunBy(step, file)).length;
  expect(all.filter((file) => runs(file) !== 1).toSorted()).toEqual(suitesOfTheSoak.toSorted());
  expect([...suitesOfTheSoak, ...suitesOfManyCases].filter((file) => !isOfTheSoak(file))).toEqual([]);
});

test('no suite that shares its process with others sets what is of the whole process', () => {
  const sets =
    /\bvi\.(?:mock|doMock|useFakeTimers|setSystemTime|stubEnv|stubGlobal)|(?:delete |assign\()process\.env|process\.env[.[][^;]* \??\??= |process\.(?:chdir|on|cpuUsage|memoryUsage|threadCpuUsage)\(/;
  const setsGlobal = /globalThis\.\w+ = /;
  const those = (files: readonly string[], deed: RegExp) =>
    files.filter((file) => deed.test(readFileSync(join(root, file), 'utf8')));
  expect(sharingServers.length).toBeGreaterThan(50);
  expect(filesOfBrowserTests.length).toBeGreaterThan(30);
  expect(those([...sharingServers, ...filesOfBrowserTests], sets)).toEqual([]);
  // What those in a browser set so, they set in a page.
  expect(those(sharingServers, setsGlobal)).toEqual([]);
});
