import type { Call } from '@sheetwire/contract/call';
import type { Refusals } from '@sheetwire/contract/described/describe';
import { type ErrorCode, errorCatalogue } from '@sheetwire/contract/errors';
import { needsSeat } from '../guard.ts';
import type { RouteOptions } from '../route.ts';
import type { Json } from './json-schema.ts';

const codes = Object.keys(errorCatalogue).filter((code): code is ErrorCode => code in errorCatalogue);

/** The body of every refusal. */
export const refusalSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      description: 'What was refused and why.',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', enum: codes, description: 'The reason, for programs. It does not change.' },
        message: { type: 'string', description: 'The reason as a sentence to show. It may say more than the example.' },
        have: { type: 'integer', description: 'The current version, with wrong_base_version.' },
        need: { type: 'string', enum: ['workbook'], description: 'What to send first, with workbook_needed.' },
      },
    },
  },
};

const shared = [
  'malformed',
  'not_signed_in',
  'no_license',
  'cross_site',
  'too_large',
  'too_many',
  'busy',
  'wrong_media_type',
  'failed',
  'store_unavailable',
] as const satisfies readonly ErrorCode[];
type SharedRefusal = (typeof shared)[number];

/** The bodies of refusals that many calls share, to be referred to. */
export const refusalExamples: Json = Object.fromEntries(
  shared.map((code) => [code, { summary: errorCatalogue[code].message, value: bodyOf(code) }]),
);

function bodyOf(code: ErrorCode): Json {
  const error = { code, message: errorCatalogue[code].message };
  if (code === 'workbook_needed') return { error: { ...error, need: 'workbook' } };
  return { error: code === 'wrong_base_version' ? { ...error, have: 42 } : error };
}

/** Every refusal of a call by its status, from the catalogue; its own reasons are said. */
export function refusalResponses(call: Call, options: RouteOptions, own: Refusals): Json {
  const ofCall = new Set<ErrorCode>([...sharedRefusals(call, options), ...codes.filter((code) => code in own)]);
  const statuses = new Set(codes.filter((code) => ofCall.has(code)).map((code) => errorCatalogue[code].status));
  return Object.fromEntries(
    [...statuses].map((status) => {
      const here = codes.filter((code) => ofCall.has(code) && errorCatalogue[code].status === status);
      const lines = here.map((code) => `\`${code}\`: ${own[code] ?? `${errorCatalogue[code].message}.`}`);
      const examples = Object.fromEntries(here.map((code) => [code, exampleOf(code, own[code])]));
      const content = { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' }, examples } };
      return [status, { description: lines.join('\n\n'), content }];
    }),
  );
}

function exampleOf(code: ErrorCode, reason: string | undefined): Json {
  return reason === undefined ? { $ref: `#/components/examples/${code}` } : { summary: reason, value: bodyOf(code) };
}

/** What any call of its kind may be refused with, before its own work begins (safety 2). */
export function sharedRefusals({ method }: Call, { access, ignoresCookie }: RouteOptions): SharedRefusal[] {
  return [
    'malformed',
    ...when(access !== 'public', 'not_signed_in'),
    ...when(needsSeat(access), 'no_license'),
    ...when(ignoresCookie !== true, 'cross_site'),
    ...when(method !== 'GET', 'too_large', 'too_many', 'busy'),
    ...when(method === 'POST', 'wrong_media_type'),
    'failed',
    'store_unavailable',
  ];
}

function when(holds: boolean, ...refused: readonly SharedRefusal[]): readonly SharedRefusal[] {
  return holds ? refused : [];
}
