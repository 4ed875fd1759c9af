import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { errorCatalogue } from '@sheetwire/contract/errors';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const page = readFileSync(`${root}docs/operate/logs.md`, 'utf8');
const table = page.slice(page.indexOf('## What to look for'));
const rows = [...table.matchAll(/^\| (.*?) \| (.*?) \| (.*?) \|$/gm)]
  .map(([, line = '']) => line)
  .filter((line) => line.includes('`'));

/** What the server writes: the words of each call of a log, `…` for what it fills in, and the fields beside them. */
const written = globSync('apps/server/src/**/*.ts', { cwd: root })
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) => callsOfLogs(readFileSync(`${root}${file}`, 'utf8')));

function callsOfLogs(source: string): string[] {
  return [...source.matchAll(/\blog\??\.(?:info|warn|error)\(((?:[^()]|\([^()]*\))*)\)/g)].map(
    ([, given = '']) => given,
  );
}

const words = written.flatMap((given) =>
  [...given.matchAll(/'([^']*)'|`([^`]*)`/g)].map(
    ([, plain, filled]) => plain ?? filled?.replaceAll(/\$\{[^}]*\}/g, '…') ?? '',
  ),
);
const fields = new Set(
  written.flatMap((given) => [...(/^\{([^}]*)\}/.exec(given)?.[1] ?? '').matchAll(/\w+/g)].map(([name]) => name)),
);

function isWritten(line: string): boolean {
  const [first = '', ...rest] = line.split('…').map((part) => part.trim());
  return words.some((text) => text.startsWith(first) && rest.every((part) => text.includes(part)));
}

test('each line that a runbook quotes is one that the server writes', () => {
  const folder = `${root}docs/operate/runbooks/`;
  const quoted = globSync('*.md', { cwd: folder }).flatMap((file) =>
    [...readFileSync(`${folder}${file}`, 'utf8').matchAll(/`([^`]*…[^`]*|a call [^`]+|not ready)`/g)].map(
      ([, line = '']) => line,
    ),
  );
  expect(quoted).toContain('not ready');
  expect(quoted.filter((line) => !isWritten(line))).toEqual([]);
});

test('the lines about emails that other pages quote are those that the server writes', () => {
  const folder = `${root}docs/operate/`;
  const quoted = globSync('**/*.md', { cwd: folder }).flatMap((file) =>
    [...readFileSync(`${folder}${file}`, 'utf8').matchAll(/`(email to [^`]+)`/g)].map(([, line = '']) => line),
  );
  expect(quoted.length).toBeGreaterThan(3);
  // Whose it is, and what follows the words, is filled in.
  const plain = quoted.map((line) => line.replace(/[A-Z]+\/\w+/, '…').split(/:\s|, /)[0] ?? '');
  expect(plain.filter((line) => !isWritten(line))).toEqual([]);
});

test('each line that the page on logs names is one that the server writes, with the fields and codes beside it', () => {
  expect(rows.length).toBeGreaterThan(4);
  for (const row of rows) {
    const named = [...row.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
    expect(isWritten(named[0] ?? ''), `${row}: no log call has these words`).toBe(true);
    const unknown = named.filter((name) => !isWritten(name) && !fields.has(name) && !(name in errorCatalogue));
    expect(unknown, row).toEqual([]);
  }
});
