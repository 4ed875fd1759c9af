import * as calls from '@sheetwire/contract/guard/calls';
import { limits } from '@sheetwire/contract/limits';
import { on, type Route } from '#http/route.ts';
import { guard } from './guard.ts';
import type { GuardCallDeps } from './guard-deps.ts';
import { guardTest } from './guard-test.ts';

/** The rules of reports: for a browser, and for programs of an admin. */
export function guardRoutes(deps: GuardCallDeps): Route[] {
  const options = { access: 'bearer-or-licensed', packedBody: limits.guard.body } as const;
  return [
    on(calls.guard, options, (input, request) => guard(deps, input, request)),
    on(calls.guardTest, options, (input, request) => guardTest(deps, input, request)),
  ];
}
