import type { Call } from '@sheetwire/contract/call';
import { allCalls } from '@sheetwire/contract/calls';
import { errorCatalogue } from '@sheetwire/contract/errors';
import { paths } from '@sheetwire/contract/paths';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Route } from './route.ts';

type Json = Record<string, unknown>;

const refusal = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', enum: Object.keys(errorCatalogue) },
        message: { type: 'string' },
        have: { type: 'integer' },
      },
    },
  },
};
const sessionOnly = [{ session: [] }];
const security: Readonly<Record<string, Json[]>> = {
  public: [],
  'signed-in': sessionOnly,
  licensed: sessionOnly,
  super: sessionOnly,
  bearer: [{ bearer: [] }],
  'bearer-or-session': [{ bearer: [] }, ...sessionOnly],
};

/** Every call as OpenAPI, made from the same calls that are served (interfaces 2). */
export function addOpenApi(app: FastifyInstance, routes: readonly Route[], title: string): void {
  let text: string | undefined;
  app.get(paths.openApi, async (_, reply) => {
    text ??= JSON.stringify(openApi(routes, title));
    return reply.type('application/json; charset=utf-8').send(text);
  });
}

/** The OpenAPI 3.1 document of every call; a call without a route is a fault of the assembly. */
export function openApi(routes: readonly Route[], title: string): Json {
  const routeOf = new Map(routes.map((route) => [route.call, route]));
  const paths: Record<string, Json> = {};
  for (const [name, call] of allCalls) {
    const path = call.path.replace(/:(\w+)/g, '{$1}');
    const route = routeOf.get(call);
    if (!route) throw new Error(`No route serves ${name}`);
    const described = operation(name, call, route);
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: described };
    if (call.remote) paths[`/remote${path}`] = { post: { ...described, operationId: `${name}.remote` } };
  }
  return {
    openapi: '3.1.0',
    info: { title: `${title} API`, version: '1' },
    paths,
    components: {
      schemas: { Refusal: refusal },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-sheetwire' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
  };
}

function operation(name: string, call: Call, route: Route): Json {
  const refused = { description: 'Refused', content: json({ $ref: '#/components/schemas/Refusal' }) };
  return {
    operationId: name,
    tags: [name.split('.')[0]],
    ...(call.decided === undefined ? {} : { description: `Decided: ${call.decided}` }),
    security: security[route.options.access],
    parameters: [...pathParameters(call), ...queryParameters(call.method === 'GET' ? call.input : call.query)],
    ...requestBody(call),
    responses: { 200: { description: 'Answered', content: json(schemaOf(call.output, 'output')) }, default: refused },
  };
}

function requestBody(call: Call): Json {
  if (call.method === 'GET') return {};
  if (call.method === 'PUT') return { requestBody: { content: { 'application/octet-stream': {} } } };
  return { requestBody: { content: json(schemaOf(call.input, 'input')) } };
}

function pathParameters(call: Call): Json[] {
  const names = [...call.path.matchAll(/:(\w+)/g)].map((match) => match[1]);
  return names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
}

function queryParameters(schema: z.ZodMiniType | undefined): Json[] {
  if (schema === undefined) return [];
  const { properties, required } = schemaOf(schema, 'input');
  const needed = new Set(Array.isArray(required) ? required : []);
  return Object.entries(isJson(properties) ? properties : {}).map(([name, described]) => ({
    name,
    in: 'query',
    required: needed.has(name),
    schema: described,
  }));
}

/** A parser inside a schema has no form of its own: its input is described, its result is any. */
function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return described;
}

function json(schema: Json): Json {
  return { 'application/json': { schema } };
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}
