import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { isoDate, nothing } from './shapes.ts';

const prefix = '/api/v1/admin/recoversettings';
const unauthorized = z.optional(z.boolean());
const dates = z.optional(z.array(isoDate));

/** The four kinds of settings that are copied every day (spec 9). */
export const settingKinds = ['permissions', 'users', 'usergroups', 'snapshots'] as const;
export type SettingKind = (typeof settingKinds)[number];
const settings = z.enum(settingKinds);

/** A date, or the time of an undo point as `settingsdates/` names it. */
export const settingsDate = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}\.\d{3}Z)?$/));
const choice = z.strictObject({
  settings,
  settingsDate,
  /** Kinds recovered with it, from the same date or time; left out, all that an undo point holds. */
  also: z.optional(z.array(settings).check(z.maxLength(settingKinds.length))),
});

export const settingsDates = defineCall({
  method: 'GET',
  path: `${prefix}/settingsdates/`,
  input: nothing,
  output: z.object({
    unauthorized,
    permissions: dates,
    users: dates,
    usergroups: dates,
    snapshots: dates,
    undoPoints: z.optional(z.array(z.object({ settings, time: z.string() }))),
  }),
});
export const recover = defineCall({
  method: 'POST',
  path: `${prefix}/recover/`,
  input: choice,
  output: z.object({ unauthorized, message: z.optional(z.string()), success: z.optional(z.boolean()) }),
});

/** How many, and the first of them by name. */
const some = z.object({ count: z.number(), names: z.array(z.string()) });

/** What somebody who goes is named for: a gropic with the rights in it, or a group as its member. */
const lostRight = z.object({
  of: z.string(),
  principal: z.string(),
  rights: z.array(z.enum(['viewers', 'interactors', 'publishers', 'admins', 'member'])),
});

/** What a recovery would do; nothing is changed. */
export const previewRecovery = defineCall({
  method: 'POST',
  path: `${prefix}/preview/`,
  input: choice,
  output: z.object({
    unauthorized,
    /** Why the recovery would be refused; '' when it would not. */
    message: z.optional(z.string()),
    /** The summary that the recovery would answer. */
    summary: z.optional(z.string()),
    total: z.optional(z.number()),
    added: z.optional(some),
    removed: z.optional(some),
    changed: z.optional(some),
    /** Names of the copy that no longer exist, or that the directory decides about: they are not brought back. */
    leftOut: z.optional(some),
    /** Users whose sessions would end. */
    signedOut: z.optional(some),
    /** Rights and memberships that go with users or groups that go: how many, and the first of them. */
    lost: z.optional(z.object({ count: z.number(), rights: z.array(lostRight) })),
    /** What would change of the kinds that are recovered with it. */
    also: z.optional(
      z.array(z.object({ settings, total: z.number(), added: some, removed: some, changed: some, leftOut: some })),
    ),
    /** Kinds that could be recovered with it, since they name who comes or goes and there is a copy. */
    offered: z.optional(z.array(settings)),
  }),
});
