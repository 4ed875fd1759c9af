import type { Call } from '@sheetwire/contract/call';
import { allCalls } from '@sheetwire/contract/calls';
import { callGroups, describedCalls, rulesOf } from '@sheetwire/contract/described/calls';
import { type Chapter, chapterId, chapterName } from '@sheetwire/contract/described/chapters';
import type { Described } from '@sheetwire/contract/described/describe';
import type { Example } from '@sheetwire/contract/described/example';
import { examplesOf } from '@sheetwire/contract/described/examples/all';
import { followReport } from '@sheetwire/contract/described/follow-report';
import { apiGuide } from '@sheetwire/contract/described/guide';
import { stream } from '@sheetwire/contract/live';
import { paths } from '@sheetwire/contract/paths';
import type { FastifyInstance } from 'fastify';
import type { ZodMiniType } from 'zod/mini';
import { encodeAnswer } from '../compress.ts';
import { firstHeader } from '../handler-request.ts';
import type { Access, Route, RouteOptions } from '../route.ts';
import { curlOf } from './curl.ts';
import { isJson, type Json, jsonSchema, takesNothing } from './json-schema.ts';
import { refusalExamples, refusalResponses, refusalSchema } from './refusals.ts';

const sessionOnly = [{ session: [] }];
const security: Readonly<Record<Access, Json[]>> = {
  public: [],
  'signed-in': sessionOnly,
  licensed: sessionOnly,
  super: sessionOnly,
  bearer: [{ bearer: [] }],
  'bearer-or-session': [{ bearer: [] }, ...sessionOnly],
  'bearer-or-licensed': [{ bearer: [] }, ...sessionOnly],
};
/** Who may call, said in words. */
const accessWords: Readonly<Record<Access, string>> = {
  public: 'No login is needed.',
  'signed-in': 'For a logged-in browser.',
  licensed: 'For a logged-in browser of a user with a license seat.',
  super: 'For a logged-in super administrator. Everyone else who is logged in gets `unauthorized`.',
  bearer: 'For programs with an API key or a credential.',
  'bearer-or-session': 'For programs with an API key or a credential, and for a logged-in browser.',
  'bearer-or-licensed':
    'For programs with an API key or a credential, and for a logged-in browser, of a user with a license seat.',
};

/** Every call as OpenAPI, made from the same calls that are served (interfaces 2). */
export function addOpenApi(app: FastifyInstance, routes: readonly Route[], title: string): void {
  let text: string | undefined;
  app.get(paths.openApi, async (request, reply) => {
    text ??= JSON.stringify(openApi(routes, title));
    const { encodedBody, encoding } = await encodeAnswer(text, firstHeader(request.headers['accept-encoding']));
    if (encoding !== undefined) reply.header('Content-Encoding', encoding);
    return reply.header('Vary', 'Accept-Encoding').type('application/json; charset=utf-8').send(encodedBody);
  });
}

/** The OpenAPI 3.1 document of every call; a call without a route, or without words, is a fault of the assembly. */
export function openApi(routes: readonly Route[], title: string): Json {
  const routeOf = new Map(routes.map((route) => [route.call, route]));
  const described: Record<string, Json> = {};
  for (const [name, call] of allCalls) if (!describedCalls.has(call)) throw new Error(`No words describe ${name}`);
  const nameOf = new Map([...allCalls].map(([name, call]) => [call, name]));
  for (const [call, words] of describedCalls) {
    const name = nameOf.get(call) ?? '';
    const path = call.path.replace(/:(\w+)/g, '{$1}');
    const route = routeOf.get(call);
    if (!route) throw new Error(`No route serves ${call.path}`);
    const made = operation({ name, call, words, options: route.options });
    described[path] = { ...described[path], [call.method.toLowerCase()]: made };
    if (call.remote) described[`/remote${path}`] = { post: remote(made, name, path) };
  }
  return {
    openapi: '3.1.0',
    info: { title: `${title} API`, version: '1', description: apiGuide },
    servers: [{ url: '/', description: 'This portal' }],
    tags: callGroups.map(({ name, description }) => ({ name, description })),
    paths: described,
    components: {
      schemas: { Refusal: refusalSchema },
      examples: refusalExamples,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-sheetwire',
          description: 'The session of a logged-in browser.',
        },
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key (swk_…) or a credential (swc_…).' },
      },
    },
  };
}

interface Told {
  readonly name: string;
  readonly call: Call;
  readonly words: Described;
  readonly options: RouteOptions;
}

function operation(told: Told): Json {
  const { name, call, words, options } = told;
  const examples = examplesOf(call);
  const [first = 'safety 2', ...others] = rulesOf(call);
  return {
    operationId: name,
    tags: callGroups.filter(({ calls }) => calls.some(([one]) => one === call)).map((group) => group.name),
    summary: words.summary,
    description: `${words.description}\n\n${accessWords[options.access]}\n\nRules: ${[first, ...others].map(linkTo).join('; ')}.`,
    externalDocs: { description: 'The rules of this call', url: addressOf(first) },
    security: security[options.access],
    parameters: [...pathParameters(told, examples), ...queryParameters(told, examples)],
    ...requestBody(told, examples),
    responses: {
      200: { description: 'Success.', content: answers(told, examples) },
      ...refusalResponses(call, options, words.refusals ?? {}),
    },
    'x-codeSamples': [
      ...examples.map((one) => ({ lang: 'Shell', label: one.title, source: curlOf(one, options) })),
      ...(call === stream ? [followReport] : []),
    ],
  };
}

/** A chapter as Markdown links to it; the portal serves it on the page of the reference, with no other host. */
function linkTo(chapter: Chapter): string {
  return `[${chapterName(chapter)}](${addressOf(chapter)})`;
}

function addressOf(chapter: Chapter): string {
  return `${paths.reference}#${chapterId(chapter)}`;
}

/** The same call where only addresses below /remote are let through. */
function remote(made: Json, name: string, path: string): Json {
  const { 'x-codeSamples': _, ...same } = made;
  const description = `The same call as \`${path}\`, for a portal that is reached under /remote.`;
  return { ...same, operationId: `${name}.remote`, summary: `${String(made.summary)}, under /remote`, description };
}

function requestBody({ call, words }: Told, examples: readonly Example[]): Json {
  if (call.method === 'GET') return {};
  const given = named(examples.filter(({ body }) => body !== undefined).map((one) => [one.title, one.body]));
  if (call.method === 'PUT') {
    const description = 'The file, unchanged.';
    return {
      requestBody: { description, required: true, content: { 'application/octet-stream': { examples: given } } },
    };
  }
  if (takesNothing(call.input)) return {};
  const schema = jsonSchema(call.input, 'input', words.input);
  return { requestBody: { required: true, content: { 'application/json': { schema, examples: given } } } };
}

function answers({ call, words }: Told, examples: readonly Example[]): Json {
  const given = named(examples.map((one) => [one.title, one.answer]));
  if (words.answerType) return { [words.answerType]: { schema: { type: 'string' }, examples: given } };
  return { 'application/json': { schema: jsonSchema(call.output, 'output', words.output), examples: given } };
}

function pathParameters({ call, words }: Told, examples: readonly Example[]): Json[] {
  const names = [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  return names.map((name) => ({
    name,
    in: 'path',
    required: true,
    description: words.parameters?.[name],
    schema: { type: 'string' },
    examples: named(examples.map((one) => [one.title, one.params?.[name]])),
  }));
}

function queryParameters({ call, words }: Told, examples: readonly Example[]): Json[] {
  const isGet = call.method === 'GET';
  const schema: ZodMiniType | undefined = isGet ? call.input : call.query;
  if (schema === undefined) return [];
  const { properties, required } = jsonSchema(schema, 'input', isGet ? words.input : (words.parameters ?? {}));
  const needed = new Set(Array.isArray(required) ? required : []);
  return Object.entries(isJson(properties) ? properties : {}).map(([name, field]) => {
    const { description, 'x-takes': takes, ...plain } = isJson(field) ? field : {};
    const given = named(examples.map((one) => [one.title, one.query?.[name]]));
    return {
      name,
      in: 'query',
      required: needed.has(name),
      description,
      'x-takes': takes,
      schema: plain,
      examples: given,
    };
  });
}

/** Examples by a key that is made of their title; those without a value here are left out. */
function named(examples: readonly (readonly [title: string, value: unknown])[]): Json {
  const found = examples.filter(([, value]) => value !== undefined);
  return Object.fromEntries(found.map(([title, value], n) => [keyOf(title, n), { summary: title, value }]));
}

function keyOf(title: string, n: number): string {
  return `${n + 1}-${title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
}
