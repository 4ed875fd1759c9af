import { expect, test } from 'vitest';
import { parseSettings } from './settings.ts';

function faultsOf(environment: Record<string, string>): readonly string[] {
  const result = parseSettings(environment);
  return 'faults' in result ? result.faults : [];
}

function settingsOf(environment: Record<string, string>) {
  const result = parseSettings(environment);
  if ('faults' in result) throw new Error(result.faults.join('; '));
  return result;
}

function ldap(change: Record<string, string>): Record<string, string> {
  const all = { URL: 'ldaps://h:636/', USER_BASE: 'ou=people', ENTITY: 'acme', ...change };
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [`SHEETWIRE_LDAP_${name}`, value]));
}

test('nothing set is a loopback server on the embedded store', () => {
  const { settings } = settingsOf({});
  expect(settings).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    dataDir: './data',
    databaseUrl: '',
    unadministered: 'entity',
    claim: 'entity',
    licenseSeats: 0,
    maxReportMib: 20,
    maxPublishRate: 200,
    valuesCacheMib: 320,
    passwordLength: 12,
    insecureHttp: false,
  });
});

test('lists are cleaned to their canonical form', () => {
  const { settings } = settingsOf({ SHEETWIRE_SUPER_ADMINS: 'demo/Super, acme/jane', SHEETWIRE_ENTITIES: 'acme' });
  expect([settings.superAdmins, settings.entities]).toEqual([['DEMO/super', 'ACME/jane'], ['ACME']]);
});

test('who may claim is everybody of the entity, super admins, or the members of groups', () => {
  const claim = (value: string) => settingsOf({ SHEETWIRE_CLAIM: value }).settings.claim;
  expect(['', 'entity', 'super'].map(claim)).toEqual(['entity', 'entity', 'super']);
  expect(claim('acme/report owners, OTHER/CHIEFS')).toEqual(['ACME/REPORT OWNERS', 'OTHER/CHIEFS']);
  for (const wrong of ['nobody', 'ACME', 'ACME/OWNERS, x', 'entity, ACME/OWNERS', 'ACME/[ALL]', ',']) {
    expect(faultsOf({ SHEETWIRE_CLAIM: wrong })).toEqual([expect.stringMatching(/^SHEETWIRE_CLAIM: must be entity/)]);
  }
});

test('a name with two spaces is refused: it may have been one of two names that read the same', () => {
  for (const variable of ['SUPER_ADMINS', 'SUPER_ADMIN_GROUP', 'ENTITIES', 'OIDC_DEFAULT_ENTITY', 'LDAP_ENTITY']) {
    const name = /ENTIT/.test(variable) ? 'AC  ME' : 'ACME/BIG \u00a0TEAM';
    const faults = faultsOf({ [`SHEETWIRE_${variable}`]: name });
    expect(
      faults.some((fault) => fault.startsWith(`SHEETWIRE_${variable}: must be`)),
      variable,
    ).toBe(true);
  }
  expect(settingsOf({ SHEETWIRE_ENTITIES: 'AC ME, GLOBEX' }).settings.entities).toEqual(['AC ME', 'GLOBEX']);
});

test('an empty variable is one that is not set', () => {
  expect(settingsOf({ SHEETWIRE_PORT: '' }).settings.port).toBe(8080);
});

test('a variable that is no setting is told, not refused', () => {
  expect(settingsOf({ SHEETWIRE_PROT: '1' }).unknown).toEqual(['SHEETWIRE_PROT']);
});

test('a variable that is no setting is told beside faults too: the one that seems to be missing may be it', () => {
  const read = parseSettings({ SHEETWIRE_SMTP_URL: 'smtp://mail.example', SHEETWIRE_MAILFROM: 'a@b.example' });
  expect(read).toMatchObject({
    faults: ['SHEETWIRE_SMTP_URL: needs SHEETWIRE_MAIL_FROM', expect.stringContaining('SHEETWIRE_PUBLIC_URL')],
    unknown: ['SHEETWIRE_MAILFROM'],
  });
});

test('an address has two slashes, or it would name another place; its scheme is the same in any case', () => {
  const named = (value: string) => settingsOf({ SHEETWIRE_DATABASE_URL: value }).settings.databaseUrl;
  expect(named('POSTGRES://h/d')).toBe('postgres://h/d');
  for (const value of ['postgres:h/d', 'postgres:/h/d', 'postgres://u:p#s@h/d', 'h/d']) {
    expect(faultsOf({ SHEETWIRE_DATABASE_URL: value })).toEqual([
      'SHEETWIRE_DATABASE_URL: must be an address such as postgres://user:password@host/database, with special characters of the password percent-encoded',
    ]);
  }
  expect(faultsOf({ SHEETWIRE_DATABASE_URL: 'postgres://u:100%@h/d' })).toEqual([
    'SHEETWIRE_DATABASE_URL: has a % that is not part of a percent-encoded character; write % as %25',
  ]);
  expect(faultsOf({ SHEETWIRE_PUBLIC_URL: 'reports.example' })).toEqual([
    'SHEETWIRE_PUBLIC_URL: must be an address such as https://reports.acme.example',
  ]);
});

test('a folder for Office.js has it', () => {
  expect(faultsOf({ SHEETWIRE_OFFICE_JS: '/nowhere' })).toEqual([
    'SHEETWIRE_OFFICE_JS: /nowhere has no office.js that this user can read; set it to the folder that has one',
  ]);
});

test('every fault is listed at once, those between settings too', () => {
  const faults = faultsOf({
    SHEETWIRE_PORT: '99999',
    SHEETWIRE_UNADMINISTERED: 'all',
    SHEETWIRE_SUPER_ADMINS: 'jane',
    SHEETWIRE_HOST: '0.0.0.0',
    SHEETWIRE_OIDC_ISSUER: 'https://id.example',
  });
  expect(faults.map((fault) => fault.split(':')[0])).toEqual([
    'SHEETWIRE_PORT',
    'SHEETWIRE_SUPER_ADMINS',
    'SHEETWIRE_UNADMINISTERED',
    'SHEETWIRE_HOST',
    'SHEETWIRE_OIDC_ISSUER',
    'SHEETWIRE_OIDC_ISSUER',
    'SHEETWIRE_OIDC_ISSUER',
  ]);
});

const provider = {
  SHEETWIRE_OIDC_CLIENT_ID: 'portal',
  SHEETWIRE_OIDC_CLIENT_SECRET: 'secret',
  SHEETWIRE_PUBLIC_URL: 'https://reports.example',
};

test.each([
  [
    'a provider and the entity of its people',
    { ...provider, SHEETWIRE_OIDC_ISSUER: 'https://id.example', SHEETWIRE_OIDC_DEFAULT_ENTITY: 'ACME' },
    0,
  ],
  [
    'a provider on this machine without https',
    { ...provider, SHEETWIRE_OIDC_ISSUER: 'http://127.0.0.1:9000', SHEETWIRE_OIDC_DOMAIN_MAP: 'a.example=ACME' },
    0,
  ],
  [
    'a provider elsewhere without https',
    { ...provider, SHEETWIRE_OIDC_ISSUER: 'http://id.example', SHEETWIRE_OIDC_ENTITY_CLAIM: 'company' },
    1,
  ],
  ['a provider whose people have no entity', { ...provider, SHEETWIRE_OIDC_ISSUER: 'https://id.example' }, 1],
  ['a domain that stands for two entities', { SHEETWIRE_OIDC_DOMAIN_MAP: 'a.example=ACME, A.example=DEMO' }, 1],
  ['a domain that stands for no entity', { SHEETWIRE_OIDC_DOMAIN_MAP: 'a.example' }, 1],
  ['every interface, plain http', { SHEETWIRE_HOST: '0.0.0.0' }, 1],
  ['every interface, plain http that was asked for', { SHEETWIRE_HOST: '0.0.0.0', SHEETWIRE_INSECURE_HTTP: 'true' }, 0],
  ['every interface behind https', { SHEETWIRE_HOST: '0.0.0.0', SHEETWIRE_PUBLIC_URL: 'https://reports.example' }, 0],
  ['a public address without https', { SHEETWIRE_PUBLIC_URL: 'http://reports.example' }, 1],
  ['the loopback name as public address', { SHEETWIRE_PUBLIC_URL: 'http://localhost:8080' }, 0],
  ['a public address with a path', { SHEETWIRE_PUBLIC_URL: 'https://example.com/reports' }, 1],
  ['a public address with a question', { SHEETWIRE_PUBLIC_URL: 'https://example.com/?a=b' }, 1],
  ['a public address without slashes', { SHEETWIRE_PUBLIC_URL: 'https:example.com' }, 1],
  ['a user header that anybody may send', { SHEETWIRE_PROXY_USER_HEADER: 'x-user' }, 1],
  ['a short secret key', { SHEETWIRE_SECRET_KEY: 'short' }, 1],
  ['a bus without a shared database', { SHEETWIRE_BUS_URL: 'nats://a,b' }, 1],
  [
    'a bus of two servers on a shared database',
    { SHEETWIRE_BUS_URL: 'nats://a:4222,b', SHEETWIRE_DATABASE_URL: 'postgres://h/d' },
    0,
  ],
  ['a bus of another kind', { SHEETWIRE_BUS_URL: 'redis://a' }, 1],
  ['a proxy that is no address', { SHEETWIRE_TRUSTED_PROXIES: 'proxy.example' }, 1],
  ['a network of proxies', { SHEETWIRE_TRUSTED_PROXIES: '10.0.0.0/8, ::1' }, 0],
  ['a database that is no PostgreSQL', { SHEETWIRE_DATABASE_URL: 'mysql://a/b' }, 1],
  ['a reserved entity', { SHEETWIRE_ENTITIES: 'API' }, 1],
  ['a directory without its places', { SHEETWIRE_LDAP_URL: 'ldaps://h' }, 1],
  ['a directory that anybody may read', ldap({}), 0],
  ['a directory read by a name with a password', ldap({ BIND_DN: 'cn=r', BIND_PASSWORD: 'x' }), 0],
  ['a directory read by a name without a password', ldap({ BIND_DN: 'cn=r' }), 1],
  ['a password without a name', ldap({ BIND_PASSWORD: 'x' }), 1],
  ['a directory address with a base in it', ldap({ URL: 'ldaps://h/dc=acme' }), 1],
  ['a directory address with a password in it', ldap({ URL: 'ldaps://cn=r:x@h' }), 1],
  ['a super administrators’ group of the directory', { ...ldap({}), SHEETWIRE_SUPER_ADMIN_GROUP: 'acme/admins' }, 0],
  ['a super administrators’ group elsewhere', { ...ldap({}), SHEETWIRE_SUPER_ADMIN_GROUP: 'CORP/ADMINS' }, 1],
  ['a super administrators’ group without a directory', { SHEETWIRE_SUPER_ADMIN_GROUP: 'ACME/ADMINS' }, 1],
  ['an embedding page with a path', { SHEETWIRE_EMBED_ORIGINS: 'https://a.example/x' }, 1],
])('%s', (_, environment, faults) => {
  expect(faultsOf(environment)).toHaveLength(faults);
});

test('a setting that is one of some words says which, takes them in any case, and those of publishers are known', () => {
  const read = parseSettings({ SHEETWIRE_LOG_LEVEL: 'loud', SHEETWIRE_UNADMINISTERED: 'all' });
  expect(read).toMatchObject({
    faults: [
      'SHEETWIRE_UNADMINISTERED: must be entity or none',
      'SHEETWIRE_LOG_LEVEL: must be fatal, error, warn, info, debug, trace or silent',
    ],
  });
  const publishers = { SHEETWIRE_URL: 'https://portal.example', SHEETWIRE_KEY: 'swk_1', SHEETWIRE_PUBLISH_SECRET: 'x' };
  expect(parseSettings({ SHEETWIRE_LOG_LEVEL: 'WARN', ...publishers })).toMatchObject({
    settings: { logLevel: 'warn' },
    unknown: [],
  });
});
