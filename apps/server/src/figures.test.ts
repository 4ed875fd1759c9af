import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseYaml } from '@redocly/openapi-core';
import { login } from '@sheetwire/contract/accounts';
import { stream, watch } from '@sheetwire/contract/live';
import { publishReport } from '@sheetwire/contract/publish';
import * as tokens from '@sheetwire/contract/tokens';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { controlSocketPath, sendCommand } from '#identity/operator/control-socket.ts';
import { type Served, serve } from './serve.ts';
import { parseSettings } from './settings/settings.ts';
import { type Figures, readFigures } from './testing/read-figures.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const ann = { command: 'add', user: 'DEMO/ann', email: 'ann@example.com', password: 'a long password' };
const topic = 'DEMO/RATES/DAILY';
const page = (value: string) => [
  { name: 'P', html: `<table><tbody><tr><td data-cell="A1">${value}</td></tr></tbody></table>` },
];

let dataDir = '';
let served: Served;
let figures: Figures;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sheetwire-figures-'));
  const own = { SHEETWIRE_PORT: '0', SHEETWIRE_DATA_DIR: dataDir, SHEETWIRE_LOG_LEVEL: 'silent' };
  const settings = parseSettings(own);
  if ('faults' in settings) throw new Error(settings.faults.join('; '));
  const clock = { now: () => Date.now(), steady: () => performance.now() };
  const chance = { bytes: (count: number) => randomBytes(count) };
  served = await serve({ ...settings, clock, chance, webDir: undefined });
  await use();
  figures = readFigures(await scrape());
});
afterAll(async () => {
  await served.close();
  rmSync(dataDir, { recursive: true });
});

async function scrape(): Promise<string> {
  return (await fetch(`${served.url}/metrics`)).text();
}

function post(path: string, body: unknown, headers: Record<string, string>): Promise<Response> {
  const all = { 'content-type': 'application/json', origin: served.url, ...headers };
  return fetch(`${served.url}${path}`, { method: 'POST', headers: all, body: JSON.stringify(body) });
}

/** A viewer and two publishes, so that what has labels has them. */
async function use(): Promise<void> {
  await sendCommand(controlSocketPath(dataDir), ann);
  const entered = await post(login.path, { user: ann.user, password: ann.password }, {});
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
  const made = await post(tokens.newApiKey.path, { name: 'bot' }, { cookie });
  const bot = { authorization: `Bearer ${tokens.newApiKey.output.parse(await made.json()).key}` };
  await post(publishReport.path, { topic, pages: page('1') }, bot);
  const { body } = await fetch(`${served.url}${stream.path}`, { headers: { cookie } });
  const lines = body?.pipeThrough(new TextDecoderStream()).getReader();
  const said = async (pattern: RegExp) => {
    for (let text = ''; ; ) {
      const { value, done } = (await lines?.read()) ?? { value: undefined, done: true };
      text += value ?? '';
      const found = pattern.exec(text)?.[1];
      if (found !== undefined) return found;
      if (done) throw new Error(`the stream ended: ${text}`);
    }
  };
  const streamId = await said(/"streamId":"([^"]+)"/);
  await post(watch.path, { streamId, topics: [{ topic, version: 1 }] }, { cookie });
  await post(publishReport.path, { topic, pages: page('2') }, bot);
  await said(/event: (delta)/);
  await lines?.cancel();
}

const value = (series: string) => figures.samples.find((sample) => sample.series === series)?.value;

test('each figure has a name, a type and a unit by the conventions of Prometheus', () => {
  const faults = [...figures.families].flatMap(([name, { type, help }]) => {
    const says = (isFault: boolean, fault: string) => (isFault ? [`${name}: ${fault}`] : []);
    return [
      ...says(!/^sheetwire_[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name), 'name'),
      ...says((type === 'counter') !== name.endsWith('_total'), '_total belongs to counters'),
      ...says(/_(count|sum|bucket)$/.test(name), 'an ending of histograms'),
      ...says(/(^|_)(counter|gauge|histogram|metric)(_|$)/.test(name), 'its type in its name'),
      ...says(/(^|_)(ms|milliseconds?|micros|minutes?|hours?|kib|mib|kb|mb|megabytes|percent)(_|$)/.test(name), 'unit'),
      ...says(/seconds|bytes/.test(name) && !/_(seconds|bytes)(_total)?$/.test(name), 'the unit comes last'),
      ...says(type === 'histogram' && !name.endsWith('_seconds'), 'durations are seconds'),
      ...says(help.length < 5 || !help.endsWith('.'), 'help'),
    ];
  });
  expect(faults).toEqual([]);
  expect(figures.families.size).toBeGreaterThan(25);
});

test('each sample belongs to a family that was named before it, once, and buckets only grow', () => {
  expect(figures.strays).toEqual([]);
  expect(new Set(figures.samples.map(({ series }) => series)).size).toBe(figures.samples.length);
  for (const [name, { type }] of figures.families) {
    if (type !== 'histogram') continue;
    const buckets = Map.groupBy(
      figures.samples.filter((sample) => sample.name === `${name}_bucket`),
      ({ labels }) => JSON.stringify({ ...labels, le: '' }),
    );
    for (const series of buckets.values()) {
      const counts = series.map((sample) => sample.value);
      expect(counts, name).toEqual(counts.toSorted((a, b) => a - b));
      expect(series.at(-1)?.labels.le).toBe('+Inf');
    }
  }
});

test('no label names a report, a user or an address', () => {
  const text = figures.samples.map(({ series }) => series).join('\n');
  expect(/DEMO|ann|RATES|127\.0\.0\.1|bot/i.exec(text)?.[0]).toBeUndefined();
  const labels = new Set(figures.samples.flatMap((sample) => Object.keys(sample.labels)));
  const known = [
    'version',
    'node',
    'store',
    'bus',
    'call',
    'status',
    'publish',
    'result',
    'reason',
    'source',
    'form',
    'le',
  ];
  expect([...labels].filter((label) => !known.includes(label))).toEqual([]);
});

test('a publish is timed to its acknowledgement, to its commit and to its viewers, and told as what it was', () => {
  expect(value('sheetwire_publish_to_ack_duration_seconds_count{publish="report"}')).toBe(2);
  expect(value('sheetwire_store_commit_duration_seconds_count')).toBe(2);
  expect(value('sheetwire_publish_to_fanout_duration_seconds_count')).toBe(1);
  expect(value('sheetwire_versions_total{source="own",form="delta"}')).toBe(1);
  expect(value('sheetwire_versions_total{source="own",form="whole"}')).toBe(1);
  expect(value('sheetwire_deltas_delivered_total')).toBe(1);
  expect(value('sheetwire_controls_duration_seconds_count{result="updated"}')).toBe(0);
  expect(value('sheetwire_store_up')).toBe(1);
  expect([value('sheetwire_bus_up'), value('sheetwire_bus_breaks_total'), value('sheetwire_bus_gaps_total')]).toEqual([
    1, 0, 0,
  ]);
});

test('probes and scrapes are no calls: a server that is stopping does not fail any', async () => {
  const probes = ['/healthz', '/readyz', '/metrics'];
  const answered = async () =>
    readFigures(await scrape()).samples.reduce(
      (sum, { name, value }) => sum + (name === 'sheetwire_http_requests_total' ? value : 0),
      0,
    );
  const before = await answered();
  for (const path of [...probes, '/nothing']) await (await fetch(`${served.url}${path}`)).text();
  await expect.poll(answered).toBe(before + 1);
});

test('two scrapers do not take anything from each other', async () => {
  const [one, other] = [readFigures(await scrape()), readFigures(await scrape())];
  const later = new Map(other.samples.map(({ series, value }) => [series, value]));
  const growing = one.samples.filter(({ name }) => /_(total|count|sum|bucket)$/.test(name));
  expect(growing.filter(({ series, value }) => (later.get(series) ?? -1) < value)).toEqual([]);
  const longest = 'sheetwire_event_loop_delay_max_seconds';
  const before = one.samples.find(({ name }) => name === longest)?.value ?? Number.NaN;
  expect(later.get(longest)).toBeGreaterThanOrEqual(before);
});

test('the page on figures has a row for each with its type and labels, and no other', () => {
  const rows = [...read('docs/operate/figures/README.md').matchAll(/^\| `(\w+)` \| (\w+) \|([^|]*)\|/gm)];
  const documented = rows.map(([, name, type, labels = '']) => [name, type, labels.match(/\w+/g) ?? []]);
  const real = [...figures.families].map(([name, { type }]) => {
    const first = figures.samples.find((sample) => sample.family === name);
    return [name, type, Object.keys(first?.labels ?? {}).filter((label) => label !== 'le')];
  });
  const sorted = (list: unknown[][]) => list.toSorted((a, b) => String(a[0]).localeCompare(String(b[0])));
  expect(sorted(documented)).toEqual(sorted(real));
});

const ruleFile = z.object({
  groups: z.array(
    z.object({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string(),
          expr: z.string(),
          for: z.optional(z.string().check(z.regex(/^\d+[mh]$/))),
          labels: z.strictObject({ severity: z.enum(['warning', 'critical']) }),
          annotations: z.strictObject({ summary: z.string(), runbook_url: z.string() }),
        }),
      ),
    }),
  ),
});
const dashboard = z.object({
  panels: z.array(z.object({ id: z.number(), title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
});
const rules = () =>
  ruleFile.parse(parseYaml(read('deploy/prometheus/sheetwire.rules.yaml'))).groups.flatMap((group) => group.rules);

/** The series of an expression that the server does not have, and what is asked of the others that they have not. */
function faultsOf(expr: string): string[] {
  return [...expr.matchAll(/(sheetwire_\w+)(?:\{([^}]*)\})?/g)].flatMap(([, name = '', selector = '']) => {
    const sample = figures.samples.find((one) => one.name === name);
    if (!sample) return [`${name} does not exist`];
    const asked = [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label);
    const own = ['job', 'instance', ...Object.keys(sample.labels)];
    const isCounted = /_(total|bucket|count|sum)$/.test(name);
    const isRated = new RegExp(`(rate|increase)\\(${name}\\b`).test(expr);
    return [
      ...asked.filter((label) => !own.includes(label)).map((label) => `${name} has no label ${label}`),
      ...(isCounted && !isRated ? [`${name} is used without rate or increase`] : []),
    ];
  });
}

test('a figure that does not exist, a label that it has not and a counter that is read as it stands are found', () => {
  const wrong = 'sheetwire_nothing + rate(sheetwire_versions_total{topic="A"}[5m]) + sheetwire_bus_gaps_total';
  expect(faultsOf(wrong)).toEqual([
    'sheetwire_nothing does not exist',
    'sheetwire_versions_total has no label topic',
    'sheetwire_bus_gaps_total is used without rate or increase',
  ]);
});

test('the alerts are nine, ask for figures that exist, and each leads to its page', () => {
  expect(rules()).toHaveLength(9);
  expect(rules().flatMap(({ expr }) => faultsOf(expr))).toEqual([]);
  for (const { alert, annotations } of rules()) {
    expect(read(annotations.runbook_url), alert).toMatch(new RegExp(`^# ${alert}\n`));
  }
  const pages = readdirSync(join(root, 'docs/operate/runbooks')).filter((name) => name !== 'README.md');
  const named = rules().map(({ annotations }) => annotations.runbook_url.split('/').at(-1));
  expect(new Set(pages)).toEqual(new Set(named));
});

/** Aggregations that put together what several portals say: they do not keep the job. */
const mixedIn = (expr: string) =>
  [...expr.matchAll(/\b(?:sum|min|max|avg|count|group|topk|quantile)\b(?! by \(job\b)(?=\s*(?:by|without|\())/g)].map(
    ([found]) => found,
  );

test('no alert puts portals together, each of which is a job of its own', () => {
  expect(mixedIn('max(a) > 0 and sum by (le) (b) or count by (job) (count by (version) (c))')).toEqual([
    'max',
    'sum',
    'count',
  ]);
  expect(rules().flatMap(({ alert, expr }) => mixedIn(expr).map((found) => `${alert}: ${found}`))).toEqual([]);
  const gone = rules().find(({ alert }) => alert === 'SheetwireServerGone')?.expr;
  expect(gone).toMatch(/group by \(job\) \(last_over_time\(sheetwire_build_info\[1d\]\)\)\s+unless group by \(job\)/);
});

test('a server that is gone, and a connection to the others that stays broken, are alerts', () => {
  const exprOf = (name: string) => rules().find(({ alert }) => alert === name)?.expr ?? '';
  expect(exprOf('SheetwireServerGone')).toMatch(/\bup == 0\b/);
  expect(exprOf('SheetwireServerGone')).toMatch(/absent\(last_over_time\(sheetwire_build_info\b/);
  expect(exprOf('SheetwireBusBreaks')).toMatch(/sheetwire_bus_up\) == 0/);
});

test('the dashboard asks for figures that exist, and shows every one of them', () => {
  const { panels } = dashboard.parse(JSON.parse(read('deploy/grafana/sheetwire.json')));
  const asked = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  expect(asked.flatMap(faultsOf)).toEqual([]);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const shown = asked.join('\n');
  expect([...figures.families.keys()].filter((name) => !shown.includes(name))).toEqual([]);
  // Many short turns hide how little of its time a loop waits: their sum tells.
  expect(shown).toContain('sheetwire_event_loop_delay_seconds_sum');
});

test('the runbooks name figures and pages that exist', () => {
  for (const name of readdirSync(join(root, 'docs/operate/runbooks'))) {
    const text = read(`docs/operate/runbooks/${name}`);
    const named = text.match(/sheetwire_\w+/g) ?? [];
    expect(named.filter((series) => !figures.samples.some((sample) => sample.name.startsWith(series)))).toEqual([]);
    for (const [, path = ''] of text.matchAll(/\]\(([^)#]+)/g)) {
      expect(existsSync(join(root, 'docs/operate/runbooks', path)), path).toBe(true);
    }
  }
});
