import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@sheetwire/contract/limits';
import { parseUser } from '@sheetwire/rules/principal';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { breachedListFault, isBreached } from '#lib/breached-list.ts';
import { PasswordPolicy, type PolicyOptions } from './password-policy.ts';
import { StrengthMeter } from './strength.ts';

const user = parseUser('ACME/jane.doe');
if (user === undefined) throw new Error('no user');
const jane = { user, email: 'j.doe@corp.example.com' };
const faults: unknown[] = [];
let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'sheetwire-policy-'));
});
const meter = new StrengthMeter();
afterAll(async () => {
  await meter.close();
  await rm(dir, { recursive: true });
});

function policy(change: Partial<PolicyOptions> = {}): PasswordPolicy {
  const onFault = (error: unknown) => void faults.push(error);
  return new PasswordPolicy({
    least: 12,
    ofPortal: ['Sheetwire', 'Widget Works'],
    breachedList: '',
    onFault,
    meter,
    ...change,
  });
}

function faultOf(password: string, change?: Partial<PolicyOptions>) {
  return policy(change).faultOf(password, jane);
}

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();

async function listOf(lines: readonly string[], end = '\r\n'): Promise<string> {
  const file = join(dir, `${lines.length}-${Math.abs(hashOf(lines.join()))}.txt`);
  await writeFile(file, lines.join(end) + (lines.length > 0 ? end : ''));
  return file;
}

function hashOf(text: string): number {
  return createHash('sha1').update(text).digest().readInt32BE();
}

describe('a password that will do', () => {
  test.each([
    'tractor beam umbrella',
    '  spaces count, at both ends  ',
    'lowercaseonlyumbrellatractor',
    'Größenwahn im Übermaß',
    '傘とトラクターの光線銃を持つ',
    '👩‍🚀🚜🌂🪨🛶🎻🧲',
    'tractor beam umbrella '.repeat(20).slice(0, 256),
  ])('%s', async (password) => {
    expect(await faultOf(password)).toBeUndefined();
  });
});

test.each([
  ['a short one', 'tractor bea', 'Use at least 12 characters for the password'],
  ['an empty one', '', 'Use at least 12 characters for the password'],
  ['one beyond the bound', 'tractor beam '.repeat(20), 'Use at most 256 characters for the password'],
  [
    'one with half a character',
    'tractor beam \ud83d umbrella',
    'The password contains an incomplete character; type it again',
  ],
  ['a common one', 'passwordpassword', 'Choose another password; this one is too common'],
  ['a common one in capitals', 'PASSWORDPASSWORD', 'Choose another password; this one is too common'],
])('%s is refused', async (_, password, sentence) => {
  expect(await faultOf(password)).toBe(sentence);
});

test.each(['aaaaaaaaaaaaaaaa', 'password2026!', 'qwertyuiop[]', 'abcabcabcabcabc'])(
  '%s is easily guessed and refused',
  async (password) => {
    expect(await faultOf(password)).toMatch(/^Choose (?:a stronger|another) password/);
  },
);

test.each([
  ['the product', 'my SHEETWIRE umbrella', 'sheetwire'],
  ['the company', 'umbrella of Widget Works', 'widget works'],
  ['the entity', 'tractor acme umbrella', 'acme'],
  ['the user', 'tractor JANE umbrella', 'jane'],
  ['the mail address', 'tractor corp umbrella', 'corp'],
])('a name of %s is refused', async (_, password, word) => {
  expect(await faultOf(password)).toBe(`Don't use "${word}": names of the user, company or portal are easy to guess`);
});

test('short names of the owner are no strength', async () => {
  expect(await faultOf('doedoedoedoe')).toMatch(/^Choose/);
});

test('every length from the minimum to the maximum is judged by the same words', async () => {
  const words = 'tractor beam umbrella walnut ferry marble ';
  for (const length of [12, 13, 40, 41, 64, 128, 255, 256]) {
    expect(await faultOf(words.repeat(7).slice(0, length))).toBeUndefined();
  }
  expect(await faultOf('kX9#vQ2!z', { least: 8 })).toBeUndefined();
});

test('of the most common passwords none is let in, whatever the minimum', async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const fitting = dictionary['passwords-common'].filter((password) => password.length >= 8).slice(0, 3000);
  expect(fitting).toHaveLength(3000);
  for (const password of fitting) expect(await faultOf(password, { least: 8 })).toBeDefined();
});

describe('the list of stolen passwords', () => {
  const stolen = Array.from({ length: 300 }, (_, n) => `stolen umbrella ${n * 7919}`);
  const lines = stolen.map((password, n) => `${sha1(password)}:${10 ** (n % 9)}`).toSorted();

  test.each([
    ['with counts and CRLF', lines, '\r\n'],
    ['with counts and LF', lines, '\n'],
    ['without counts', lines.map((line) => line.slice(0, 40)), '\n'],
    ['in lower case', lines.map((line) => line.toLowerCase()), '\n'],
  ])('is searched on the disk: %s', async (_, list, end) => {
    const file = await listOf(list, end);
    expect(breachedListFault(file)).toBeUndefined();
    const found = await Promise.all(stolen.map((password) => isBreached(file, password)));
    expect(found.every(Boolean)).toBe(true);
    for (let n = 0; n < 200; n++) expect(await isBreached(file, `fresh umbrella ${n}`)).toBe(false);
  });

  test('one line without an end is a list', async () => {
    const file = join(dir, 'one.txt');
    await writeFile(file, sha1('tractor beam umbrella'));
    expect(await faultOf('tractor beam umbrella', { breachedList: file })).toBe(
      'Choose another password; this one is in a list of stolen passwords',
    );
    expect(await faultOf('walnut ferry marble', { breachedList: file })).toBeUndefined();
  });

  test('a file that is missing, unsorted, empty or no list is a fault of the settings', async () => {
    expect(breachedListFault(join(dir, 'missing'))).toMatch(/^cannot be read: ENOENT/);
    expect(breachedListFault(dir)).toMatch(/^cannot be read/);
    expect(breachedListFault(await listOf([...lines].reverse()))).toBe('is not sorted by hash');
    expect(breachedListFault(await listOf([]))).toBe('has no hash');
    expect(breachedListFault(await listOf(stolen.map((password) => password.padEnd(50))))).toMatch(/no hash at byte 0/);
  });

  test('a list that vanished lets no password through, and the log says so', async () => {
    faults.length = 0;
    expect(await faultOf('tractor beam umbrella', { breachedList: join(dir, 'gone') })).toBe(
      'The password could not be checked; try again in a moment',
    );
    expect(String(faults)).toContain('ENOENT');
  });
});

describe('the thread that measures', () => {
  const program = (source: string) => new URL(`data:text/javascript,${encodeURIComponent(source)}`);

  test('answers each its own password, however many ask at once', async () => {
    const asked = Array.from({ length: limits.passwordCheck.waiting }, (_, n) => n % 2 === 0);
    const given = await Promise.all(asked.map((isGood) => faultOf(isGood ? 'tractor beam umbrella' : 'qwertyuiop12')));
    expect(given.map((fault) => fault === undefined)).toEqual(asked);
  });

  test('a line that is too long is refused', async () => {
    const asked = Array.from({ length: limits.passwordCheck.waiting + 2 }, () => faultOf('tractor beam umbrella'));
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  });

  test('a thread that dies or is stuck lets nothing through and another takes its place', async () => {
    faults.length = 0;
    const source =
      "import { parentPort } from 'node:worker_threads'; parentPort.on('message', ({ password }) => { if (password.startsWith('die')) process.exit(1); if (password.startsWith('stick')) for (;;); parentPort.postMessage({ score: 4, isCommon: false }); });";
    const fragile = new StrengthMeter({ program: program(source), time: 1500 });
    const unchecked = 'The password could not be checked; try again in a moment';
    expect(await faultOf('die now, umbrella', { meter: fragile })).toBe(unchecked);
    expect(await faultOf('tractor beam umbrella', { meter: fragile })).toBeUndefined();
    expect(await faultOf('stick here umbrella', { meter: fragile })).toBe(unchecked);
    expect(await faultOf('tractor beam umbrella', { meter: fragile })).toBeUndefined();
    expect(faults.map(String)).toEqual([
      'Error: the thread that measures passwords ended',
      'Error: a password took too long to measure',
    ]);
    await fragile.close();
  });
});
