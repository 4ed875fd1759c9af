import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import { root, type Step } from '../steps.ts';
import { soakSteps } from './soak.ts';
import { allInBrowser, browserSoak, filesOfBrowserTests } from './suites/browser.ts';
import { allTests, isQuick, sharingServers, suitesOfManyCases, suitesOfTheSoak } from './suites.ts';

const places = '{packages,apps,scripts,bench,e2e/simulation}/**/*.test.{ts,tsx}';
const all = globSync(places, { cwd: root, exclude: ['**/node_modules'] });
const quick = all.filter(isQuick);

/** Whether a step of the projects unit and web runs a file: it names its files, or leaves some out. */
function isRunBy({ args }: Step, file: string): boolean {
  if (!args.includes('unit')) return false;
  const without = args[args.indexOf('--exclude') + 1] ?? '';
  return args.includes('--exclude') ? !matchesGlob(file, without) : args.includes(file);
}

test('the quick check needs Node and npm alone: no suite of it starts another program', () => {
  const starts = /from '[^']*\/test\/(?:postgres|nats|nginx|slapd|kdc|samba)\.ts'/;
  expect(quick.length).toBeGreaterThan(100);
  expect(quick.filter((file) => starts.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

test('what the soak tries in its long form is there and knows it', () => {
  for (const file of suitesOfTheSoak) expect(existsSync(join(root, file)), file).toBe(true);
  for (const file of suitesOfManyCases) expect(readFileSync(join(root, file), 'utf8')).toContain('SHEETWIRE_SOAK');
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
  const ofTheSoak = (file: string) => soakSteps.some((step) => isRunBy(step, file));
  expect([...suitesOfTheSoak, ...suitesOfManyCases].filter((file) => !ofTheSoak(file))).toEqual([]);
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
