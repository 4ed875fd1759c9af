import * as z from 'zod/mini';
import { defineCall } from './call.ts';

export const topicsDetails = defineCall({
  method: 'POST',
  path: '/api/v1/viewtopics/topicsdetails/',
  input: z.strictObject({ currnumtopics: z.number() }),
  output: z.object({
    user: z.string(),
    sameNumTopics: z.boolean(),
    entities: z.optional(z.array(z.string())),
    groups: z.optional(z.array(z.string())),
    topics: z.optional(z.array(z.string())),
    hasLicense: z.optional(z.boolean()),
  }),
});
