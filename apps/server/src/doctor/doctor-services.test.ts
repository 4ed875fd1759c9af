import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Kdc, withKdc } from '../../../../scripts/test/kdc.ts';
import { type OidcProvider, withOidcProvider } from '../../../../scripts/test/oidc-provider.ts';
import { groupEntry, personEntry, type Slapd, withSlapd } from '../../../../scripts/test/slapd.ts';
import { diagnose } from './doctor.ts';

const START = 60_000;
const portal = 'http://127.0.0.1:8080';
let folder = '';
let provider: OidcProvider;
let kdc: Kdc;
let slapd: Slapd;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheetwire-doctor-'));
  await writeFile(join(folder, 'index.html'), 'built');
  provider = await withOidcProvider(portal);
  kdc = await withKdc();
  slapd = await withSlapd([personEntry('alice'), groupEntry('desk', ['uid=alice,ou=people,dc=acme,dc=test'])]);
}, START);
afterAll(async () => {
  await provider.stop();
  await kdc.stop();
  await slapd.stop();
  await rm(folder, { recursive: true });
}, START);

/** The lines of one check, and the exit code. */
async function lines(name: string, environment: Readonly<Record<string, string>>): Promise<[number, ...string[]]> {
  const { findings, exit } = await diagnose({ SHEETWIRE_DATA_DIR: join(folder, 'data'), ...environment }, folder);
  const own = findings.filter((finding) => finding.name === name);
  return [exit, ...own.map(({ level, text }) => `${level} ${text}`)];
}

test('the identity provider is asked for its keys, and whether it knows our secret', async () => {
  const good = await lines('sso', provider.settings);
  expect(good).toEqual([
    0,
    expect.stringMatching(/^ok http:.* responds with .*set its redirect address to .*\/sso\/callback$/),
  ]);
  const wrong = { ...provider.settings, SHEETWIRE_OIDC_CLIENT_SECRET: 'another-secret' };
  const bad = await lines('sso', wrong);
  expect(bad).toEqual([6, expect.stringMatching(/^FAIL .*check SHEETWIRE_OIDC_CLIENT_ID and _CLIENT_SECRET/)]);
  expect(bad.join()).not.toContain('another-secret');
  const elsewhere = { ...provider.settings, SHEETWIRE_OIDC_ISSUER: `${provider.issuer}/elsewhere` };
  expect(await lines('sso', elsewhere)).toEqual([6, expect.stringMatching(/^FAIL /)]);
});

test('the keytab must hold the key of our name', async () => {
  const windows = {
    SHEETWIRE_PUBLIC_URL: 'http://localhost:8080',
    SHEETWIRE_KERBEROS_KEYTAB: kdc.keytab,
    SHEETWIRE_KERBEROS_REALM_MAP: 'ACME.TEST=ACME',
  };
  expect(await lines('windows', windows)).toEqual([
    0,
    expect.stringMatching(/^ok Kerberos with HTTP\/localhost@ACME\.TEST .*ACME\.TEST as ACME/),
  ]);
  expect(await lines('windows', { ...windows, SHEETWIRE_KERBEROS_KEYTAB: kdc.otherKeytab })).toEqual([
    5,
    expect.stringMatching(/^FAIL .*has no key for HTTP\/localhost; it has HTTP\/elsewhere@ACME\.TEST/),
  ]);
  expect(await lines('windows', { ...windows, SHEETWIRE_KERBEROS_KEYTAB: join(folder, 'nowhere') })).toEqual([
    5,
    expect.stringMatching(/^FAIL .*cannot be read \(ENOENT\)/),
  ]);
});

test('the directory is bound to and its bases are looked for', async () => {
  expect(await lines('directory', slapd.settings)).toEqual([0, expect.stringMatching(/^ok ldap.* answers \(LDAP\)/)]);
  const wrong = { ...slapd.settings, SHEETWIRE_LDAP_BIND_PASSWORD: 'another-secret' };
  expect(await lines('directory', wrong)).toEqual([
    6,
    expect.stringMatching(/^FAIL .*refused SHEETWIRE_LDAP_BIND_DN or SHEETWIRE_LDAP_BIND_PASSWORD$/),
  ]);
  const base = { ...slapd.settings, SHEETWIRE_LDAP_USER_BASE: 'ou=nowhere,dc=acme,dc=test' };
  expect(await lines('directory', base)).toEqual([
    6,
    expect.stringMatching(/^FAIL SHEETWIRE_LDAP_USER_BASE .*does not exist/),
  ]);
});
