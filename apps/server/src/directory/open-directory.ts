import { readFile } from 'node:fs/promises';
import { limits } from '@sheetwire/contract/limits';
import { parseEntity } from '@sheetwire/rules/name';
import { wordsOfFault } from '#lib/faults/file-words.ts';
import { StartFault } from '#lib/start-fault.ts';
import type { Bus } from '#ports/bus.ts';
import type { Chance, Clock } from '#ports/clock.ts';
import { type Directory, noDirectory } from '#ports/directory.ts';
import type { Stores } from '#ports/stores.ts';
import type { Settings } from '#settings/settings.ts';
import { LdapSource } from './ldap/ldap-source.ts';
import { LdapDirectory } from './ldap-directory.ts';

/** The settings that a directory has. */
export type DirectorySettings = Pick<
  Settings,
  | 'ldapUrl'
  | 'ldapBindDn'
  | 'ldapBindPassword'
  | 'ldapUserBase'
  | 'ldapGroupBase'
  | 'ldapEntity'
  | 'ldapCaFile'
  | 'ldapAcceptShrink'
  | 'superAdminGroup'
>;

export interface DirectoryDeps {
  readonly stores: Pick<Stores, 'directory'>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly chance: Chance;
  /** Between two looks at what changed; tests hurry. */
  readonly every?: number;
}

const HOLDER_BYTES = 12;
const checkWait = 2 * limits.directory.live.wait;

/** The directory that the settings name, on its last good copy; it is followed once it is started. */
export async function openDirectory(settings: DirectorySettings, deps: DirectoryDeps): Promise<Directory> {
  const { ldapUrl, ldapEntity, ldapUserBase, superAdminGroup } = settings;
  const entity = parseEntity(ldapEntity);
  if (ldapUrl === '' || entity === undefined) return noDirectory;
  const { stores, bus, clock, chance, every = limits.directory.every } = deps;
  return LdapDirectory.open({
    store: stores.directory,
    source: await sourceOf(settings, clock),
    bus,
    clock,
    entity,
    userBase: ldapUserBase,
    superAdminGroup: superAdminGroup === '' ? undefined : superAdminGroup,
    acceptShrink: settings.ldapAcceptShrink,
    holder: Buffer.from(chance.bytes(HOLDER_BYTES)).toString('hex'),
    every,
  });
}

/** For the doctor, who has no store: one line about the directory as configured, or a throw with one line. */
export async function checkDirectory(settings: DirectorySettings, clock: Clock): Promise<string> {
  const source = await sourceOf(settings, clock);
  return source.describe(AbortSignal.timeout(checkWait));
}

async function sourceOf(settings: DirectorySettings, clock: Clock): Promise<LdapSource> {
  const { ldapUrl, ldapBindDn, ldapBindPassword, ldapUserBase, ldapGroupBase, ldapCaFile } = settings;
  return new LdapSource({
    url: ldapUrl,
    bindDn: ldapBindDn,
    bindPassword: ldapBindPassword,
    userBase: ldapUserBase,
    groupBase: ldapGroupBase === '' ? ldapUserBase : ldapGroupBase,
    ca: ldapCaFile === '' ? undefined : await readCertificates(ldapCaFile),
    clock,
  });
}

async function readCertificates(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new StartFault('file', `SHEETWIRE_LDAP_CA_FILE: ${wordsOfFault(error)}`, { cause: error });
  });
  if (!text.includes('-----BEGIN CERTIFICATE-----')) {
    throw new StartFault('file', `SHEETWIRE_LDAP_CA_FILE: ${file} contains no PEM certificate`);
  }
  return text;
}
