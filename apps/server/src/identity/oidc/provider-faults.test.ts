import { createServer } from 'node:https';
import { limits } from '@sheetwire/contract/limits';
import { afterEach, expect, test } from 'vitest';
import { parseSettings } from '#settings/settings.ts';
import { makeCertificates } from '../../../../../scripts/test/certificates.ts';
import { freePort } from '../../../../../scripts/test/free-port.ts';
import type { OidcOptions } from '../../../../../scripts/test/oidc-provider.ts';
import { checkSingleSignOn } from './check.ts';
import { type SsoSite, startSsoSite } from './testing/sso-visitor.ts';

let site: SsoSite;
afterEach(() => site.stop());

const password = 'a long password';
const metadataPath = '/.well-known/openid-configuration';

async function open(environment: Record<string, string> = {}, options: OidcOptions = {}) {
  site = await startSsoSite(environment, options);
  site.provider.people.set('s-jane', { preferred_username: 'jane', company: 'DEMO' });
  return site;
}

/** The settings of a doctor's visit. */
function settingsWith(change: Record<string, string>) {
  const read = parseSettings({ ...site.provider.settings, ...change });
  if ('faults' in read) throw new Error(read.faults.join('; '));
  return read.settings;
}

test('claims that the id token leaves out are asked for', async () => {
  const { server, visitor } = await open({ SHEETWIRE_OIDC_ENTITY_CLAIM: 'company' }, { isThin: true });
  const jane = visitor();
  expect(await jane.signIn('s-jane')).toBe('/');
  expect(await jane.call('accounts/username/')).toMatchObject({ user: 'DEMO/jane' });
  expect(await server.stores.users.list()).toHaveLength(1);
});

test.each([
  ['client_secret_post', 1],
  ['client_secret_basic', 2],
] as const)('a provider that takes the secret by %s is found out at the first sign-in', async (proof, asked) => {
  const { provider, visitor } = await open({}, { proof });
  expect(await visitor().signIn('s-jane')).toBe('/');
  expect(provider.askedFor('/token')).toBe(asked);
  expect(await visitor().signIn('s-jane')).toBe('/');
  expect(provider.askedFor('/token')).toBe(asked + 1);
});

test('a provider that is down stops neither the start nor a password; it is asked again once it is back', async () => {
  const { provider, server, visitor, lines } = await open();
  await provider.crash();
  await server.addUser('ACME/paul', password);
  const jane = visitor();
  expect(await jane.signIn('s-jane')).toBe('/login?sso=unreachable');
  expect(lines).toEqual([
    expect.stringMatching(/^single sign-on unreachable: http:.* cannot be reached: .*ECONNREFUSED/),
  ]);
  await jane.call('accounts/login/', { user: 'ACME/paul', password });
  expect(await jane.call('accounts/username/')).toMatchObject({ user: 'ACME/paul' });
  await provider.restart();
  expect(await visitor().signIn('s-jane')).toBe('/login?sso=unreachable');
  server.clock.move(limits.sso.descriptionRetry);
  expect(await visitor().signIn('s-jane')).toBe('/');
});

test.each([
  ['busy', 'unreachable', /answered 503/],
  ['huge', 'failed', /larger than \d+ bytes/],
  ['elsewhere', 'failed', /redirect, which is not followed/],
] as const)('a provider that is %s lets nobody in and is told of in one line', async (mood, code, words) => {
  const { provider, visitor, lines } = await open();
  provider.mood = mood;
  expect(await visitor().signIn('s-jane')).toBe(`/login?sso=${code}`);
  expect(lines).toEqual([expect.stringMatching(words)]);
});

test('many who meet a slow provider wait together, for a bounded time', async () => {
  const { provider, visitor, lines } = await open();
  provider.mood = 'slow';
  const ends = await Promise.all(Array.from({ length: 20 }, () => visitor().signIn('s-jane')));
  expect(new Set(ends)).toEqual(new Set(['/login?sso=unreachable']));
  expect(provider.askedFor(metadataPath)).toBe(1);
  expect(lines[0]).toMatch(/aborted due to timeout/);
});

test('a provider that fails between leaving and coming back lets nobody in', async () => {
  const { provider, visitor } = await open();
  const jane = visitor();
  const answer = await jane.leave('s-jane');
  provider.mood = 'busy';
  expect(await jane.open(answer)).toMatchObject({ location: '/login?sso=unreachable' });
  provider.mood = 'well';
  expect(await jane.open(answer)).toMatchObject({ location: '/login?sso=expired' });
});

test('new keys of the provider are found at the next sign-in', async () => {
  const { provider, visitor, server } = await open();
  expect(await visitor().signIn('s-jane')).toBe('/');
  await provider.rotateKeys();
  expect(await visitor().signIn('s-jane')).toBe('/');
  await provider.rotateKeys();
  expect(await visitor().signIn('s-jane')).toBe('/login?sso=failed');
  server.clock.move(limits.sso.keysRetry);
  expect(await visitor().signIn('s-jane')).toBe('/');
});

test('nobody is sent to a provider that went down, and who is signed in stays so', async () => {
  const { provider, visitor, server } = await open();
  const jane = visitor();
  await jane.signIn('s-jane');
  await visitor().signIn('s-jane');
  expect(provider.askedFor(metadataPath)).toBe(1);
  await provider.crash();
  server.clock.move(limits.sso.descriptionKept);
  expect(await visitor().open('/sso/login')).toMatchObject({ location: '/login?sso=unreachable' });
  expect(await jane.call('accounts/username/')).toMatchObject({ user: 'ACME/jane' });
});

test('a certificate that nobody vouches for is refused', async () => {
  await open();
  const { cert, key } = await makeCertificates();
  const port = await freePort();
  const server = createServer({ cert, key }, (_, response) => response.end('{}'));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  try {
    const settings = settingsWith({ SHEETWIRE_OIDC_ISSUER: `https://127.0.0.1:${port}` });
    await expect(checkSingleSignOn(settings)).rejects.toThrow(/UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED/);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('the doctor says that the provider is as the settings say, or what is wrong', async () => {
  const { provider } = await open();
  expect(await checkSingleSignOn(settingsWith({}))).toMatch(/responds with 1 key and a logout page; set its/);
  const wrong = (change: Record<string, string>) => expect(checkSingleSignOn(settingsWith(change))).rejects;
  await wrong({ SHEETWIRE_OIDC_CLIENT_SECRET: 'another' }).toThrow(/check SHEETWIRE_OIDC_CLIENT_ID/);
  await wrong({ SHEETWIRE_OIDC_CLIENT_ID: 'another' }).toThrow(/check SHEETWIRE_OIDC_CLIENT_ID/);
  await wrong({ SHEETWIRE_OIDC_ISSUER: provider.issuer.replace('127.0.0.1', 'localhost') }).toThrow(
    /calls itself http/,
  );
  await wrong({ SHEETWIRE_OIDC_ISSUER: `${provider.issuer}/realm` }).toThrow(
    /\/realm\/\.well-known\/openid-configuration answered 404 and no discovery document; check SHEETWIRE_OIDC_ISSUER/,
  );
  await provider.crash();
  await wrong({}).toThrow(/cannot be reached/);
});
