import * as guardCalls from '@sheetwire/contract/guard/calls';
import { limits } from '@sheetwire/contract/limits';
import * as forPrograms from '@sheetwire/contract/publishing/for-programs';
import { on, type Route } from '#http/route.ts';
import { guard } from './guard.ts';
import type { GuardCallDeps } from './guard-deps.ts';
import { guardTest } from './guard-test.ts';

const calls = { ...guardCalls, ...forPrograms };

/** The rules of reports: for a browser, and for programs of an admin in calls of their own (decision 86). */
export function guardRoutes(deps: GuardCallDeps): Route[] {
  const inBrowser = { access: 'licensed', packedBody: limits.guard.body } as const;
  const inProgram = { access: 'bearer', packedBody: limits.guard.body } as const;
  return [
    on(calls.guard, inBrowser, (input, request) => guard(deps, input, request)),
    on(calls.guardTest, inBrowser, (input, request) => guardTest(deps, input, request)),
    on(calls.publishGuard, inProgram, (input, request) => guard(deps, input, request)),
    on(calls.publishGuardTest, inProgram, (input, request) => guardTest(deps, input, request)),
  ];
}
