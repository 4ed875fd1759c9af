import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeCertificates } from './certificates.ts';
import { endProgram, findProgram, run, startProgram } from './program.ts';

/** An Active Directory domain of a test's own, on the ports that such a domain has: one at a time on a machine. */
export interface SambaDomain {
  readonly url: string;
  readonly plainUrl: string;
  readonly caFile: string;
  readonly bindDn: string;
  readonly bindPassword: string;
  readonly userBase: string;
  stop(): Promise<void>;
}

const LDAPS_PORT = 636;
const TRIES = 300;
const BETWEEN_TRIES = 100;
const REALM = 'ad.test';
const SUFFIX = 'DC=ad,DC=test';
const ADMIN_PASSWORD = 'Password-of-1-test-domain';
const packages = 'samba-ad-dc samba-ad-provision python3-samba winbind';

/** Makes a domain and starts its controller on 127.0.0.1, as root; some twenty seconds. */
export async function withSamba(): Promise<SambaDomain> {
  const program = (name: string): string => {
    const file = findProgram(name);
    if (!file) throw new Error(`Samba is not installed: ${name} was not found (Debian packages ${packages})`);
    return file;
  };
  const [samba, tool] = [program('samba'), program('samba-tool')];
  const folder = await mkdtemp(join(tmpdir(), 'sheetwire-samba-'));
  await provision(tool, folder);
  const conf = await ownFolders(folder);
  const server = await startProgram(
    samba,
    ['-i', '-M', 'single', '--no-process-group', '-s', conf, '--debug-stdout'],
    /samba: using 'single' process model/,
  );
  try {
    await listens(LDAPS_PORT);
  } catch (error) {
    await endProgram(server);
    throw error;
  }
  return {
    url: 'ldaps://localhost',
    plainUrl: 'ldap://localhost',
    caFile: join(folder, 'authority.pem'),
    bindDn: `CN=Administrator,CN=Users,${SUFFIX}`,
    bindPassword: ADMIN_PASSWORD,
    userBase: `CN=Users,${SUFFIX}`,
    async stop() {
      await endProgram(server);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The controller says nothing when it listens. */
async function listens(port: number): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await wait(BETWEEN_TRIES);
  }
  throw new Error(`nothing listens on port ${port}`);
}

async function provision(tool: string, folder: string): Promise<void> {
  await run(tool, [
    ...['domain', 'provision', `--realm=${REALM}`, '--domain=ADTEST', '--server-role=dc', '--dns-backend=NONE'],
    ...[`--adminpass=${ADMIN_PASSWORD}`, `--targetdir=${folder}`, '--host-name=localhost'],
    ...['--option=interfaces=127.0.0.1/32', '--option=bind interfaces only=yes'],
  ]);
}

/** The services that a directory needs, with nothing outside the folder. */
async function ownFolders(folder: string): Promise<string> {
  const conf = join(folder, 'etc/smb.conf');
  const { ca, cert, key } = await makeCertificates();
  const files = { 'authority.pem': ca, 'server.pem': cert, 'server.key': key };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text, { mode: 0o600 });
  const own = [
    `tls cafile = ${join(folder, 'authority.pem')}`,
    `tls certfile = ${join(folder, 'server.pem')}`,
    `tls keyfile = ${join(folder, 'server.key')}`,
    'server services = ldap, cldap, kdc, rpc, winbindd',
    `pid directory = ${folder}`,
    `ncalrpc dir = ${join(folder, 'ncalrpc')}`,
    `winbindd socket directory = ${join(folder, 'winbindd')}`,
    `ntp signd socket directory = ${join(folder, 'ntp_signd')}`,
  ];
  const made = await readFile(conf, 'utf8');
  await writeFile(conf, made.replace('[global]', `[global]\n\t${own.join('\n\t')}`));
  return conf;
}
