import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { parseSettings } from './settings.ts';
import { tracingVariables } from './tracing-settings.ts';

const folder = fileURLToPath(new URL('../../../../docs/operate/', import.meta.url));
const pages = readdirSync(folder).filter((name) => name.endsWith('.md'));
const texts = new Map(pages.map((name) => [name, readFileSync(`${folder}${name}`, 'utf8')]));
const documented = new Set(
  [...texts.values()].flatMap((text) => text.match(/SHEETWIRE_[A-Z0-9]+(?:_[A-Z0-9]+)*/g) ?? []),
);

function settingNames(): string[] {
  const read = parseSettings({});
  if ('faults' in read) throw new Error(read.faults.join());
  const upper = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
  return Object.keys(read.settings).map((name) => `SHEETWIRE_${upper(name)}`);
}

test('every setting has a row in docs/operate, and every variable named there is a setting', () => {
  const tables = [...texts.values()].flatMap((text) => text.match(/^\| `SHEETWIRE_[^|]*\|/gm) ?? []).join('\n');
  const names = settingNames();
  expect(names.filter((name) => !tables.includes(`\`${name}\``))).toEqual([]);
  expect([...documented].filter((name) => !names.includes(name))).toEqual([]);
});

test('the documents count the connections that a server opens to PostgreSQL', () => {
  const { publishing, reading, signIn } = limits.store.connections;
  // And one that looks for new versions, one that asks whether the database is there; NOTIFY has one of its own.
  const withNats = publishing + reading + signIn + 2;
  const words = `up to ${withNats + 1} connections to PostgreSQL: ${publishing} for publishing, ${reading} for reading, ${signIn} for logins`;
  expect(texts.get('README.md')).toContain(words);
  expect(texts.get('capacity.md')).toContain(`| \`connections\` | ${withNats} per server to PostgreSQL, with NATS`);
});

test('the first page leads to every other', () => {
  const first = texts.get('README.md') ?? '';
  expect(pages.filter((name) => name !== 'README.md' && !first.includes(`](${name})`))).toEqual([]);
});

test('every variable of OpenTelemetry that is read has a row in docs/operate, and no other is named there', () => {
  const named = new Set([...texts.values()].flatMap((text) => text.match(/\bOTEL_[A-Z_]+/g) ?? []));
  expect(named).toEqual(new Set(tracingVariables));
  const rows = (texts.get('traces.md') ?? '').match(/^\| `OTEL_[^|]*\|/gm) ?? [];
  expect(tracingVariables.filter((name) => !rows.join('\n').includes(`\`${name}\``))).toEqual([]);
});
