import { limits } from '@sheetwire/contract/limits';
import { Refusal } from '#lib/refusal.ts';
import { StartFault } from '#lib/start-fault.ts';
import { FairLine } from '../fair-line.ts';

/** Who a ticket is from, the service it is for, and the answer that proves us to the client. */
export interface AcceptedTicket {
  readonly principal: string;
  readonly service: string;
  readonly answerToken: string | undefined;
}

/** Kerberos as the sign-in needs it. */
export interface Kerberos {
  /** Throws what the library says of a ticket that is no good; too many at once, of a network or of all, are refused with 429. */
  accept(token: Buffer, network: string): Promise<AcceptedTicket>;
}

type Library = Pick<typeof import('kerberos'), 'initializeServer'>;

const notInstalled =
  'SHEETWIRE_KERBEROS_KEYTAB: Windows sign-in needs the optional module kerberos, which does not load here; install the Debian packages libkrb5-dev, g++, make and python3, then run npm install kerberos';
const noSystemLibrary =
  'SHEETWIRE_KERBEROS_KEYTAB: the Kerberos library of the system does not load; install the Debian package libgssapi-krb5-2';

/** Loads the optional module and points it at the keytab, before its first use; throws in one plain line. */
export async function loadKerberos(keytab: string): Promise<Kerberos> {
  process.env.KRB5_KTNAME = `FILE:${keytab}`;
  // Without a list of further mechanisms nothing but Kerberos is accepted, whatever the machine has installed.
  process.env.GSS_MECH_CONFIG ??= '/dev/null';
  const library = await importLibrary();
  await probe(library);
  return new GssKerberos(library);
}

async function importLibrary(): Promise<Library> {
  try {
    return await import('kerberos');
  } catch (error) {
    throw new StartFault('file', notInstalled, { cause: error });
  }
}

/** Any ticket shows whether the system's own library loads; an empty one is refused by it. */
async function probe(library: Library): Promise<void> {
  const server = await library.initializeServer('');
  try {
    await server.step('AAAA');
  } catch (error) {
    if (/opening library|look up symbol/i.test(String(error)))
      throw new StartFault('file', noSystemLibrary, { cause: error });
  }
}

/** A few tickets at once, each for a bounded time: passwords and files share the same threads. */
export class GssKerberos implements Kerberos {
  readonly #library: Library;
  /** Networks come in turn: who sends it junk keeps nobody else from signing in. */
  readonly #line = new FairLine({ width: limits.windows.atOnce, waiting: limits.windows.waiting });

  constructor(library: Library) {
    this.#library = library;
  }

  async accept(token: Buffer, network: string): Promise<AcceptedTicket> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Refusal('too_many', { retryAfter: 1 })), limits.windows.wait);
    try {
      // A step that hangs keeps its place in the line until it ends.
      return await Promise.race([late, this.#line.run(network, () => this.#step(token))]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** No service name is given, which would be looked up in DNS for each ticket: the caller checks the answered one. */
  async #step(token: Buffer): Promise<AcceptedTicket> {
    const server = await this.#library.initializeServer('');
    await server.step(token.toString('base64'));
    if (!server.contextComplete || !server.username || !server.targetName)
      throw new Error('the exchange is incomplete');
    return { principal: server.username, service: server.targetName, answerToken: server.response || undefined };
  }
}
