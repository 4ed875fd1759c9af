import { limits } from '@sheetwire/contract/limits';
import type { JWTPayload } from 'jose';
import { UnsecuredJWT } from 'jose';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type SsoSite, type SsoVisitor, startSsoSite } from './testing/sso-visitor.ts';

let site: SsoSite;
beforeAll(async () => {
  site = await startSsoSite();
  site.provider.people.set('s-jane', { preferred_username: 'jane' });
});
afterAll(() => site.stop());
afterEach(() => {
  site.lines.length = 0;
  site.provider.forge = undefined;
});

async function userOf(visitor: SsoVisitor): Promise<unknown> {
  return (await visitor.call('accounts/username/')).user;
}

/** Opens an answer that must not be taken, and makes sure that nobody came in. */
async function refusal(visitor: SsoVisitor, answer: string): Promise<string> {
  const { location } = await visitor.open(answer);
  expect(await userOf(visitor)).toBe('');
  return location;
}

test('an answer is taken once', async () => {
  const jane = site.visitor();
  const answer = await jane.leave('s-jane');
  await jane.open(answer);
  expect(await userOf(jane)).toBe('ACME/jane');
  jane.cookies.delete('__Host-sheetwire');
  expect(await refusal(jane, answer)).toBe('/login?sso=expired');
});

test('of two who bring an answer at once one comes in', async () => {
  const jane = site.visitor();
  const answer = await jane.leave('s-jane');
  const locations = await Promise.all([jane.open(answer), jane.open(answer)]);
  expect(locations.map(({ location }) => location).toSorted()).toEqual(['/', '/login?sso=expired']);
});

test('an answer that another browser asked for is refused, with its cookie or without one', async () => {
  const answer = await site.visitor().leave('s-jane');
  expect(await refusal(site.visitor(), answer)).toBe('/login?sso=expired');
  const other = site.visitor();
  await other.open('/sso/login');
  const another = await site.visitor().leave('s-jane');
  expect(await refusal(other, another)).toBe('/login?sso=expired');
});

test('an answer with a changed, missing or doubled state is refused', async () => {
  const jane = site.visitor();
  const url = new URL(await jane.leave('s-jane'));
  const state = url.searchParams.get('state') ?? '';
  url.searchParams.set('state', `${state.startsWith('A') ? 'B' : 'A'}${state.slice(1)}`);
  expect(await refusal(jane, url.href)).toBe('/login?sso=expired');
  url.searchParams.delete('state');
  expect(await refusal(jane, url.href)).toBe('/login?sso=expired');
  url.searchParams.append('state', state);
  url.searchParams.append('state', state);
  expect(await refusal(jane, url.href)).toBe('/login?sso=failed');
});

test('an answer that comes too late is refused', async () => {
  const jane = site.visitor();
  const answer = await jane.leave('s-jane');
  site.server.clock.move(limits.sso.transaction);
  expect(await refusal(jane, answer)).toBe('/login?sso=expired');
  site.server.clock.move(-limits.sso.transaction);
});

test("a code of one sign-in does not serve another's state", async () => {
  const [jane, thief] = [site.visitor(), site.visitor()];
  const stolen = new URL(await jane.leave('s-jane')).searchParams.get('code') ?? '';
  const url = new URL(await thief.leave('s-jane'));
  url.searchParams.set('code', stolen);
  expect(await refusal(thief, url.href)).toBe('/login?sso=failed');
  expect(site.lines).toEqual([expect.stringContaining('invalid_grant')]);
});

test('an answer of another issuer, or of nobody, is refused', async () => {
  const jane = site.visitor();
  for (const issuer of ['https://evil.example', undefined]) {
    const url = new URL(await jane.leave('s-jane'));
    url.searchParams.delete('iss');
    if (issuer !== undefined) url.searchParams.set('iss', issuer);
    expect(await refusal(jane, url.href)).toBe('/login?sso=failed');
  }
});

test('what the provider refuses is told in its own words, on one line', async () => {
  const jane = site.visitor();
  const url = new URL(await jane.leave('s-jane'));
  url.searchParams.delete('code');
  url.searchParams.set('error', 'access_denied');
  url.searchParams.set('error_description', 'no\r\nway');
  expect(await refusal(jane, url.href)).toBe('/login?sso=refused');
  expect(site.lines).toEqual(['single sign-on refused: the provider answered access_denied (no way)']);
});

const now = () => Math.floor(Date.now() / 1000);
const rs256 = (claims: JWTPayload, header = {}) => site.provider.sign(claims, header);

test.each<[string, (claims: JWTPayload) => Promise<string>]>([
  ['without a signature', async (claims) => new UnsecuredJWT(claims).encode()],
  ['with a broken signature', async (claims) => (await rs256(claims)).replace(/.{8}$/, 'AAAAAAAA')],
  ['with a key that is not published', (claims) => rs256(claims, { kid: 'unknown' })],
  ['with another nonce', (claims) => rs256({ ...claims, nonce: 'x'.repeat(43) })],
  ['without a nonce', ({ nonce: _, ...claims }) => rs256(claims)],
  ['of another issuer', (claims) => rs256({ ...claims, iss: 'https://evil.example' })],
  ['for another audience', (claims) => rs256({ ...claims, aud: 'another' })],
  ['for a second audience, without saying for whom', (claims) => rs256({ ...claims, aud: ['portal', 'another'] })],
  ['that is over', (claims) => rs256({ ...claims, iat: now() - 900, exp: now() - 120 })],
  ['that is not valid yet', (claims) => rs256({ ...claims, nbf: now() + 120 })],
  ['of a time to come', (claims) => rs256({ ...claims, iat: now() + 120 })],
  ['without a time', ({ iat: _, ...claims }) => rs256(claims)],
  ['without a subject', ({ sub: _, ...claims }) => rs256(claims)],
])('an id token %s is refused', async (_, forge) => {
  const jane = site.visitor();
  const answer = await jane.leave('s-jane');
  site.provider.forge = forge;
  expect(await refusal(jane, answer)).toBe('/login?sso=failed');
  expect(site.lines).toHaveLength(1);
  expect(site.lines[0]).not.toMatch(/[\w-]{40}/);
});

test('clocks may be a minute apart, not more', async () => {
  for (const [apart, end] of [
    [-50_000, '/'],
    [50_000, '/'],
    [-200_000, '/login?sso=failed'],
    [800_000, '/login?sso=failed'],
  ] as const) {
    const jane = site.visitor();
    site.server.clock.move(apart);
    expect(await jane.signIn('s-jane')).toBe(end);
    site.server.clock.move(-apart);
  }
});

test('one address may begin so many sign-ins in a minute', async () => {
  const flood = site.visitor();
  const { most, within } = limits.sso.starts;
  site.server.clock.move(within);
  const answers = await Promise.all(Array.from({ length: most + 5 }, () => flood.open('/sso/callback?state=x')));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  site.server.clock.move(within);
  expect(await flood.open('/sso/callback')).toMatchObject({ status: 302 });
});
