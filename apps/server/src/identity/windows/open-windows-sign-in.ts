import { readFile, stat } from 'node:fs/promises';
import type { WindowsSignIn } from '#identity/sign-in/sign-in-modes.ts';
import { isLoopback } from '#lib/loopback.ts';
import { StartFault } from '#lib/start-fault.ts';
import { Networks, privateNetworks } from '#settings/networks.ts';
import type { Settings } from '#settings/settings.ts';
import { loadKerberos } from './kerberos-port.ts';
import { type KeytabEntry, parseKeytab } from './keytab.ts';
import { openReplayCache } from './replay-cache.ts';
import { createWindowsSignIn, type KerberosSignIn, type WindowsDeps } from './windows-sign-in.ts';

const OTHERS_READ = 0o004;

/** The settings of Windows sign-in. */
export type WindowsSettings = Pick<
  Settings,
  | 'host'
  | 'dataDir'
  | 'publicUrl'
  | 'kerberosKeytab'
  | 'kerberosService'
  | 'kerberosRealmMap'
  | 'kerberosNetworks'
  | 'trustedProxies'
  | 'proxyUserHeader'
  | 'proxySecret'
>;

/** Windows sign-in as configured, undefined when it is off; throws in one plain line when it cannot work. */
export async function openWindowsSignIn(
  settings: WindowsSettings,
  deps: Pick<WindowsDeps, 'identity' | 'cookie' | 'log'>,
): Promise<WindowsSignIn | undefined> {
  if (settings.kerberosKeytab === '' && settings.proxyUserHeader === '') return undefined;
  const proxies = new Networks(settings.trustedProxies);
  const { proxyUserHeader: header, proxySecret: secret, kerberosRealmMap: realms } = settings;
  return createWindowsSignIn({
    ...deps,
    proxies,
    networks: settings.kerberosNetworks.length > 0 ? new Networks(settings.kerberosNetworks) : undefined,
    kerberos: settings.kerberosKeytab === '' ? undefined : await openKerberos(settings),
    proxyHeader: header === '' ? undefined : { header, secret, proxies, realms },
  });
}

/** One line that says how Windows sign-in stands; throws one when it cannot work as configured. */
export async function checkWindowsSignIn(settings: WindowsSettings): Promise<string> {
  const forms: string[] = [];
  if (settings.kerberosKeytab !== '') {
    const keys = await serviceKeys(settings);
    await openKerberos(settings);
    const isOpen = ((await stat(settings.kerberosKeytab)).mode & OTHERS_READ) !== 0;
    const warning = isOpen ? ', but every account on this machine can read the keytab (chmod o-r)' : '';
    forms.push(`Kerberos with ${keys.map(keyWords).join(', ')}${warning}, for ${realmWords(settings)}`);
  }
  if (settings.proxyUserHeader !== '') {
    forms.push(`the header ${settings.proxyUserHeader} of ${settings.trustedProxies.join(', ')}`);
  }
  return forms.length === 0 ? 'off' : `${forms.join('; ')}; ${networkWords(settings)}`;
}

async function openKerberos(settings: WindowsSettings): Promise<KerberosSignIn> {
  await serviceKeys(settings);
  await openReplayCache(settings.dataDir);
  const kerberos = await loadKerberos(settings.kerberosKeytab);
  // Nobody set: a browser of the open network would at best ask its user for a Windows password.
  const networks = new Networks(settings.kerberosNetworks.length > 0 ? settings.kerberosNetworks : privateNetworks);
  return { kerberos, services: servicesOf(settings), realms: settings.kerberosRealmMap, networks };
}

/** `HTTP/host` of the address that people type, unless named. */
function servicesOf({ kerberosService, publicUrl, host }: WindowsSettings): readonly string[] {
  if (kerberosService.length > 0) return kerberosService;
  if (publicUrl !== '') return [`HTTP/${new URL(publicUrl).hostname}`];
  return isLoopback(host) ? ['HTTP/localhost'] : [];
}

/** The keys of our services; a keytab without one would refuse every ticket, unseen until somebody tries. */
async function serviceKeys(settings: WindowsSettings): Promise<readonly KeytabEntry[]> {
  const name = `SHEETWIRE_KERBEROS_KEYTAB: ${settings.kerberosKeytab}`;
  const entries = parseKeytab(await readKeytab(name, settings.kerberosKeytab));
  if (entries === undefined) throw new StartFault('file', `${name} is not a version 2 keytab file`);
  const services = servicesOf(settings);
  const isOurs = ({ service }: KeytabEntry, ours: string) => service.toLowerCase() === ours.toLowerCase();
  const missing = services.filter((ours) => !entries.some((entry) => isOurs(entry, ours)));
  if (missing.length > 0) {
    const held = [...new Set(entries.map(({ service, realm }) => `${service}@${realm}`))].join(', ') || 'nothing';
    throw new StartFault('file', `${name} has no key for ${missing.join(', ')}; it has ${held}`);
  }
  return entries.filter((entry) => services.some((ours) => isOurs(entry, ours)));
}

async function readKeytab(name: string, file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new StartFault('file', `${name} cannot be read (${code})`, { cause: error });
  }
}

const kinds = new Map([
  [17, 'AES-128'],
  [18, 'AES-256'],
  [19, 'AES-128'],
  [20, 'AES-256'],
  [23, 'RC4, which is weak'],
]);

function keyWords({ service, realm, version, kind }: KeytabEntry): string {
  return `${service}@${realm} (${kinds.get(kind) ?? `kind ${kind}`}, version ${version})`;
}

function realmWords({ kerberosRealmMap }: WindowsSettings): string {
  return [...kerberosRealmMap].map(([realm, entity]) => `${realm} as ${entity}`).join(', ');
}

function networkWords({ kerberosNetworks, kerberosKeytab }: WindowsSettings): string {
  if (kerberosNetworks.length > 0) return `for clients in ${kerberosNetworks.join(', ')}`;
  return kerberosKeytab === '' ? 'the proxy decides who must log in' : 'for clients in private networks';
}
