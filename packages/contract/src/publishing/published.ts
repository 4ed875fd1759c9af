import * as z from 'zod/mini';
import { listOf } from '../bounded.ts';
import { brokenRule, heldPublish } from '../guard/rules.ts';
import { limits } from '../limits.ts';
import { shortText } from '../shapes.ts';

export const version = z.number().check(z.int(), z.minimum(0));

/** What a publish answers (interfaces 4). */
export const published = z.object({
  topic: z.string(),
  version,
  time: z.string(),
  changed: z.boolean(),
  /** It waits for approval; viewers keep `version` (time 5). */
  held: z.optional(heldPublish),
  /** Rules of the report that it breaks though it was published. */
  warnings: z.optional(z.array(brokenRule)),
});

/** What a workbook holds and its pages do not show (fidelity 2). */
export const notShown = z.array(z.object({ sheet: z.string(), what: z.string(), count: z.number(), why: z.string() }));

/** The same of a workbook. */
export const publishedWorkbook = z.extend(published, { notShown });

/** `pages=A,B` and `pages=A&pages=B` ask for the same (fidelity 1). */
export const chosenPages = z.union([shortText, listOf(shortText, limits.mostPages)]);
/** Beside them stand metadata.NAME=, by whatever name. */
export const workbookQuery = z.looseObject({ pages: z.optional(chosenPages), entries: z.optional(shortText) });
