import { randomBytes } from 'node:crypto';
import { messageOf } from '#lib/start-fault.ts';
import type { Bus } from '#ports/bus.ts';
import { LocalBus } from './local.ts';
import { PgNotifyBus } from './pg-notify.ts';

export interface BusOptions {
  /** `nats://a,b`, or empty: the database's own NOTIFY, or none for the embedded store. */
  readonly busUrl: string;
  readonly databaseUrl: string;
  /** The key that all servers of the portal share; without it, as for the doctor, nothing that is sent is obeyed. */
  readonly secretKey?: Uint8Array;
  /** Throws when NATS cannot be reached: a server starts all the same, what is to tell servers something does not. */
  readonly mustBeUp?: boolean;
  /** Told of a line that broke; it is mended by itself. */
  readonly onFault?: (error: unknown) => void;
  /** The clock, epoch ms. */
  readonly now?: () => number;
}

/** Opens the bus that the settings name. */
export async function openBus({
  busUrl,
  databaseUrl,
  secretKey = randomBytes(KEY),
  mustBeUp = false,
  onFault = warn,
  now = () => Date.now(),
}: BusOptions): Promise<Bus> {
  if (busUrl.startsWith('nats://')) {
    // Loaded where it is used alone, as are the libraries of a collector.
    const { openNats } = await import('./open-nats.ts');
    return openNats({ urls: natsServers(busUrl), secretKey, mustBeUp, onFault, now });
  }
  if (busUrl !== '') throw new Error('the bus address must start with nats://');
  return databaseUrl === '' ? new LocalBus() : PgNotifyBus.open(databaseUrl, onFault);
}

const KEY = 32;

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
  process.emitWarning(`bus: ${messageOf(error)}`);
}
