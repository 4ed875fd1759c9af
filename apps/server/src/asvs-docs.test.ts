import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import type { SignInMethod } from '#ports/sessions.ts';
import { missingTests } from '../../../scripts/check/holds-test.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');
const page = read('docs/asvs.md');
const items = page.slice(page.indexOf('## Items'));
const rows = [...items.matchAll(/^\| (\d+\.\d+\.\d+) \| (\d) \| (.+) \| (.+) \| (.*) \|$/gm)].map((match) => {
  const [, id = '', level = '', , how = '', tests = ''] = match;
  return { id, level: Number(level), how, tests };
});

/** What is asked of a portal that signs people in by password, directory and OpenID Connect. */
const asked = [
  ...['1.2.6', '3.3.1', '3.3.2', '3.3.3', '3.3.4', '3.4.5', '3.5.1', '3.5.2', '3.5.3', '3.5.8'],
  ...['6.1.1', '6.1.3', '6.2.1', '6.2.2', '6.2.3', '6.2.4', '6.2.5', '6.2.6', '6.2.7', '6.2.8', '6.2.9', '6.2.10'],
  ...['6.2.11', '6.2.12', '6.3.1', '6.3.2', '6.3.3', '6.3.4', '6.3.7', '6.3.8', '6.4.1', '6.4.3', '6.4.6'],
  ...['6.5.1', '6.5.2', '6.5.3', '6.6.3', '6.8.1', '6.8.2', '6.8.3', '6.8.4', '7.1.1', '7.1.2', '7.1.3'],
  ...['7.2.1', '7.2.2', '7.2.3', '7.2.4', '7.3.1', '7.3.2', '7.4.1', '7.4.2', '7.4.3', '7.4.4', '7.4.5'],
  ...['7.5.1', '7.5.2', '7.6.1', '7.6.2', '10.1.1', '10.1.2', '10.2.1', '10.2.2'],
  ...['10.5.1', '10.5.2', '10.5.3', '10.5.4', '10.5.5'],
];

/** The row of each way of signing in; a new way has to be given one. */
const ways: Readonly<Record<SignInMethod, string>> = {
  password: 'password',
  info: 'stored login',
  oidc: 'single sign-on',
  kerberos: 'Kerberos',
  proxy: 'trusted proxy',
};

test('every item has its row, in order, with a test or the reason why not', () => {
  expect(rows.map(({ id }) => id)).toEqual(asked);
  for (const { id, level, how, tests } of rows) {
    expect([1, 2, 3], id).toContain(level);
    expect(tests !== '' || /Deviation|Not applicable/.test(how), id).toBe(true);
  }
});

test('every test that is named is there under its title', () => {
  const missing: string[] = [];
  let count = 0;
  for (const { id, tests } of rows.filter((row) => row.tests !== '')) {
    missing.push(...missingTests(tests).map((named) => `${id}: ${named}`));
    count += tests.split('<br>').length;
  }
  expect(missing).toEqual([]);
  expect(count).toBeGreaterThan(asked.length);
});

test('every way of signing in is described', () => {
  for (const way of Object.values(ways)) expect(page).toMatch(new RegExp(`^\\| ${way} \\| .+ \\| .+ \\| \\[`, 'm'));
});

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

test('the times and counts in docs/operate are those of the product', () => {
  const { loginFailures, resetMails, sessionIdle, sessionLife, storedInfoIdle, storedInfoLife } = limits;
  const days = (ms: number) => `${ms / day} days`;
  const idle = `${sessionIdle / hour} hours`;
  const sessions = read('docs/operate/sessions.md');
  for (const line of [
    `| session of a browser | ${idle} | ${days(sessionLife)} |`,
    `logs in again automatically) | ${days(storedInfoIdle)} | ${days(storedInfoLife)} |`,
    `| ${limits.addinToken / minute} minutes, for one spreadsheet process |`,
    `| credential of an add-in | ${idle} | ${days(sessionLife)} |`,
    `${limits.maxSessions} sessions, ${limits.maxSessions} stored logins and ${limits.maxSessions} credentials`,
    `more than ${limits.storedInfoGrace / 1000} s`,
  ]) {
    expect(sessions).toContain(line);
  }
  const { claims, secretGuesses } = limits;
  const taken = `at most ${claims.most} times in ${claims.within / minute} minutes, a super administrator ${claims.mostOfSuperAdmin} times`;
  expect(read('docs/operate/rights.md')).toContain(taken);
  expect([secretGuesses.slowFrom, secretGuesses.perReport]).toEqual([3, 10]);
  const refused = `for up to ${secretGuesses.within / minute} minutes`;
  expect(read('docs/publish/README.md')).toMatch(
    new RegExp(`after three, the next one .* after ten,\\s+every .* ${refused}`, 's'),
  );
  const passwords = read('docs/operate/passwords.md');
  for (const line of [
    `| ${limits.minPassword} | minimum length`,
    `at most ${limits.maxPassword}.`,
    `| one address and one name | ${loginFailures.perPair} | ${loginFailures.within / minute} minutes |`,
    `| one name | ${loginFailures.perUser} | ${loginFailures.perUserWithin / hour} hour |`,
    `| one address | ${loginFailures.perAddress} | ${loginFailures.within / minute} minutes |`,
    `| ${limits.setPasswordKey / hour} hours |`,
    `| ${limits.resetPasswordKey / hour} hour |`,
  ]) {
    expect(passwords).toContain(line);
  }
  expect([resetMails.perEmail, resetMails.perClient, resetMails.within]).toEqual([3, 20, hour]);
  expect(passwords).toMatch(
    /three\s+reset\s+emails\s+an\s+hour\s+go\s+to\s+one\s+address,\s+and\s+twenty\s+are\s+sent\s+for\s+one\s+client/,
  );
});
