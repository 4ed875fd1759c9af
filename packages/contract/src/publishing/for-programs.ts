import { defineCall } from '../call.ts';
import { guard, guardTest } from '../guard/calls.ts';
import { versions } from '../past/calls.ts';

/**
 * Calls of the browser that the commands of time 7 need. Programs have them under `publish/`, as a bearer works nowhere
 * else but for reading and following reports (interfaces 9); shapes and rights are the same (decision 86).
 */
const prefix = '/api/v1/publish';

/** `reports/versions/`. */
export const publishVersions = defineCall({ ...versions, path: `${prefix}/versions/` });

/** `admin/guard/`: for admins of the report. */
export const publishGuard = defineCall({ ...guard, path: `${prefix}/guard/` });

/** `admin/guardtest/`: for admins of the report. */
export const publishGuardTest = defineCall({ ...guardTest, path: `${prefix}/guardtest/` });
