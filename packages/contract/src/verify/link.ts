import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { topic } from '../shapes.ts';

/** Keeps the version that an address names which leaves the portal: in a file, on paper, with copied cells (time 1). */
export const linkVersion = defineCall({
  method: 'POST',
  path: '/api/v1/reports/link/',
  input: z.strictObject({ topic, version: z.int().check(z.minimum(1)) }),
  output: z.object({ kept: z.boolean() }),
});
