import * as z from 'zod/mini';
import { defineCall } from './call.ts';

export const topicsDetails = defineCall({
  method: 'POST',
  path: '/api/v1/viewtopics/topicsdetails/',
  input: z.strictObject({ currnumtopics: z.number(), topicsId: z.optional(z.string()) }),
  output: z.object({
    user: z.string(),
    sameNumTopics: z.boolean(),
    entities: z.optional(z.array(z.string())),
    groups: z.optional(z.array(z.string())),
    topics: z.optional(z.array(z.string())),
    /** Names the list. */
    topicsId: z.optional(z.string()),
    hasLicense: z.optional(z.boolean()),
  }),
});
