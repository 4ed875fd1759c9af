import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { limits } from '../limits.ts';
import { topic } from '../shapes.ts';
import { published } from './published.ts';

/** A version that is kept. */
const keptVersion = z.int().check(z.minimum(1));
/** One line of words. */
const words = (most: number) => z.string().check(z.maxLength(most));

/** Gives a version a tag, which keeps it; an empty one takes it away (time 4). */
export const publishTag = defineCall({
  method: 'POST',
  path: '/api/v1/publish/tag/',
  input: z.strictObject({ topic, version: keptVersion, tag: words(limits.past.tagText) }),
  output: published,
});
/** Publishes an earlier version again and holds the publisher (time 4). */
export const publishRollback = defineCall({
  method: 'POST',
  path: '/api/v1/publish/rollback/',
  input: z.strictObject({ topic, version: keptVersion, reason: words(limits.past.reason) }),
  output: published,
});
/** Lets what is held go on, or not: the publisher after a rollback, or a publish that waits for approval (time 4, 5). */
export const publishRelease = defineCall({
  method: 'POST',
  path: '/api/v1/publish/release/',
  input: z.strictObject({
    topic,
    /** Of the rollback, or the number of the publish that waits. */
    version: keptVersion,
    accept: z.boolean(),
    /** Of the publish that waits, as it was looked at: no other is released. */
    revision: z.optional(z.int().check(z.minimum(1))),
    reason: z.optional(words(limits.past.reason)),
  }),
  output: published,
});
