import * as calls from '@sheetwire/contract/publishing/history';
import { type KnownRequest, on, type Route } from '#http/route.ts';
import type { PublishDeps } from '../publish-deps.ts';
import { publishRelease } from './publish-release.ts';
import { publishRollback } from './publish-rollback.ts';
import { publishTag } from './publish-tag.ts';

type During = <T>(request: KnownRequest, work: () => Promise<T>) => Promise<T>;

/** What is done with versions that are kept: with the bearer of a publisher, or in the browser by an admin (time 2). */
export function historyRoutes(deps: PublishDeps, during: During): Route[] {
  const access = 'bearer-or-licensed';
  return [
    on(calls.publishTag, access, (input, request) => during(request, () => publishTag(deps, input, request))),
    on(calls.publishRollback, access, (input, request) => during(request, () => publishRollback(deps, input, request))),
    on(calls.publishRelease, access, (input, request) => during(request, () => publishRelease(deps, input, request))),
  ];
}
