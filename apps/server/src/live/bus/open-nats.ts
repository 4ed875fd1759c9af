import { AuthorizationError } from '@nats-io/transport-node';
import { messageOf, StartFault } from '#lib/start-fault.ts';
import type { Bus } from '#ports/bus.ts';
import { NatsBus } from './nats.ts';
import { LastingNatsLine, TakesTooLittle } from './nats-line.ts';
import type { BusOptions } from './open-bus.ts';

/** Opens the bus over NATS; what keeps it from that is told with the places of its servers. */
export async function openNats({ urls, secretKey, mustBeUp, onFault, now }: NatsBusOptions): Promise<Bus> {
  const places = urls.map((server) => new URL(server).host).join(', ');
  const wordsOf = (error: unknown) => `SHEETWIRE_BUS_URL: NATS at ${places}: ${messageOf(error)}${adviceOn(error)}`;
  try {
    const away = (error: unknown) => onFault(new Error(`${wordsOf(error)}; ${GOES_ON}`, { cause: error }));
    const line = await LastingNatsLine.open({ urls, mustBeUp, onFault: away });
    return await NatsBus.over(line, { onFault, secretKey, now });
  } catch (error) {
    throw new StartFault(error instanceof TakesTooLittle ? 'usage' : 'network', wordsOf(error), { cause: error });
  }
}

function adviceOn(error: unknown): string {
  return error instanceof AuthorizationError ? '; check the login in nats://user:password@host' : '';
}

type NatsBusOptions = Required<Omit<BusOptions, 'busUrl' | 'databaseUrl'>> & { readonly urls: readonly string[] };

const GOES_ON = 'still trying; until then, viewers on other servers see new versions up to 2 seconds late';
