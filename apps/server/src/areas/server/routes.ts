import * as calls from '@sheetwire/contract/server/calls';
import { on, type Route } from '#http/route.ts';
import type { ServerDeps } from './server-deps.ts';
import { serverFigures } from './server-figures.ts';

/** How the server is, for super administrators. */
export function serverRoutes(deps: ServerDeps): Route[] {
  return [on(calls.serverFigures, 'super', (input) => serverFigures(deps, input))];
}
