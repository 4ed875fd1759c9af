import { isIP } from 'node:net';
import { isAbsolute } from 'node:path';
import { limits } from '@sheetwire/contract/limits';
import { isEmail } from '@sheetwire/rules/email';
import { type Entity, oneSpaced, parseEntity } from '@sheetwire/rules/name';
import { type Group, parseGroup, parseUser } from '@sheetwire/rules/principal';
import * as z from 'zod/mini';
import { type ClaimRule, parseClaimRule } from '#policies/claiming.ts';
import { type DomainMap, parseDomainMap } from '#settings/domain-map.ts';
import { parseRealmMap, type RealmMap } from '#settings/realm-map.ts';
import { settingsFaults } from './settings-faults.ts';
import { parseTracing, type TracingSettings } from './tracing-settings.ts';

const english = z.locales.en();

const text = z._default(z.string().check(z.trim()), '');
const checked = <T>(parse: (value: string) => T | undefined, message: string) =>
  z.pipe(
    z.string(),
    z.transform((value, context): T => {
      const result = parse(value);
      if (result !== undefined) return result;
      context.issues.push({ code: 'custom', message, input: value });
      return z.NEVER;
    }),
  );
const number = (least: number, most: number, byDefault: number) =>
  z._default(
    checked((value) => wholeNumber(value, least, most), `must be a whole number from ${least} to ${most}`),
    byDefault,
  );
const listOf = <T>(parse: (value: string) => T | undefined, message: string) =>
  z._default(
    checked((value) => parseList(value, parse), message),
    [],
  );
/** Two spaces once made two names: which of them was meant is not for us to guess, least of all of a super admin. */
const spacedOnce =
  <T>(parse: (text: string) => T | undefined) =>
  (text: string) =>
    oneSpaced(text) === text.trim() ? parse(text) : undefined;
const optionalUrl = (protocols: readonly string[], example: string) =>
  z._default(
    checked(
      (value) => (isUrl(value, protocols) ? lowerScheme(value) : undefined),
      `must be an address such as ${example}`,
    ),
    '',
  );
/** A sign such as # or / in a password ends the part of an address that it stands in. */
const encoded = ', with special characters of the password percent-encoded';
const oneOf = <const T extends string>(choices: readonly T[]) =>
  checked(
    (value) => choices.find((choice) => choice === value.toLowerCase()),
    `must be ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`,
  );
const yes = new Set(['1', 'true', 'yes', 'on']);
const no = new Set(['0', 'false', 'no', 'off']);
const flag = z._default(
  checked(
    (value) => (yes.has(value.toLowerCase()) ? true : no.has(value.toLowerCase()) ? false : undefined),
    'must be true or false',
  ),
  false,
);

/** Every setting of interfaces 2 by its variable without SHEETWIRE_. */
const variables = z.object({
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: number(0, 65_535, 8080),
  PUBLIC_URL: optionalUrl(['http:', 'https:'], 'https://reports.acme.example'),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: optionalUrl(['postgres:', 'postgresql:'], `postgres://user:password@host/database${encoded}`),
  DB_PUBLISHING: number(2, 100, limits.store.connections.publishing),
  DB_READING: number(2, 100, limits.store.connections.reading),
  DB_SIGN_IN: number(2, 100, limits.store.connections.signIn),
  BUS_URL: z._default(checked(busUrl, 'must be nats://host or nats://host,host'), ''),
  SUPER_ADMINS: listOf(
    spacedOnce(parseUser),
    'must be a comma-separated list of ENTITY/name, with one space between words',
  ),
  SUPER_ADMIN_GROUP: z._default(
    checked<Group | ''>(spacedOnce(parseGroup), 'must be ENTITY/GROUP NAME, with one space between words'),
    '',
  ),
  ENTITIES: listOf(
    spacedOnce(parseEntity),
    'must be a comma-separated list of entities, with one space between words, none of them reserved',
  ),
  CLAIM: z._default(
    checked<ClaimRule>(
      parseClaimRule,
      'must be entity, super, or a comma-separated list of groups such as ACME/REPORT OWNERS',
    ),
    'entity',
  ),
  UNADMINISTERED: z._default(oneOf(['entity', 'none']), 'entity'),
  LICENSE_SEATS: number(0, 1_000_000, 0),
  COMPANY: z._default(z.string(), 'SHEETWIRE'),
  PRODUCT_NAME: z._default(z.string(), 'Sheetwire'),
  HELP_EMAIL: z._default(checked(email, 'must be an email address'), ''),
  SMTP_URL: optionalUrl(['smtp:', 'smtps:'], `smtp://user:password@mail.acme.example:587${encoded}`),
  MAIL_FROM: text,
  OIDC_ISSUER: optionalUrl(['http:', 'https:'], 'https://id.acme.example/realms/acme'),
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  OIDC_USER_CLAIM: text,
  OIDC_ENTITY_CLAIM: text,
  OIDC_DEFAULT_ENTITY: z._default(checked<Entity | ''>(spacedOnce(parseEntity), 'must be an entity'), ''),
  OIDC_DOMAIN_MAP: z._default(
    checked<DomainMap>(parseDomainMap, 'must be a comma-separated list such as corp.example=ACME, each domain once'),
    new Map(),
  ),
  OIDC_JOIN_ACCOUNTS: flag,
  LDAP_URL: optionalUrl(['ldap:', 'ldaps:'], 'ldaps://dc1.acme.example'),
  LDAP_BIND_DN: text,
  LDAP_BIND_PASSWORD: text,
  LDAP_USER_BASE: text,
  LDAP_GROUP_BASE: text,
  LDAP_ENTITY: z._default(checked<Entity | ''>(spacedOnce(parseEntity), 'must be an entity'), ''),
  LDAP_CA_FILE: text,
  LDAP_ACCEPT_SHRINK: flag,
  KERBEROS_KEYTAB: text,
  KERBEROS_SERVICE: listOf(servicePrincipal, 'must be HTTP@host, or a comma-separated list of them'),
  KERBEROS_REALM_MAP: z._default(
    checked<RealmMap>(parseRealmMap, 'must be a comma-separated list such as ACME.TEST=ACME, each realm once'),
    new Map(),
  ),
  KERBEROS_NETWORKS: listOf(proxyAddress, 'must be a comma-separated list of addresses or networks such as 10.0.0.0/8'),
  TRUSTED_PROXIES: listOf(proxyAddress, 'must be a comma-separated list of addresses or networks such as 10.0.0.0/8'),
  PROXY_USER_HEADER: z._default(checked(proxyHeader, 'must be a header that names a user, such as X-Remote-User'), ''),
  PROXY_SECRET: text,
  SECRET_KEY: z._default(z.string().check(z.minLength(32, 'must have at least 32 characters')), ''),
  OLD_SECRET_KEYS: listOf(
    (key) => (key.length < 32 ? undefined : key),
    'must be a comma-separated list of keys of at least 32 characters',
  ),
  INSECURE_HTTP: flag,
  DRAIN_S: z._default(
    checked<number | ''>((value) => wholeNumber(value, 0, 3600), 'must be a whole number from 0 to 3600'),
    '',
  ),
  LOG_LEVEL: z._default(oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
  VERSION_HOURS: number(1, 24 * 366, 24),
  MINUTE_DAYS: number(0, 366, 7),
  HOUR_DAYS: number(0, 3660, 90),
  THIN_EVERY_S: number(1, 86_400, 600),
  HISTORY_MIB: number(1, 1_000_000, 512),
  HISTORY_GIB: number(1, 100_000, 20),
  MAX_REPORT_MIB: number(1, 200, 20),
  MAX_PAGES: number(1, 1000, 100),
  MAX_CELLS: number(1, 5_000_000, 500_000),
  MAX_PUBLISH_RATE: number(1, 100_000, 200),
  VALUES_CACHE_MIB: number(0, 16_384, 320),
  SOFFICE: z._default(checked(officeSetting, 'must be auto, off, or the absolute path of the program soffice'), ''),
  PASSWORD_LENGTH: number(8, 128, 12),
  BREACHED_LIST: text,
  EMBED_ORIGINS: listOf(
    (value) => (isOrigin(value) ? value : undefined),
    'must be a comma-separated list of origins such as https://intranet.example',
  ),
  OFFICE_JS: z._default(checked(absoluteFolder, 'must be the absolute path of a folder with office.js'), ''),
  METRICS_TOKEN: text,
});

/** The settings as read, by their variables without SHEETWIRE_. */
export type Variables = z.output<typeof variables>;
/** `PUBLIC_URL` is `publicUrl` in code. */
type Camel<T extends string> = T extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<Camel<Lowercase<Tail>>>}`
  : Lowercase<T>;
/** Every setting of interfaces 2, read once at start. */
export type Settings = { readonly [Name in keyof Variables as Camel<Name>]: Variables[Name] };
/** Settings, or every fault that stops the start; `unknown` names variables that are no setting, in both. */
export type SettingsResult =
  | {
      readonly settings: Settings;
      readonly unknown: readonly string[];
      /** Undefined where no traces are exported. */
      readonly tracing: TracingSettings | undefined;
    }
  | { readonly faults: readonly string[]; readonly unknown: readonly string[] };

const prefix = 'SHEETWIRE_';
/** Read by tests, the development server and publishers, not by the server. */
const foreign = new Set(['DEV_SERVER', 'SOAK', 'URL', 'KEY', 'REPORT', 'PUBLISH_SECRET', 'VIEW_SECRET']);

/** Checks every setting and the ones that only make sense together; an empty variable counts as not set. */
export function parseSettings(environment: Readonly<Record<string, string | undefined>>): SettingsResult {
  const given = Object.entries(environment).filter(([name, value]) => name.startsWith(prefix) && value?.trim());
  const values = Object.fromEntries(given.map(([name, value]) => [name.slice(prefix.length), value?.trim()]));
  const result = variables.safeParse(values, { error: english.localeError });
  const { tracing, faults: ofTraces } = parseTracing(environment);
  const unknown = unknownOf(values);
  if (!result.success) {
    const faults = result.error.issues.map((issue) => `${prefix}${issue.path.join('.')}: ${issue.message}`);
    const between = settingsFaults({ ...variables.parse({}), ...soundPart(values) });
    return { faults: [...faults, ...between, ...ofTraces], unknown };
  }
  const faults = [...settingsFaults(result.data), ...ofTraces];
  if (faults.length > 0) return { faults, unknown };
  return { settings: camelCased(result.data), unknown, tracing };
}

/** Also beside faults: a setting that seems to be missing may be misspelled. */
function unknownOf(values: Readonly<Record<string, string | undefined>>): string[] {
  const names = Object.keys(values).filter((name) => !(name in variables.shape) && !foreign.has(name));
  return names.map((name) => `${prefix}${name}`);
}

/** The settings that are good on their own, so that faults between them are listed in the same go. */
function soundPart(values: Readonly<Record<string, string | undefined>>): Partial<Variables> {
  const single = Object.entries(values).map(([name, value]) => variables.safeParse({ [name]: value }));
  const names = Object.keys(values);
  return Object.fromEntries(
    single.flatMap((result, index) =>
      result.success ? Object.entries(result.data).filter(([name]) => name === names[index]) : [],
    ),
  );
}

function camelCased(read: Variables): Settings {
  const entries = Object.entries(read).map(([name, value]) => [camel(name), value]);
  return Object.fromEntries(entries);
}

function camel(name: string): string {
  return name.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function wholeNumber(value: string, least: number, most: number): number | undefined {
  const parsed = /^\d{1,9}$/.test(value) ? Number(value) : undefined;
  return parsed !== undefined && parsed >= least && parsed <= most ? parsed : undefined;
}

function parseList<T>(value: string, parse: (one: string) => T | undefined): T[] | undefined {
  const parts = value.split(',').map((part) => part.trim());
  const parsed = parts.filter((part) => part !== '').map(parse);
  return parsed.some((one) => one === undefined) ? undefined : parsed.filter((one) => one !== undefined);
}

/** Without both slashes it parses too, and names another place or none. */
function isUrl(value: string, protocols: readonly string[]): boolean {
  const text = value.trim();
  return URL.canParse(text) && protocols.some((one) => lowerScheme(text).startsWith(`${one}//`));
}

/** Whoever looks for a scheme looks for small letters. */
function lowerScheme(value: string): string {
  const end = value.indexOf(':');
  return value.slice(0, end).toLowerCase() + value.slice(end);
}

/** Several servers of one cluster share one scheme: `nats://a,b`. */
function busUrl(value: string): string | undefined {
  const hosts = value.startsWith('nats://') ? value.slice('nats://'.length).split(',') : [];
  const isGood =
    hosts.length > 0 && hosts.every((host) => isUrl(`nats://${host.trim()}`, ['nats:']) && host.trim() !== '');
  return isGood ? value : undefined;
}

function isOrigin(value: string): boolean {
  return isUrl(value, ['http:', 'https:']) && new URL(value).origin === value;
}

function proxyAddress(value: string): string | undefined {
  const [address = '', bits = '0', ...rest] = value.split('/');
  const family = isIP(address);
  const mostBits = family === 4 ? 32 : 128;
  return family > 0 && rest.length === 0 && wholeNumber(bits, 0, mostBits) !== undefined ? value : undefined;
}

/** `HTTP@host`, as the keytab and tickets write it: `HTTP/host`. */
function servicePrincipal(value: string): string | undefined {
  const host = /^HTTP[@/]([A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?)$/.exec(value)?.[1];
  return host === undefined ? undefined : `HTTP/${host}`;
}

/** A header that names a user, and means nothing else already. */
function proxyHeader(value: string): string | undefined {
  const name = value.toLowerCase();
  return /^[a-z][a-z0-9-]*$/.test(name) && name.includes('user') && name !== 'user-agent' ? name : undefined;
}

/** A program is named by its whole path, so that no other of its name is run. */
function officeSetting(value: string): string | undefined {
  return value === 'auto' || value === 'off' || isAbsolute(value) ? value : undefined;
}

function absoluteFolder(value: string): string | undefined {
  return isAbsolute(value) ? value : undefined;
}

function email(value: string): string | undefined {
  return isEmail(value) ? value : undefined;
}
