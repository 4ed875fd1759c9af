import { BlockList, isIP } from 'node:net';

/** Addresses that no router of the open network passes on: this machine's own and those of private networks. */
export const privateNetworks: readonly string[] = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '::1',
  'fc00::/7',
  'fe80::/10',
];

/** Narrower than this a network of proxies may be; a wider one holds strangers. */
const leastProxyBits = { 4: 8, 6: 16 } as const;

/** A set of addresses and networks such as `10.0.0.0/8`, checked by the settings. */
export class Networks {
  readonly #list = new BlockList();

  constructor(networks: readonly string[]) {
    for (const network of networks) {
      const [address = '', bits] = network.split('/');
      const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
      if (bits === undefined) this.#list.addAddress(address, family);
      else this.#list.addSubnet(address, Number(bits), family);
    }
  }

  /** False for what is no address, such as what a client wrote into X-Forwarded-For. */
  has(address: string): boolean {
    const family = isIP(address);
    return family !== 0 && this.#list.check(address, family === 6 ? 'ipv6' : 'ipv4');
  }
}

/** True for a network so wide that anybody could be a proxy in it. */
export function isTooWideForProxies(network: string): boolean {
  const [address = '', bits] = network.split('/');
  return bits !== undefined && Number(bits) < leastProxyBits[isIP(address) === 6 ? 6 : 4];
}
