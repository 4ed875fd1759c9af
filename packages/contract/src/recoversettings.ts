import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { isoDate, nothing } from './shapes.ts';

const dates = z.optional(z.array(isoDate));
const prefix = '/api/v1/admin/recoversettings';

export const settingsDates = defineCall({
  method: 'GET',
  path: `${prefix}/settingsdates/`,
  input: nothing,
  output: z.object({
    unauthorized: z.optional(z.boolean()),
    permissions: dates,
    users: dates,
    usergroups: dates,
    snapshots: dates,
  }),
});
export const recover = defineCall({
  method: 'POST',
  path: `${prefix}/recover/`,
  input: z.strictObject({
    settings: z.enum(['permissions', 'users', 'usergroups', 'snapshots']),
    settingsDate: isoDate,
  }),
  output: z.object({ unauthorized: z.optional(z.boolean()), message: z.string() }),
});
