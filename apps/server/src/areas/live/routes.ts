import * as calls from '@sheetwire/contract/live';
import { on, onRaw, type Route } from '#http/route.ts';
import type { LiveDeps } from './live-deps.ts';
import { stream } from './stream.ts';
import { watch } from './watch.ts';

export function liveRoutes(deps: LiveDeps): Route[] {
  return [
    onRaw(calls.stream, 'bearer-or-session', (_, request, wire) => stream(deps, request, wire)),
    on(calls.watch, 'bearer-or-session', (input, request) => watch(deps, input, request)),
  ];
}
