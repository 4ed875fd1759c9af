const IPV4_WITH_PORT = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/;
const IPV6_IN_BRACKETS = /^\[([\da-f:.]+)\](?::\d{1,5})?$/i;

/** The client's address as a proxy names it, without the port that some add (IIS does): each line has another one. */
export function clientAddress(named: string): string {
  return IPV4_WITH_PORT.exec(named)?.[1] ?? IPV6_IN_BRACKETS.exec(named)?.[1] ?? named;
}
