import { limits } from '@sheetwire/contract/limits';
import { type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type SsoSite, type SsoVisitor, startSsoSite } from './testing/sso-visitor.ts';

let site: SsoSite;
let count = 0;
beforeAll(async () => {
  site = await startSsoSite();
  for (const name of ['jane', 'bob']) site.provider.people.set(`s-${name}`, { preferred_username: name });
});
afterAll(() => site.stop());

const event = { 'http://schemas.openid.net/event/backchannel-logout': {} };
const typ = { typ: 'logout+jwt' };

function claims(change: Readonly<Record<string, unknown>> = {}): JWTPayload {
  const iat = Math.floor(site.server.clock.now() / 1000);
  const base = { iss: site.provider.issuer, aud: 'portal', iat, exp: iat + 120, jti: `j${++count}`, events: event };
  return { ...base, sub: 's-jane', ...change };
}

async function post(token: string, type = 'application/x-www-form-urlencoded') {
  const answer = await site.server.app.fastify.inject({
    method: 'POST',
    url: '/sso/backchannel',
    headers: { 'content-type': type },
    payload: new URLSearchParams({ logout_token: token }).toString(),
  });
  expect(answer.headers['cache-control']).toBe('no-store');
  return answer.statusCode;
}

async function signedIn(subject: string): Promise<SsoVisitor> {
  const visitor = site.visitor();
  await visitor.signIn(subject);
  return visitor;
}

const userOf = async (visitor: SsoVisitor) => (await visitor.call('accounts/username/')).user;

/** The provider's own session of a visitor, as the portal kept it. */
async function sidOf(visitor: SsoVisitor): Promise<string> {
  const [sessions, user] = [site.server.stores.ssoSessions, await userOf(visitor)];
  const named = await sessions.named({ issuer: site.provider.issuer, subject: `s-${String(user).slice(5)}` });
  return named.at(-1)?.sid ?? '';
}

test('a logout of a subject ends every session of theirs and nobody else', async () => {
  const [one, two, bob] = [await signedIn('s-jane'), await signedIn('s-jane'), await signedIn('s-bob')];
  expect(await post(await site.provider.sign(claims(), typ))).toBe(200);
  expect([await userOf(one), await userOf(two), await userOf(bob)]).toEqual(['', '', 'ACME/bob']);
});

test("a logout of the provider's session ends the sessions that it opened alone", async () => {
  const one = await signedIn('s-bob');
  const sessions = await site.server.stores.ssoSessions.named({ issuer: site.provider.issuer, subject: 's-bob' });
  const two = await signedIn('s-bob');
  const after = await site.server.stores.ssoSessions.named({ issuer: site.provider.issuer, subject: 's-bob' });
  const sid = after.find(({ idHash }) => !sessions.some((known) => known.idHash === idHash))?.sid ?? '';
  expect(sid).not.toBe('');
  const { sub: _, ...bySession } = claims({ sid });
  expect(await post(await site.provider.sign(bySession, typ))).toBe(200);
  expect([await userOf(one), await userOf(two)]).toEqual(['ACME/bob', '']);
});

test("a session of one subject is not ended by another's name", async () => {
  const jane = await signedIn('s-jane');
  expect(await post(await site.provider.sign(claims({ sub: 's-bob', sid: await sidOf(jane) }), typ))).toBe(200);
  expect(await userOf(jane)).toBe('ACME/jane');
});

test('a logout at the provider while a sign-in is under way lets nobody stay', async () => {
  const jane = site.visitor();
  const answer = await jane.leave('s-jane');
  site.provider.forge = async (idToken) => {
    const { sub: _, ...bySession } = claims({ sid: idToken.sid });
    expect(await post(await site.provider.sign(bySession, typ))).toBe(200);
    return site.provider.sign(idToken);
  };
  expect(await jane.open(answer)).toMatchObject({ location: '/login?sso=expired' });
  site.provider.forge = undefined;
  expect(await userOf(jane)).toBe('');
});

test('a logout token is used once', async () => {
  const token = await site.provider.sign(claims(), typ);
  expect(await post(token)).toBe(200);
  const jane = await signedIn('s-jane');
  expect(await post(token)).toBe(400);
  expect(await userOf(jane)).toBe('ACME/jane');
});

test('a logout that the store broke off is done when the provider sends it again', async () => {
  const jane = await signedIn('s-jane');
  const token = await site.provider.sign(claims(), typ);
  const { ssoSessions } = site.server.stores;
  const broken = vi.spyOn(ssoSessions, 'named').mockRejectedValueOnce(new Error('the disk is gone'));
  expect(await post(token)).toBe(500);
  broken.mockRestore();
  expect(await userOf(jane)).toBe('ACME/jane');
  expect(await post(token)).toBe(200);
  expect(await userOf(jane)).toBe('');
});

const secret = new TextEncoder().encode('x'.repeat(32));
test.each<[string, () => Promise<string>]>([
  ['without a signature', async () => new UnsecuredJWT(claims()).encode()],
  ['signed with a secret', () => new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', ...typ }).sign(secret)],
  ['signed with an unknown key', () => site.provider.sign(claims(), { ...typ, kid: 'unknown' })],
  ['of the type of other tokens', () => site.provider.sign(claims(), { typ: 'JWT' })],
  ['without a type', () => site.provider.sign(claims())],
  ['of another issuer', () => site.provider.sign(claims({ iss: 'https://evil.example' }), typ)],
  ['for another audience', () => site.provider.sign(claims({ aud: 'another' }), typ)],
  ['without the event', () => site.provider.sign(claims({ events: {} }), typ)],
  ['with an event that is none', () => site.provider.sign(claims({ events: 'logout' }), typ)],
  ['with a nonce', () => site.provider.sign(claims({ nonce: 'n' }), typ)],
  ['without an id', () => site.provider.sign(claims({ jti: undefined }), typ)],
  ['that names nobody', () => site.provider.sign(claims({ sub: undefined }), typ)],
  ['of an hour ago', () => site.provider.sign(claims({ iat: (claims().iat ?? 0) - 3600, exp: undefined }), typ)],
  ['of a time to come', () => site.provider.sign(claims({ iat: (claims().iat ?? 0) + 300 }), typ)],
  ['without a time', () => site.provider.sign(claims({ iat: undefined }), typ)],
  ['that is nonsense', async () => 'a.b.c'],
])('a logout token %s is refused', async (_, make) => {
  const jane = await signedIn('s-jane');
  expect(await post(await make())).toBe(400);
  expect(await userOf(jane)).toBe('ACME/jane');
});

test('a body that is no form, holds two tokens or none, or is too long, is refused', async () => {
  const { app } = site.server;
  const token = await site.provider.sign(claims(), typ);
  expect(await post(token, 'application/json')).toBe(400);
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const send = async (payload: string) =>
    (await app.fastify.inject({ method: 'POST', url: '/sso/backchannel', headers: type, payload })).statusCode;
  expect(await send(`logout_token=${token}&logout_token=${token}`)).toBe(400);
  expect(await send('')).toBe(400);
  expect(await send(`logout_token=${'x'.repeat(limits.sso.logoutTokenBytes)}`)).toBe(413);
});

test('strangers fill no log with logout tokens and answers that they make up', async () => {
  site.server.clock.move(limits.windows.noteEvery);
  site.lines.length = 0;
  for (let n = 0; n < 5; n++) {
    expect(await post('a.b.c')).toBe(400);
    await site.visitor().open(`/sso/callback?state=${n}`);
  }
  expect(site.lines).toHaveLength(2);
});
