import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import type { Settings } from '#settings/settings.ts';

/** Where links in mails begin: from the settings, else from the address listened on; never from a request (safety 3). */
export function linkBase(
  { publicUrl, host, port }: Pick<Settings, 'publicUrl' | 'host' | 'port'>,
  listening: AddressInfo | undefined,
): string {
  if (publicUrl !== '') return new URL(publicUrl).origin;
  const address = listening?.address ?? host;
  const name = address === '0.0.0.0' || address === '::' ? hostname() : address;
  return `http://${name.includes(':') ? `[${name}]` : name}:${listening?.port ?? port}`;
}
