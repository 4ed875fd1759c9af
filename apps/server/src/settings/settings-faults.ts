import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { decoded } from '#lib/addresses/decoded.ts';
import { breachedListFault } from '#lib/breached-list.ts';
import { isLoopback } from '#lib/loopback.ts';
import { senderFault, smtpUrlFault } from '#mail/mail-settings.ts';
import { isTooWideForProxies } from '#settings/networks.ts';
import type { Variables } from './settings.ts';

/** One rule over several settings: the fault it finds, or nothing. */
type Rule = (read: Variables) => string | undefined;

/** What no single setting shows (interfaces 2): unsafe or half-set combinations, all of them listed. */
const rules: readonly Rule[] = [
  (read) =>
    isPlainHttpOffLoopback(read) && !read.INSECURE_HTTP
      ? 'SHEETWIRE_HOST: passwords would be sent unencrypted; set SHEETWIRE_PUBLIC_URL to the https address of your proxy, or SHEETWIRE_INSECURE_HTTP=true'
      : undefined,
  (read) =>
    read.PUBLIC_URL !== '' && !isHostAlone(new URL(read.PUBLIC_URL))
      ? 'SHEETWIRE_PUBLIC_URL: must be only a host and port, without a path; Sheetwire needs its own host name'
      : undefined,
  (read) => said('SHEETWIRE_DATABASE_URL', read.DATABASE_URL, databaseUrlFault),
  (read) =>
    read.PROXY_USER_HEADER !== '' && (read.TRUSTED_PROXIES.length === 0 || read.PROXY_SECRET === '')
      ? 'SHEETWIRE_PROXY_USER_HEADER: needs SHEETWIRE_TRUSTED_PROXIES and SHEETWIRE_PROXY_SECRET, or anyone could pose as any user'
      : undefined,
  (read) =>
    read.PROXY_USER_HEADER !== '' && read.TRUSTED_PROXIES.some(isTooWideForProxies)
      ? 'SHEETWIRE_TRUSTED_PROXIES: the network is too wide with SHEETWIRE_PROXY_USER_HEADER; list the proxies, or a network of /8 (IPv6 /16) or narrower'
      : undefined,
  (read) =>
    read.PROXY_USER_HEADER !== '' && read.PROXY_SECRET !== '' && read.PROXY_SECRET.length < 16
      ? 'SHEETWIRE_PROXY_SECRET: must have at least 16 characters'
      : undefined,
  (read) =>
    read.KERBEROS_KEYTAB !== '' && read.KERBEROS_REALM_MAP.size === 0
      ? 'SHEETWIRE_KERBEROS_KEYTAB: needs SHEETWIRE_KERBEROS_REALM_MAP, such as ACME.TEST=ACME'
      : undefined,
  (read) =>
    read.KERBEROS_KEYTAB !== '' &&
    read.PUBLIC_URL === '' &&
    !isLoopback(read.HOST) &&
    read.KERBEROS_SERVICE.length === 0
      ? 'SHEETWIRE_KERBEROS_KEYTAB: needs SHEETWIRE_PUBLIC_URL or SHEETWIRE_KERBEROS_SERVICE, the service name for tickets'
      : undefined,
  (read) =>
    read.OIDC_ISSUER !== '' && (read.OIDC_CLIENT_ID === '' || read.OIDC_CLIENT_SECRET === '')
      ? 'SHEETWIRE_OIDC_ISSUER: needs SHEETWIRE_OIDC_CLIENT_ID and SHEETWIRE_OIDC_CLIENT_SECRET'
      : undefined,
  (read) =>
    read.OIDC_ISSUER !== '' && read.PUBLIC_URL === ''
      ? 'SHEETWIRE_OIDC_ISSUER: needs SHEETWIRE_PUBLIC_URL, the address the provider redirects back to'
      : undefined,
  (read) =>
    read.OIDC_ISSUER !== '' && !isSafeIssuer(new URL(read.OIDC_ISSUER))
      ? 'SHEETWIRE_OIDC_ISSUER: must use https (http only on this machine) and have no query'
      : undefined,
  (read) =>
    read.OIDC_ISSUER !== '' &&
    read.OIDC_ENTITY_CLAIM === '' &&
    read.OIDC_DEFAULT_ENTITY === '' &&
    read.OIDC_DOMAIN_MAP.size === 0
      ? 'SHEETWIRE_OIDC_ISSUER: needs SHEETWIRE_OIDC_ENTITY_CLAIM, _DOMAIN_MAP or _DEFAULT_ENTITY, or users would have no entity'
      : undefined,
  (read) =>
    read.LDAP_URL !== '' && (read.LDAP_USER_BASE === '' || read.LDAP_ENTITY === '')
      ? 'SHEETWIRE_LDAP_URL: needs SHEETWIRE_LDAP_USER_BASE and SHEETWIRE_LDAP_ENTITY'
      : undefined,
  (read) =>
    read.LDAP_URL !== '' && (read.LDAP_BIND_DN === '') !== (read.LDAP_BIND_PASSWORD === '')
      ? 'SHEETWIRE_LDAP_BIND_DN: needs SHEETWIRE_LDAP_BIND_PASSWORD, and vice versa'
      : undefined,
  (read) =>
    read.LDAP_URL !== '' && !isHostAlone(new URL(read.LDAP_URL))
      ? 'SHEETWIRE_LDAP_URL: must be only a host and port; set the search base with SHEETWIRE_LDAP_USER_BASE and the account with SHEETWIRE_LDAP_BIND_DN'
      : undefined,
  (read) =>
    read.SUPER_ADMIN_GROUP !== '' && read.LDAP_URL === ''
      ? 'SHEETWIRE_SUPER_ADMIN_GROUP: needs SHEETWIRE_LDAP_URL; the group comes from the directory'
      : undefined,
  (read) =>
    read.SUPER_ADMIN_GROUP !== '' &&
    read.LDAP_ENTITY !== '' &&
    !read.SUPER_ADMIN_GROUP.startsWith(`${read.LDAP_ENTITY}/`)
      ? 'SHEETWIRE_SUPER_ADMIN_GROUP: must begin with the entity of the directory, SHEETWIRE_LDAP_ENTITY'
      : undefined,
  (read) =>
    read.SMTP_URL !== '' && read.MAIL_FROM === '' ? 'SHEETWIRE_SMTP_URL: needs SHEETWIRE_MAIL_FROM' : undefined,
  (read) =>
    read.SMTP_URL !== '' && read.PUBLIC_URL === ''
      ? 'SHEETWIRE_SMTP_URL: needs SHEETWIRE_PUBLIC_URL, the base address of links in emails'
      : undefined,
  (read) => said('SHEETWIRE_SMTP_URL', read.SMTP_URL, smtpUrlFault),
  (read) => said('SHEETWIRE_MAIL_FROM', read.MAIL_FROM, senderFault),
  (read) =>
    read.DATABASE_URL === '' && read.BUS_URL !== ''
      ? 'SHEETWIRE_BUS_URL: multiple nodes need a shared database; set SHEETWIRE_DATABASE_URL'
      : undefined,
  breachedListRule,
  (read) =>
    read.OFFICE_JS !== '' && !existsSync(join(read.OFFICE_JS, 'office.js'))
      ? `SHEETWIRE_OFFICE_JS: ${read.OFFICE_JS} has no office.js that this user can read; set it to the folder that has one`
      : undefined,
];

/** Parts of an address are decoded before they are used. */
function databaseUrlFault(url: string): string | undefined {
  const { username, password, pathname } = new URL(url);
  const isDecodable = [username, password, pathname].every((part) => decoded(part) !== undefined);
  return isDecodable ? undefined : 'has a % that is not part of a percent-encoded character; write % as %25';
}

function breachedListRule({ BREACHED_LIST: file }: Variables): string | undefined {
  const fault = file === '' ? undefined : breachedListFault(file);
  return fault === undefined ? undefined : `SHEETWIRE_BREACHED_LIST: ${file} ${fault}`;
}

/** The fault of one setting, when it is set. */
function said(name: string, value: string, faultOf: (value: string) => string | undefined): string | undefined {
  const fault = value === '' ? undefined : faultOf(value);
  return fault === undefined ? undefined : `${name}: ${fault}`;
}

/** Every fault that the settings show together. */
export function settingsFaults(read: Variables): string[] {
  return rules.map((rule) => rule(read)).filter((fault) => fault !== undefined);
}

/** Codes and tokens go there: never in clear over a network. */
function isSafeIssuer({ protocol, hostname, search, hash }: URL): boolean {
  return (protocol === 'https:' || isLoopback(hostname)) && search === '' && hash === '';
}

/** No path, no question, nobody's name. */
function isHostAlone({ hostname, pathname, search, hash, username, password }: URL): boolean {
  return hostname !== '' && pathname.replace('/', '') + search + hash + username + password === '';
}

/** True when a password could cross a network in clear. */
function isPlainHttpOffLoopback({ HOST, PUBLIC_URL }: Variables): boolean {
  if (PUBLIC_URL !== '') {
    const url = new URL(PUBLIC_URL);
    return url.protocol === 'http:' && !isLoopback(url.hostname);
  }
  return !isLoopback(HOST);
}
