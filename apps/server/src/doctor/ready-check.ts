import { askReadiness } from '#identity/operator/control-socket.ts';
import type { Settings } from '#settings/settings.ts';
import { type Check, doctorExits, type Note, ok, warn } from './check.ts';

const away: readonly Note[] = [ok('no server is running here, so /readyz was not checked')];

/** What `/readyz` of the server that runs here says, in the same words. */
export function readyChecks(settings: Settings): Check[] {
  const exit = settings.databaseUrl === '' ? doctorExits.file : doctorExits.network;
  return [{ name: 'ready', exit, run: () => checkReady(settings) }];
}

async function checkReady(settings: Settings): Promise<readonly Note[]> {
  const said = settings.databaseUrl === '' ? await askReadiness(settings.dataDir) : await askByHttp(settings);
  if (said === undefined) return away;
  const { status, parts } = readinessOf(said);
  const line = `/readyz says: ${status} (${parts.map(([name, isUp]) => `${name} ${isUp ? 'up' : 'down'}`).join(', ')})`;
  if (status === 'ready') return [ok(line)];
  if (status === 'degraded') return [warn(`${line}; other servers show new versions up to 2 seconds late`)];
  if (status === 'stopping') return [warn(`${line}; it is sending its viewers to other servers`)];
  if (isCatchingUp(parts)) {
    throw new Error(`${line}; it refuses viewers until it has caught up with the store, see the server log`);
  }
  throw new Error(`${line}; see the server log`);
}

function readinessOf(said: unknown): { readonly status: string; readonly parts: readonly [string, boolean][] } {
  if (typeof said !== 'object' || said === null || !('status' in said) || typeof said.status !== 'string') {
    throw new Error('the response is not from a Sheetwire server of this version');
  }
  const parts = Object.entries(said).flatMap(([name, value]): [string, boolean][] =>
    typeof value === 'boolean' ? [[name, value]] : [],
  );
  return { status: said.status, parts };
}

/** The store answers again, and what was missed is not read yet. */
function isCatchingUp(parts: readonly (readonly [string, boolean])[]): boolean {
  const isUp = new Map(parts);
  return isUp.get('store') === true && isUp.get('streams') === false;
}

/** The server of this machine, at the address that the settings name; undefined when nobody listens there. */
async function askByHttp({ host, port }: Settings): Promise<unknown> {
  const everywhere: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };
  const name = everywhere[host] ?? (host.includes(':') ? `[${host}]` : host);
  let answer: Response;
  try {
    answer = await fetch(`http://${name}:${port}/readyz`, { redirect: 'error' });
  } catch {
    // Nobody listens: that is no fault of a doctor that is asked before the start.
    return undefined;
  }
  return (await answer.json().catch(() => undefined)) ?? {};
}
