import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificates } from './certificates.ts';
import { freePort } from './free-port.ts';
import { endProgram, findProgram, run, startProgram } from './program.ts';

/** An OpenLDAP server of a test's own, filled once. */
export interface Slapd {
  /** Port of `ldap://`, where StartTLS is offered. */
  readonly port: number;
  readonly url: string;
  readonly secureUrl: string;
  /** Who vouches for the server's certificate, and an authority that vouches for nobody. */
  readonly certificates: { readonly caFile: string; readonly strangerFile: string };
  readonly bindDn: string;
  readonly bindPassword: string;
  readonly userBase: string;
  readonly groupBase: string;
  /** The portal's settings for this directory, whose entity is ACME. */
  readonly settings: Readonly<Record<string, string>>;
  /** Kills the server, as a crash would. */
  crash(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** An entry to begin with: its place under the suffix and its attributes. */
export interface LdifEntry {
  readonly dn: string;
  readonly attributes: Readonly<Record<string, string | readonly string[]>>;
}

const SUFFIX = 'dc=acme,dc=test';
const MANAGER = `cn=manager,${SUFFIX}`;
const PASSWORD = 'password of a test directory';
/** What is there from the beginning was changed before anybody looked. */
const LONG_AGO = '20200101000000Z';
const MAP_SIZE = 1 << 28;

/** Starts slapd on 127.0.0.1, plain with StartTLS and LDAPS, with these entries; hidden attributes only its manager reads. */
export async function withSlapd(entries: readonly LdifEntry[], hidden: readonly string[] = []): Promise<Slapd> {
  const slapd = findProgram('slapd');
  if (!slapd) throw new Error('OpenLDAP is not installed: slapd was not found (Debian package slapd)');
  const folder = await mkdtemp(join(tmpdir(), 'sheetwire-slapd-'));
  const certificates = await writeCertificates(folder);
  const conf = await writeConfiguration(folder, certificates, hidden);
  const ldif = join(folder, 'data.ldif');
  await writeFile(ldif, [...base, ...entries].map(ldifOf).join('\n'));
  await run(slapd, ['-T', 'add', '-q', '-f', conf, '-l', ldif]);
  const [port, securePort] = [await freePort(), await freePort()];
  const url = `ldap://127.0.0.1:${port}`;
  const secureUrl = `ldaps://127.0.0.1:${securePort}`;
  // The level that only says what is always said: that the server is up.
  const args = ['-d', '32768', '-f', conf, '-h', `${url} ${secureUrl}`];
  const start = () => startProgram(slapd, args, /slapd starting/);
  let server = await start();
  const [userBase, groupBase] = [`ou=people,${SUFFIX}`, `ou=groups,${SUFFIX}`];
  return {
    port,
    url,
    secureUrl,
    certificates,
    bindDn: MANAGER,
    bindPassword: PASSWORD,
    userBase,
    groupBase,
    settings: {
      SHEETWIRE_LDAP_URL: secureUrl,
      SHEETWIRE_LDAP_CA_FILE: certificates.caFile,
      SHEETWIRE_LDAP_BIND_DN: MANAGER,
      SHEETWIRE_LDAP_BIND_PASSWORD: PASSWORD,
      SHEETWIRE_LDAP_USER_BASE: userBase,
      SHEETWIRE_LDAP_GROUP_BASE: groupBase,
      SHEETWIRE_LDAP_ENTITY: 'ACME',
    },
    crash: () => endProgram(server, 'SIGKILL'),
    async restart() {
      server = await start();
    },
    async stop() {
      await endProgram(server);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const unit = (name: string): LdifEntry => ({
  dn: `ou=${name},${SUFFIX}`,
  attributes: { objectClass: 'organizationalUnit', ou: name },
});
const base: readonly LdifEntry[] = [
  { dn: SUFFIX, attributes: { objectClass: ['dcObject', 'organization'], dc: 'acme', o: 'Acme' } },
  unit('people'),
  unit('groups'),
  unit('left'),
  unit('empty'),
];

/** A person with a place of their own under ou=people. */
export function personEntry(uid: string, attributes: LdifEntry['attributes'] = {}): LdifEntry {
  return {
    dn: `uid=${uid},ou=people,${SUFFIX}`,
    attributes: {
      objectClass: ['inetOrgPerson', 'shadowAccount'],
      uid,
      cn: uid,
      sn: uid,
      mail: `${uid}@acme.example`,
      ...attributes,
    },
  };
}

/** A group of people and groups, named by their distinguished names. */
export function groupEntry(cn: string, member: readonly string[]): LdifEntry {
  return { dn: groupDn(cn), attributes: { objectClass: 'groupOfNames', cn, member } };
}

export function personDn(uid: string): string {
  return `uid=${uid},ou=people,${SUFFIX}`;
}

export function groupDn(cn: string): string {
  return `cn=${cn},ou=groups,${SUFFIX}`;
}

function ldifOf({ dn, attributes }: LdifEntry): string {
  const lines = Object.entries({ modifyTimestamp: LONG_AGO, ...attributes }).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}:: ${Buffer.from(one).toString('base64')}`),
  );
  return `dn:: ${Buffer.from(dn).toString('base64')}\n${lines.join('\n')}\n`;
}

/** The server's and its authority's, and the authority of another one. */
async function writeCertificates(folder: string) {
  const [own, other] = await Promise.all([makeCertificates(), makeCertificates()]);
  const write = async (name: string, text: string) => {
    const file = join(folder, name);
    await writeFile(file, text, { mode: 0o600 });
    return file;
  };
  return {
    caFile: await write('authority.pem', own.ca),
    certificateFile: await write('server.pem', own.cert),
    keyFile: await write('server.key', own.key),
    strangerFile: await write('stranger.pem', other.ca),
  };
}

interface ServerFiles {
  readonly certificateFile: string;
  readonly keyFile: string;
}

async function writeConfiguration(
  folder: string,
  { certificateFile, keyFile }: ServerFiles,
  hidden: readonly string[],
): Promise<string> {
  const data = join(folder, 'data');
  await mkdir(data);
  const schemas = await folderWith('core.schema', ['/etc/ldap/schema', '/etc/openldap/schema']);
  const modules = await folderWith('back_mdb.la', ['/usr/lib/ldap', '/usr/lib64/openldap']);
  const conf = join(folder, 'slapd.conf');
  const lines = [
    ...['core', 'cosine', 'nis', 'inetorgperson'].map((schema) => `include ${schemas}/${schema}.schema`),
    `modulepath ${modules}`,
    'moduleload back_mdb',
    'moduleload ppolicy',
    `TLSCertificateFile ${certificateFile}`,
    `TLSCertificateKeyFile ${keyFile}`,
    // As servers are set: a search without pages is cut.
    'sizelimit size.soft=500 size.hard=1000 size.prtotal=unlimited',
    'database mdb',
    `maxsize ${MAP_SIZE}`,
    `suffix ${SUFFIX}`,
    `rootdn ${MANAGER}`,
    `rootpw ${JSON.stringify(PASSWORD)}`,
    `directory ${data}`,
    'index objectClass,uid,member,entryUUID eq',
    ...hidden.map((attribute) => `access to attrs=${attribute} by * none`),
    'access to * by * read',
    'overlay ppolicy',
  ];
  await writeFile(conf, `${lines.join('\n')}\n`, { mode: 0o600 });
  return conf;
}

async function folderWith(file: string, folders: readonly string[]): Promise<string> {
  for (const folder of folders) {
    const isThere = await access(join(folder, file)).then(
      () => true,
      () => false,
    );
    if (isThere) return folder;
  }
  throw new Error(`OpenLDAP is not installed: ${file} was not found (Debian package slapd)`);
}
