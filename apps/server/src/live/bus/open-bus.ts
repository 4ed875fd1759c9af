import { randomBytes } from 'node:crypto';
import { messageOf, StartFault } from '#lib/start-fault.ts';
import type { Bus } from '#ports/bus.ts';
import { LocalBus } from './local.ts';
import { NatsBus, type NatsOptions } from './nats.ts';
import { PgNotifyBus } from './pg-notify.ts';

export interface BusOptions {
  /** `nats://a,b`, or empty: the database's own NOTIFY, or none for the embedded store. */
  readonly busUrl: string;
  readonly databaseUrl: string;
  /** The key that all servers of the portal share; without it, as for the doctor, versions of NATS are hints alone. */
  readonly secretKey?: Uint8Array;
  /** Told of a line that broke; it is mended by itself. */
  readonly onFault?: (error: unknown) => void;
}

/** Opens the bus that the settings name. */
export async function openBus({
  busUrl,
  databaseUrl,
  secretKey = randomBytes(KEY),
  onFault = warn,
}: BusOptions): Promise<Bus> {
  if (busUrl.startsWith('nats://')) return openNats(busUrl, { onFault, secretKey });
  if (busUrl !== '') throw new Error('the bus address must start with nats://');
  return databaseUrl === '' ? new LocalBus() : PgNotifyBus.open(databaseUrl, onFault);
}

const KEY = 32;

async function openNats(busUrl: string, options: NatsOptions): Promise<Bus> {
  const servers = natsServers(busUrl);
  try {
    return await NatsBus.open(servers, options);
  } catch (error) {
    const places = servers.map((server) => new URL(server).host).join(', ');
    throw new StartFault('network', `SHEETWIRE_BUS_URL: NATS at ${places}: ${messageOf(error)}`, { cause: error });
  }
}

/** `nats://a,b` names several servers of one cluster. */
export function natsServers(busUrl: string): string[] {
  return busUrl
    .slice('nats://'.length)
    .split(',')
    .map((server) => server.trim())
    .filter((server) => server !== '')
    .map((server) => `nats://${server.replace(/^nats:\/\//, '')}`);
}

function warn(error: unknown): void {
  process.emitWarning(`bus: ${String(error)}`);
}
