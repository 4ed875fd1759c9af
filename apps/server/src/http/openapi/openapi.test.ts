import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { allCalls } from '@sheetwire/contract/calls';
import { describedCalls } from '@sheetwire/contract/described/calls';
import { chapters } from '@sheetwire/contract/described/chapters';
import { fieldsOf } from '@sheetwire/contract/described/schema';
import { errorCatalogue } from '@sheetwire/contract/errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { isJson, type Json } from './json-schema.ts';
import { sharedRefusals } from './refusals.ts';

let server: TestApp;
let document: Json;
let text: string;
beforeAll(async () => {
  server = await startTestApp();
  text = (await server.app.fastify.inject('/api/openapi.json')).body;
  document = JSON.parse(text);
});
afterAll(() => server.stop());

interface Parameter extends Json {
  readonly name: string;
  readonly description?: string;
}
interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly externalDocs?: { readonly url: string };
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Json };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content: Json }>>;
  readonly 'x-codeSamples'?: readonly { readonly source: string }[];
}

function operations(): Operation[] {
  const { paths } = document as { paths: Record<string, Record<string, Operation>> };
  return Object.values(paths).flatMap((methods) => Object.values(methods));
}

/** The operations that lack something, by name. */
function without(has: (operation: Operation) => unknown): string[] {
  return operations()
    .filter((operation) => !has(operation))
    .map(({ operationId }) => operationId);
}

test('every call of the contract is described, under its name', () => {
  const names = operations().map(({ operationId }) => operationId);
  expect(names.sort()).toEqual([...allCalls.keys(), 'reports.onControlAction.remote'].sort());
  expect([...describedCalls.keys()].filter((call) => ![...allCalls.values()].includes(call))).toEqual([]);
});

test('no call is without summary, description, group, example and refusals', () => {
  expect(without(({ summary }) => summary && /^[A-Z][^.\n]{5,60}$/.test(summary))).toEqual([]);
  expect(without(({ description }) => (description?.length ?? 0) > 40)).toEqual([]);
  expect(without(({ tags }) => tags.length === 1)).toEqual([]);
  expect(without(({ responses }) => examplesIn(responses['200']?.content).length > 0)).toEqual([]);
  expect(without(({ requestBody }) => !requestBody || examplesIn(requestBody.content).length > 0)).toEqual([]);
  const samples = operations().filter(({ operationId }) => !operationId.endsWith('.remote'));
  expect(samples.filter((one) => !one['x-codeSamples']?.[0]?.source.startsWith('curl '))).toEqual([]);
});

function examplesIn(content: unknown): unknown[] {
  if (!isJson(content)) return [];
  return Object.values(content).flatMap((media) =>
    isJson(media) && isJson(media.examples) ? Object.values(media.examples) : [],
  );
}

test('each refusal of a call stands at its status with its code and a sentence', () => {
  for (const operation of operations()) {
    const refused = Object.entries(operation.responses).filter(([status]) => status !== '200');
    expect(
      refused.map(([status]) => status),
      operation.operationId,
    ).toEqual(expect.arrayContaining(['400', '500']));
    for (const [status, { description, content }] of refused) {
      const media = content['application/json'];
      const codes = Object.keys(isJson(media) && isJson(media.examples) ? media.examples : {});
      expect(codes.length).toBeGreaterThan(0);
      for (const code of codes) {
        expect(Object.entries(errorCatalogue).find(([known]) => known === code)?.[1].status).toBe(Number(status));
        expect(description).toMatch(new RegExp(`\`${code}\`: [A-Z].{8,}\\.`));
      }
    }
  }
});

/** Fields of a schema that are not explained by a sentence, with those below them. */
function unexplained(schema: unknown, at: string): string[] {
  if (!isJson(schema)) return [];
  const fields = Object.entries(isJson(schema.properties) ? schema.properties : {});
  return [
    ...fields.flatMap(([name, field]) => [
      ...(isExplained(field) ? [] : [`${at}.${name}`]),
      ...unexplained(field, `${at}.${name}`),
    ]),
    ...unexplained(schema.items, at),
    ...(Array.isArray(schema.anyOf) ? schema.anyOf.flatMap((part) => unexplained(part, at)) : []),
  ];
}

function isExplained(field: unknown): boolean {
  return isJson(field) && typeof field.description === 'string' && /^\S.*\.$/s.test(field.description);
}

test('no field, path part or query is without its meaning', () => {
  const { components } = document as { components: { schemas: Json } };
  const found = operations().flatMap(({ operationId, parameters, requestBody, responses }) => [
    ...[requestBody?.content, ...Object.values(responses).map(({ content }) => content)]
      .flatMap((content) => Object.values(content ?? {}))
      .flatMap((media) => (isJson(media) ? unexplained(media.schema, operationId) : [])),
    ...parameters.filter((one) => !isExplained(one)).map(({ name }) => `${operationId}?${name}`),
  ]);
  expect([...found, ...unexplained(components.schemas.Refusal, 'Refusal')]).toEqual([]);
});

test('each call cites the chapters with its rules, which the portal serves itself', () => {
  const ids = Object.keys(chapters).map((chapter) => `/api/#${chapter.replace(' ', '-')}`);
  for (const { operationId, description = '', externalDocs } of operations()) {
    if (operationId.endsWith('.remote')) continue;
    const cited = [...description.matchAll(/\]\(([^)]+)\)/g)].map(([, address]) => address);
    expect(description, operationId).toMatch(/\n\nRules: \[[^\n]+\)\.$/);
    expect(ids, operationId).toEqual(expect.arrayContaining(cited));
    expect(cited[0], operationId).toBe(externalDocs?.url);
  }
});

test('no meaning is said of a field that a call does not have', () => {
  for (const [call, { input, output }] of describedCalls) {
    expect(Object.keys(input).sort(), call.path).toEqual([...fieldsOf(call.input).keys()].sort());
    expect(Object.keys(output).sort(), call.path).toEqual([...fieldsOf(call.output).keys()].sort());
  }
});

test('nothing in it speaks to those who build the portal', () => {
  const inside =
    /\bdecided\b|interfaces \d|\bspec \d|semantics|safety \d|clause|docs\/|\bours\b|\.ts\b|TODO|gropic is/gi;
  const own = text.replaceAll(/\[[^\]]+\]\(\/api\/#[^)]+\)|"\/api\/#[^"]+"/g, '');
  expect([...own.matchAll(inside)].map(([found]) => found).filter((found) => found !== 'decided')).toEqual([]);
  expect(text).not.toContain('Decided:');
});

test('two validators have nothing to object to, examples held to their shapes', { timeout: 120_000 }, async () => {
  const validated = await new Validator().validate(JSON.parse(text));
  expect(validated.errors ?? []).toEqual([]);
  expect(validated.valid).toBe(true);
  const rules = {
    'operation-summary': 'error',
    'operation-description': 'error',
    'tag-description': 'error',
    'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: false },
    'no-invalid-parameter-examples': 'error',
    'operation-4xx-response': 'error',
    'no-server-example.com': 'error',
  } as const;
  const config = await createConfig({
    extends: ['minimal', 'recommended-strict'],
    rules: { ...rules, 'info-license': 'off', 'no-path-trailing-slash': 'off' },
  });
  const problems = await lintFromString({ source: text, config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
});

test('what any call of its kind may be refused with is what it answers', async () => {
  const { fastify, routes } = server.app;
  for (const { call, options } of routes) {
    const shared = sharedRefusals(call, options);
    const url = call.path.replace(/:\w+/g, 'X');
    const codeOf = async (headers: Record<string, string>, payload?: string) => {
      const answer = await fastify.inject({ method: call.method, url, headers, ...(payload && { payload }) });
      return answer.statusCode === 200 ? 'answered' : answer.json().error.code;
    };
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example', cookie: '__Host-sheetwire=x' };
    const own = { 'sec-fetch-site': 'same-origin' };
    if (shared.includes('cross_site')) expect(await codeOf(foreign), call.path).toBe('cross_site');
    if (shared.includes('not_signed_in')) expect(await codeOf(own), call.path).toBe('not_signed_in');
    else if (shared.includes('wrong_media_type'))
      expect(await codeOf({ ...own, 'content-type': 'text/plain' }, '{}'), call.path).toBe('wrong_media_type');
  }
});

test('what only some calls are refused with is said of each that answers it', () => {
  const statusesOf = (name: string) =>
    Object.keys(operations().find(({ operationId }) => operationId === name)?.responses ?? {});
  // A page that a cell's history is asked of may be gone; the portal's own publishes meet holds and leases as others do.
  expect(statusesOf('reports.cellHistory')).toContain('422');
  for (const name of ['publishing.sendWorkbook', 'publishing.previewWorkbook'])
    expect(statusesOf(name)).toContain('409');
});

test('it is compressed for who takes that', async () => {
  const { headers, rawPayload } = await server.app.fastify.inject({
    url: '/api/openapi.json',
    headers: { 'accept-encoding': 'br' },
  });
  expect([headers['content-encoding'], headers.vary]).toEqual(['br', 'Accept-Encoding']);
  expect(rawPayload.length).toBeLessThan(text.length / 4);
});
