import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checks } from '#self-test/checks.ts';
import { placeIn } from './read-page.ts';

const place = join(import.meta.dirname, '../../../..');
const page = readFileSync(join(place, 'docs/publish/excel.md'), 'utf8');
const { functions } = JSON.parse(readFileSync(join(place, 'apps/excel-addin/public/functions.json'), 'utf8'));

interface Described {
  readonly name: string;
  readonly parameters: readonly { readonly name: string; readonly optional?: boolean }[];
}

test('the page lists every function with its parameters', () => {
  const due = functions.map(({ name, parameters }: Described) => {
    const names = parameters.map((one) => (one.optional ? `[${one.name}]` : one.name));
    return `SHEETWIRE.${name}(${names.join(', ')})`;
  });
  const listed = [...page.matchAll(/^\| `(SHEETWIRE\.[^`]+)`/gm)].map(([, call]) => call);
  expect(listed.length).toBe(due.length);
  expect(new Set(listed)).toEqual(new Set(due));
});

test('the formulas of the page are such that the functions take', () => {
  const [, block = ''] = /^```\n(=SHEETWIRE[^`]*)```/m.exec(page) ?? [];
  const formulas = block.trim().split('\n');
  expect(formulas.length).toBeGreaterThan(3);
  for (const formula of formulas) {
    const [, name, given = ''] = /^=SHEETWIRE\.(\w+)\((.*)\)$/.exec(formula) ?? [];
    const values = [...given.matchAll(/"([^"]*)"/g)].map(([, text = '']) => text);
    const { parameters }: Described = functions.find((one: Described) => one.name === name);
    expect(values.length).toBeLessThanOrEqual(parameters.length);
    expect(values.length).toBeGreaterThanOrEqual(parameters.filter(({ optional }) => !optional).length);
    if (name === 'READ') expect([formula, placeIn(values[1] ?? '')]).not.toEqual([formula, undefined]);
  }
});

test('the page counts the checks of the self-test', () => {
  expect(page).toContain(`runs ${checks.length} checks`);
});
