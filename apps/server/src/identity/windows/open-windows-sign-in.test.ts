import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { parseSettings } from '#settings/settings.ts';
import { checkWindowsSignIn } from './open-windows-sign-in.ts';

/** `HTTP/portal.acme.test@ACME.TEST`, AES-256, version 2, as MIT writes it. */
const keytab = Buffer.from(
  '05020000004200020009' +
    Buffer.from('ACME.TEST').toString('hex') +
    '0004' +
    Buffer.from('HTTP').toString('hex') +
    '0010' +
    Buffer.from('portal.acme.test').toString('hex') +
    '0000000165000000020012' +
    `0010${'00'.repeat(16)}`,
  'hex',
);

let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'sheetwire-keytab-'));
  await writeFile(join(dir, 'good'), keytab, { mode: 0o600 });
  await writeFile(join(dir, 'open'), keytab, { mode: 0o644 });
  await writeFile(join(dir, 'text'), 'not a version 2 keytab');
});
afterAll(() => rm(dir, { recursive: true }));

const kerberos = {
  SHEETWIRE_KERBEROS_KEYTAB: 'good',
  SHEETWIRE_KERBEROS_REALM_MAP: 'ACME.TEST=ACME',
  SHEETWIRE_PUBLIC_URL: 'https://portal.acme.test',
};

function check(environment: Record<string, string>): Promise<string> {
  const file = environment.SHEETWIRE_KERBEROS_KEYTAB;
  const read = parseSettings({
    ...environment,
    ...(file === undefined ? {} : { SHEETWIRE_KERBEROS_KEYTAB: join(dir, file) }),
  });
  if ('faults' in read) throw new Error(read.faults.join('; '));
  return checkWindowsSignIn(read.settings);
}

test('Windows sign-in is off unless it is set', async () => {
  expect(await check({})).toBe('off');
});

test('a keytab with the key of the public name will do', async () => {
  expect(await check(kerberos)).toBe(
    'Kerberos with HTTP/portal.acme.test@ACME.TEST (AES-256, version 2), for ACME.TEST as ACME; for clients in private networks',
  );
});

test('a keytab that everybody may read is told', async () => {
  const words = await check({ ...kerberos, SHEETWIRE_KERBEROS_KEYTAB: 'open' });
  expect(words).toContain('every account on this machine can read the keytab');
});

test('the service may be named, as may the networks', async () => {
  const set = {
    ...kerberos,
    SHEETWIRE_PUBLIC_URL: 'https://reports.example',
    SHEETWIRE_KERBEROS_SERVICE: 'HTTP@PORTAL.acme.test',
    SHEETWIRE_KERBEROS_NETWORKS: '192.0.2.0/24',
  };
  expect(await check(set)).toContain('for clients in 192.0.2.0/24');
});

test.each([
  ['a file that is not there', { SHEETWIRE_KERBEROS_KEYTAB: 'none' }, 'cannot be read (ENOENT)'],
  ['a file of another kind', { SHEETWIRE_KERBEROS_KEYTAB: 'text' }, 'is not a version 2 keytab file'],
  [
    'a keytab of another service',
    { SHEETWIRE_PUBLIC_URL: 'https://reports.example' },
    'has no key for HTTP/reports.example; it has HTTP/portal.acme.test@ACME.TEST',
  ],
  ['no realm', { SHEETWIRE_KERBEROS_REALM_MAP: '' }, 'needs SHEETWIRE_KERBEROS_REALM_MAP'],
  [
    'a malformed realm',
    { SHEETWIRE_KERBEROS_REALM_MAP: 'ACME.TEST' },
    'must be a comma-separated list such as ACME.TEST=ACME',
  ],
  ['a malformed network', { SHEETWIRE_KERBEROS_NETWORKS: '10.0.0.0/99' }, 'SHEETWIRE_KERBEROS_NETWORKS: must be'],
  ['a malformed service', { SHEETWIRE_KERBEROS_SERVICE: 'host@a' }, 'SHEETWIRE_KERBEROS_SERVICE: must be HTTP@host'],
  [
    'no name that tickets could be for',
    { SHEETWIRE_PUBLIC_URL: '', SHEETWIRE_HOST: '0.0.0.0', SHEETWIRE_INSECURE_HTTP: 'true' },
    'needs SHEETWIRE_PUBLIC_URL or SHEETWIRE_KERBEROS_SERVICE',
  ],
])('%s stops the start', async (_, change, fault) => {
  await expect(async () => check({ ...kerberos, ...change })).rejects.toThrow(fault);
});

test('a folder for used tickets that cannot be written to stops the start', async () => {
  vi.stubEnv('KRB5RCACHEDIR', '/nonexistent');
  await expect(check(kerberos)).rejects.toThrow(
    /KRB5RCACHEDIR names \/nonexistent, where used tickets cannot be noted \(E/,
  );
  vi.stubEnv('KRB5RCACHEDIR', undefined);
  vi.stubEnv('TMPDIR', '/nonexistent');
  await expect(check({ ...kerberos, SHEETWIRE_DATA_DIR: join(dir, 'good', 'none') })).rejects.toThrow(
    'set KRB5RCACHEDIR',
  );
  vi.unstubAllEnvs();
});

const proxied = {
  SHEETWIRE_PROXY_USER_HEADER: 'X-Remote-User',
  SHEETWIRE_PROXY_SECRET: 'the word of the proxy',
  SHEETWIRE_TRUSTED_PROXIES: '10.9.0.1',
};

test('the header of a proxy needs no Kerberos here', async () => {
  expect(await check(proxied)).toBe('the header x-remote-user of 10.9.0.1; the proxy decides who must log in');
});

test.each([
  ['every address as proxy', { SHEETWIRE_TRUSTED_PROXIES: '0.0.0.0/0' }, 'the network is too wide'],
  ['every address of IPv6 as proxy', { SHEETWIRE_TRUSTED_PROXIES: '10.9.0.1,::/0' }, 'the network is too wide'],
  ['no proxy', { SHEETWIRE_TRUSTED_PROXIES: '' }, 'needs SHEETWIRE_TRUSTED_PROXIES'],
  ['a short secret', { SHEETWIRE_PROXY_SECRET: 'short' }, 'at least 16 characters'],
  ['a header that browsers send', { SHEETWIRE_PROXY_USER_HEADER: 'User-Agent' }, 'must be a header that names a user'],
  ['a header that holds secrets', { SHEETWIRE_PROXY_USER_HEADER: 'Cookie' }, 'must be a header that names a user'],
])('%s beside the header of a proxy stops the start', async (_, change, fault) => {
  await expect(async () => check({ ...proxied, ...change })).rejects.toThrow(fault);
});
