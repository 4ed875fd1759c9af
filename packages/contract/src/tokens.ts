import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { empty, nothing, shortText } from './shapes.ts';

export const newToken = defineCall({
  method: 'POST',
  path: '/api/v1/tokens/newtoken/',
  input: z.optional(z.union([nothing, z.null()])),
  query: z.strictObject({ manualGen: z.optional(z.string()), tokenApp: z.optional(shortText) }),
  output: z.object({ token: z.string(), timeGeneratedUtc: z.string() }),
});
export const exchange = defineCall({
  method: 'POST',
  path: '/api/v1/tokens/exchange/',
  input: z.strictObject({ token: shortText, app: shortText, instanceId: shortText, version: shortText }),
  output: z.object({ credential: z.string(), user: z.string(), expiresUtc: z.string() }),
});
export const newApiKey = defineCall({
  method: 'POST',
  path: '/api/v1/tokens/apikeys/',
  input: z.strictObject({ name: shortText }),
  output: z.object({ id: z.string(), key: z.string() }),
});
export const listApiKeys = defineCall({
  method: 'POST',
  path: '/api/v1/tokens/apikeys/list/',
  input: nothing,
  output: z.object({
    keys: z.array(
      z.object({ id: z.string(), name: z.string(), createdUtc: z.string(), lastUsedUtc: z.nullable(z.string()) }),
    ),
  }),
});
export const revokeApiKey = defineCall({
  method: 'POST',
  path: '/api/v1/tokens/apikeys/revoke/',
  input: z.strictObject({ id: shortText }),
  output: empty,
});
