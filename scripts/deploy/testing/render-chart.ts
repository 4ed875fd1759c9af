import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseYaml, stringifyYaml } from '@redocly/openapi-core';
import * as z from 'zod';
import { root } from '../../steps.ts';
import { type Func, GoTemplates, isTrue, type Value } from './go-template.ts';

export const chart: string = join(root, 'deploy/helm/sheetwire');
const read = (path: string) => readFileSync(join(chart, path), 'utf8');

/** A thing of Kubernetes, as far as it is looked at here. */
export interface Made {
  readonly file: string;
  readonly kind: string;
  readonly text: string;
  readonly body: Value;
}

const made = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), labels: z.record(z.string(), z.string()) }),
});

/** What the chart makes with these values over its own, which must fit its schema, beside what runs; faults are thrown. */
export function renderChart(given: Readonly<Record<string, Value>>, running: Value = {}): Made[] {
  const values = over(parseYaml(read('values.yaml')), given);
  const { anyOf, ...schema } = JSON.parse(read('values.schema.json'));
  // Apart: zod lets what one of two schemas does not know pass when the other does.
  for (const part of [schema, { anyOf }]) z.fromJSONSchema(part).parse(values);
  const about = z.object({ appVersion: z.string() }).parse(parseYaml(read('Chart.yaml')));
  const dot = {
    Values: values,
    Release: { Name: 'reports', Namespace: 'portal', Service: 'Helm' },
    Chart: { AppVersion: about.appVersion },
  };
  const templates = new GoTemplates({ ...functions, lookup: () => running });
  templates.render(read('templates/_helpers.tpl'), dot);
  const files = readdirSync(join(chart, 'templates'), { recursive: true, encoding: 'utf8' }).toSorted();
  templates.render(read('templates/NOTES.txt'), dot);
  return files
    .filter((file) => file.endsWith('.yaml'))
    .flatMap((file) => thingsOf(file, templates.render(read(`templates/${file}`), dot)));
}

function thingsOf(file: string, text: string): Made[] {
  const parts = text.split(/^---$/m).filter((part) => part.trim() !== '');
  return parts.map((part) => {
    const body: Value = parseYaml(part);
    return { file, kind: made.parse(body).kind, text: part, body };
  });
}

/** As Helm puts values over those of the chart: maps by their keys, all else whole. */
function over(under: Value, upper: Value): Value {
  if (!isMap(under) || !isMap(upper)) return upper === undefined ? under : upper;
  const names = new Set([...Object.keys(under), ...Object.keys(upper)]);
  return Object.fromEntries([...names].map((name) => [name, over(under[name], upper[name])]));
}

function isMap(value: Value): value is Readonly<Record<string, Value>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function indented(width: number, text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : ' '.repeat(width) + line))
    .join('\n');
}

/** Those of Go and of Helm that the chart uses. */
const functions: Readonly<Record<string, Func>> = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  gt: (a, b) => Number(a) > Number(b),
  not: (value) => !isTrue(value),
  and: (...given) => given.find((value) => !isTrue(value)) ?? given.at(-1),
  or: (...given) => given.find(isTrue) ?? given.at(-1),
  int: (value) => Math.trunc(Number(value)),
  add: (...given) => given.reduce((sum: number, value) => sum + Number(value), 0),
  quote: (value) => JSON.stringify(String(value)),
  default: (byDefault, value) => (isTrue(value) ? value : byDefault),
  trunc: (length, text) => String(text).slice(0, Number(length)),
  trimSuffix: (end, text) => (String(text).endsWith(String(end)) ? String(text).slice(0, -String(end).length) : text),
  trimPrefix: (start, text) =>
    String(text).startsWith(String(start)) ? String(text).slice(String(start).length) : text,
  printf: (form, ...given) => given.reduce((text: string, one) => text.replace('%s', String(one)), String(form)),
  list: (...given) => given,
  has: (value, list) => Array.isArray(list) && list.includes(value),
  join: (separator, list) => (Array.isArray(list) ? list.join(String(separator)) : ''),
  regexReplaceAll: (expression, text, by) => String(text).replaceAll(new RegExp(String(expression), 'g'), String(by)),
  nindent: (width, text) => `\n${indented(Number(width), String(text).trim())}`,
  toYaml: (value) => stringifyYaml(value).trimEnd(),
  dict: (...given) => Object.fromEntries(given.flatMap((name, at) => (at % 2 === 0 ? [[name, given[at + 1]]] : []))),
  merge: (...given) => Object.assign({}, ...given.toReversed()),
  fail: (words) => {
    throw new Error(String(words));
  },
};
