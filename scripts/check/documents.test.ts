import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { promised } from '../../e2e/cluster/check/bounds.ts';
import { root } from '../steps.ts';
import { allInBrowser, filesOfBrowserTests, filesOfServerTests } from '../test/suites/browser.ts';
import { suitesOfTheSoak } from '../test/suites.ts';
import { badSubjects, subjectFault } from './commit-subjects.ts';
import { decisionFaults, readDecisions } from './decisions.ts';
import { missingTests } from './holds-test.ts';
import { deadLinks } from './markdown-links.ts';
import { readReference } from './reference.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('the index of the reference leads to pages with sections', () => {
  const reference = readReference();
  const words = [
    'spec',
    'interfaces',
    'semantics',
    'safety',
    'time',
    'fidelity',
    'quality',
    'architecture',
    'style',
    'wording',
    'decision',
  ];
  expect([...reference.keys()]).toEqual(words);
  const sections = words.map((word) => reference.get(word)?.sections.size ?? 0);
  expect(sections.slice(0, 4)).toEqual([9, 9, 8, 3]);
  expect(sections.every((count) => count > 0)).toBe(true);
});

const held = [...read('docs/reference/quality.md').matchAll(/^\| .+ \| (.+) \|$/gm)]
  .map(([, cell = '']) => cell)
  .filter((cell) => cell !== 'held by' && cell !== '---');

test('every figure to reach is held by a row of the bench or a test that is there, or says that it is not', () => {
  const budgets: Readonly<Record<string, number>> = JSON.parse(read('bench/budgets.json'));
  expect(held.length).toBeGreaterThan(40);
  for (const cell of held.filter((one) => one !== '*Not held yet*')) {
    if (cell.startsWith('bench: ')) {
      const rows = [...cell.matchAll(/`([^`]+)`/g)].map(([, row = '']) => row);
      expect(rows.filter((row) => !(row in budgets))).toEqual([]);
    } else {
      expect(missingTests(cell.replaceAll('](../../', '](../'))).toEqual([]);
    }
  }
});

test('what each publisher does when something goes wrong is held by tests that are there', () => {
  const rows = [...read('docs/publish/faults.md').matchAll(/^\| ([^|]+) \| .+ \| ?(.*) \|$/gm)];
  const named = rows.flatMap(([, , cell = '']) => cell.split('<br>')).filter((one) => one.startsWith('['));
  expect(named.length).toBeGreaterThan(60);
  const missing = named.filter((one) => {
    const [, path = '', title = ''] = /^\[[^\]]+\]\(\.\.\/\.\.\/([^)]+)\): (.+)$/.exec(one) ?? [];
    return !read(path).includes(title);
  });
  expect(missing).toEqual([]);
  const publishers = new Set(rows.flatMap(([, who = '']) => who.split(/, | and /)));
  for (const one of ['Excel', 'LibreOffice', 'Python', 'Google Sheets', 'command line'])
    expect(publishers).toContain(one);
});

test('every promise to operators is held by tests that are there, within the bounds that they check', () => {
  const page = read('docs/operate/promises.md');
  const rows = [...page.matchAll(/^\| .+ \| (.+) \| (\[.+) \|$/gm)];
  expect(rows.length).toBeGreaterThan(12);
  expect(rows.flatMap(([, , cell = '']) => missingTests(cell.replaceAll('](../../', '](../')))).toEqual([]);
  const told = new Set(rows.map(([, bound = '']) => /^(\d+) s/.exec(bound)?.[1]).filter((each) => each !== undefined));
  expect(new Set(Object.values(promised).map((ms) => String(ms / 1000)))).toEqual(told);
});

test('a promise is held by `npm test`, or says that the soak holds it', () => {
  const links = [...read('docs/operate/promises.md').matchAll(/\[([^\]]+)\]\(\.\.\/\.\.\/([^)]+\.test\.tsx?)\)/g)];
  expect(links.length).toBeGreaterThan(20);
  const ofTheSoak = links.filter(([, , file = '']) => !isOfNpmTest(file)).map(([, name]) => name);
  expect(ofTheSoak).toEqual(links.map(([, name = '']) => name).filter((name) => name.endsWith(', soak')));
});

function isOfNpmTest(file: string): boolean {
  if (allInBrowser.includes(file)) return [...filesOfBrowserTests, ...filesOfServerTests].includes(file);
  return !suitesOfTheSoak.includes(file);
}

test('every decision has its row in the index, with its title and status', () => {
  const { index, pages } = readDecisions();
  expect(pages.length).toBeGreaterThan(20);
  expect(decisionFaults(index, pages)).toEqual([]);
});

test('a decision without a status, without a row or with another one is told, and so is a row without a page', () => {
  const page = (text: string) => [{ file: '0007-seven.md', text }];
  const row = '| [7](0007-seven.md) | Seven | Accepted on 2026-11-21 |';
  const good = '# 7. Seven\n\nAccepted on 2026-11-21.\n';
  expect(decisionFaults(row, page(good))).toEqual([]);
  expect(decisionFaults(row, page('# 7. Seven\n'))).toHaveLength(1);
  expect(decisionFaults('', page(good))).toEqual([`0007-seven.md: its row in README.md has to be ${row}`]);
  expect(decisionFaults(row.replace('-21', '-20'), page(good))).toHaveLength(1);
  expect(decisionFaults(row, [])).toEqual(['README.md: 0007-seven.md is not there']);
  const former = row.replace('-21', '-20');
  expect(decisionFaults(`${former}\n${row}`, page(good))).toEqual(['README.md: 0007-seven.md has two rows']);
});

test('a link leads to a file of the project and to a heading of it', () => {
  const links = (text: string) => deadLinks('docs/bench.md', text);
  expect(links('[a](errors.md), [b](../README.md#what-it-does), [c](https://example.org), `[d](none.md)`')).toEqual([]);
  expect(links('[a](none.md) [b](errors.md#none) [c](../../shared/spec.md)')).toEqual([
    'none.md',
    'errors.md#none',
    '../../shared/spec.md',
  ]);
});

test('no document speaks of a folder beside the project', () => {
  const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root });
  expect(pages.length).toBeGreaterThan(50);
  expect(pages.filter((page) => /(?:^|[^/\w])(?:\.\.\/)+shared\b/m.test(read(page)))).toEqual([]);
});

test('a commit subject names its area and stays short', () => {
  expect(subjectFault('clean: trailing spaces of an address are cut in linear time')).toBeUndefined();
  expect(subjectFault('report loop: a poll that fails is tried again')).toBeUndefined();
  expect(subjectFault('Trailing spaces are cut')).toBe('begins with no area');
  expect(subjectFault('docs: a full stop.')).toBe('ends in a full stop');
  expect(subjectFault(`docs: ${'a'.repeat(65)}`)).toBeUndefined();
  expect(subjectFault(`docs: ${'a'.repeat(66)}`)).toBe('has 72 characters');
});

test('commits are looked at since the rule, without merges, and not at all where there is no git', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sheetwire-commits-'));
  try {
    expect(badSubjects(folder, 'HEAD')).toEqual([]);
    const git = (...args: readonly string[]) => {
      const who = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', '-c', 'commit.gpgsign=false'];
      return execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8' }).trim();
    };
    git('init', '-q');
    git('commit', '-q', '--allow-empty', '-m', 'What came before the rule');
    const since = git('rev-parse', 'HEAD');
    git('commit', '-q', '--allow-empty', '-m', 'docs: what is true');
    git('commit', '-q', '--allow-empty', '-m', 'What names no area');
    expect(badSubjects(folder, since)).toEqual([expect.stringMatching(/ What names no area: begins with no area$/)]);
    expect(badSubjects(folder, 'nowhere')).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('editors are told what the formatter does', () => {
  const { formatter }: { formatter: { indentStyle: string; indentWidth: number; lineWidth: number } } = JSON.parse(
    read('biome.json'),
  );
  const lines = read('.editorconfig').split('\n');
  expect(lines).toContain(`indent_style = ${formatter.indentStyle}`);
  expect(lines).toContain(`indent_size = ${formatter.indentWidth}`);
  expect(lines).toContain(`max_line_length = ${formatter.lineWidth}`);
});
