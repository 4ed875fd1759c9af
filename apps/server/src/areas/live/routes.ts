import * as calls from '@sheetwire/contract/live';
import { on, onRaw, type Route } from '#http/route.ts';
import type { LiveHub } from '#live/hub.ts';
import type { Watching } from '#live/watching.ts';
import type { Chance } from '#ports/clock.ts';
import { stream } from './stream.ts';
import { watch } from './watch.ts';

export interface LiveDeps {
  readonly hub: LiveHub;
  readonly watching: Watching;
  readonly chance: Chance;
  /** Streams that one user may hold open. */
  readonly maxStreams: number;
}

export function liveRoutes(deps: LiveDeps): Route[] {
  return [
    onRaw(calls.stream, 'bearer-or-session', (_, request, wire) => stream(deps, request, wire)),
    on(calls.watch, 'bearer-or-session', (input, request) => watch(deps, input, request)),
  ];
}
