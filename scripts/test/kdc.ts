import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { endProgram, findProgram, runWith, startProgram } from './program.ts';

/** A Kerberos realm of a test's own. */
export interface Kdc {
  readonly realm: string;
  /** Keys of `HTTP/localhost` and `HTTP/elsewhere`, and those of `HTTP/elsewhere` alone; none holds `HTTP/unknown`. */
  readonly keytab: string;
  readonly otherKeytab: string;
  /** Where programs of the realm note which tickets were used. */
  readonly replayCache: string;
  /** What programs of the realm need in their environment. */
  readonly env: Readonly<Record<string, string>>;
  addPerson(name: string): Promise<void>;
  /** A fresh ticket; answers the environment that holds it. */
  kinit(name: string): Promise<Readonly<Record<string, string>>>;
  stop(): Promise<void>;
}

const MASTER = 'master of a test realm';
const PASSWORD = 'password of a test realm';
const PEOPLE = ['alice', 'bob', 'pc01$', 'robot/host'];

/** Starts an MIT realm on 127.0.0.1 with its files in a new folder; nothing of the machine's own Kerberos is touched. */
export async function withKdc(realm = 'ACME.TEST'): Promise<Kdc> {
  const program = (name: string, debian: string): string => {
    const file = findProgram(name);
    if (!file) throw new Error(`Kerberos is not installed: ${name} was not found (Debian package ${debian})`);
    return file;
  };
  const [kdc, util] = [program('krb5kdc', 'krb5-kdc'), program('kdb5_util', 'krb5-kdc')];
  const admin = program('kadmin.local', 'krb5-admin-server');
  const kinit = program('kinit', 'krb5-user');
  const folder = await mkdtemp(join(tmpdir(), 'sheetwire-kdc-'));
  const env = await writeRealm(folder, realm, await freePort());
  const keytab = join(folder, 'http.keytab');
  const otherKeytab = join(folder, 'other.keytab');
  const ask = (...queries: string[]) => runWith(admin, ['-r', realm], env, `${queries.join('\n')}\n`);
  const add = (name: string) => `addprinc -pw "${PASSWORD}" ${name}`;
  await runWith(util, ['-r', realm, 'create', '-s', '-P', MASTER], env);
  await ask(
    ...PEOPLE.map(add),
    'addprinc -randkey HTTP/localhost',
    'addprinc -randkey HTTP/elsewhere',
    'addprinc -randkey HTTP/unknown',
    `ktadd -k ${keytab} HTTP/localhost`,
    `ktadd -k ${otherKeytab} HTTP/elsewhere`,
    `ktadd -norandkey -k ${keytab} HTTP/elsewhere`,
  );
  const server = await startProgram(kdc, ['-n', '-r', realm], /commencing operation/, env);
  let count = 0;
  return {
    realm,
    keytab,
    otherKeytab,
    replayCache: join(folder, `krb5_${process.getuid?.() ?? 0}.rcache2`),
    env,
    addPerson: async (name) => void (await ask(add(name))),
    async kinit(name) {
      const holding = { ...env, KRB5CCNAME: `FILE:${join(folder, `tickets${++count}`)}` };
      await runWith(kinit, [name], holding, `${PASSWORD}\n`);
      return holding;
    },
    async stop() {
      await endProgram(server);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** No DNS, no daemons, no path of the machine's own. */
async function writeRealm(folder: string, realm: string, port: number): Promise<Readonly<Record<string, string>>> {
  const clientFile = join(folder, 'krb5.conf');
  const kdcFile = join(folder, 'kdc.conf');
  await writeFile(join(folder, 'kadm5.acl'), '');
  await writeFile(
    clientFile,
    `[libdefaults]
default_realm = ${realm}
dns_lookup_kdc = false
dns_lookup_realm = false
rdns = false
dns_canonicalize_hostname = false
udp_preference_limit = 1
[realms]
${realm} = {
  kdc = 127.0.0.1:${port}
}
[domain_realm]
localhost = ${realm}
[logging]
kdc = STDERR
admin_server = STDERR
default = STDERR
`,
  );
  await writeFile(
    kdcFile,
    `[realms]
${realm} = {
  kdc_listen = 127.0.0.1:${port}
  kdc_tcp_listen = 127.0.0.1:${port}
  database_name = ${join(folder, 'principal')}
  key_stash_file = ${join(folder, 'stash')}
  acl_file = ${join(folder, 'kadm5.acl')}
  supported_enctypes = aes256-cts:normal aes128-cts:normal
}
`,
  );
  return {
    KRB5_CONFIG: clientFile,
    KRB5_KDC_PROFILE: kdcFile,
    KRB5RCACHEDIR: folder,
    KRB5CCNAME: `FILE:${join(folder, 'none')}`,
  };
}
