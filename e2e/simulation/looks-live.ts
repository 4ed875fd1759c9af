import type { SimServer } from './portal/server.ts';
import type { World } from './world/world.ts';

/** A server that has not reached its store for so long has told its viewers (decision 55), ms. */
const TOLD = 5200;
const LOOK = 100;

/** Looks at every server all the time; answers what a server without its store did not tell its viewers. */
export function watchCutOff({ scheduler }: World, servers: readonly SimServer[]): readonly string[] {
  const found: string[] = [];
  const since = new Map<SimServer, number>();
  const look = () => {
    for (const server of servers) {
      const { running, store } = server;
      const isCut = store.state !== 'open' && running !== undefined && !running.machine.isFrozen;
      if (!isCut) since.delete(server);
      else if (!since.has(server)) since.set(server, scheduler.now);
      const gone = scheduler.now - (since.get(server) ?? scheduler.now);
      const hub = running?.reporting.hub;
      if (gone < TOLD || !hub || (hub.isCutOff && hub.size === 0)) continue;
      found.push(`looks live: ${server.name} has ${hub.size} viewers ${Math.round(gone)} ms after its store was lost`);
      since.set(server, Number.POSITIVE_INFINITY);
    }
    scheduler.plan({ after: LOOK, what: 'look', machine: undefined, run: look });
  };
  look();
  return found;
}
