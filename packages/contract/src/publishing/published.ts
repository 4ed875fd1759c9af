import * as z from 'zod/mini';

export const version = z.number().check(z.int(), z.minimum(0));

/** What a publish answers (interfaces 4). */
export const published = z.object({ topic: z.string(), version, time: z.string(), changed: z.boolean() });

/** What a workbook holds and its pages do not show (fidelity 2). */
export const notShown = z.array(z.object({ sheet: z.string(), what: z.string(), count: z.number(), why: z.string() }));

/** The same of a workbook. */
export const publishedWorkbook = z.extend(published, { notShown });
