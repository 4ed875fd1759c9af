import { limits } from '@sheetwire/contract/limits';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type SsoSite, startSsoSite } from './testing/sso-visitor.ts';

let site: SsoSite;
beforeAll(async () => {
  site = await startSsoSite({ SHEETWIRE_SUPER_ADMINS: 'ACME/boss, ACME/chief' });
  const { people } = site.provider;
  people.set('s-jane', { preferred_username: 'Jane', email: 'jane@acme.example', email_verified: true });
  people.set('s-boss', { preferred_username: 'boss' });
  people.set('s-twin', { preferred_username: 'jane' });
});
afterAll(() => site.stop());
afterEach(() => {
  site.lines.length = 0;
});

const password = 'a long password';

async function auditOf(object: string): Promise<string[]> {
  const rows = await site.server.stores.audit.read({ limit: 100 });
  return rows.filter((row) => row.object === object).map(({ action }) => action);
}

test('a visitor goes to the provider and comes back signed in to the page that was asked for', async () => {
  const jane = site.visitor();
  expect(await jane.call('accounts/usesso/')).toEqual({ usesso: true, ssoLoginUrl: '/sso/login' });
  const { location } = await jane.open('/sso/login');
  const asked = new URL(location).searchParams;
  expect(asked.get('code_challenge_method')).toBe('S256');
  expect(asked.get('state')).toHaveLength(43);
  expect(await jane.signIn('s-jane', '/ACME/RATES/DAILY?paused=true#p&l')).toBe('/ACME/RATES/DAILY?paused=true#p&l');
  expect(await jane.call('accounts/username/')).toMatchObject({
    user: 'ACME/jane',
    isSuperAdmin: false,
    isCookieLogin: false,
    ssoLogoutUrl: '/sso/logout',
  });
  const record = await site.server.app.identity.stores.users.byEmail('jane@acme.example');
  expect(record).toMatchObject({ name: 'ACME/jane', passwordHash: null });
  expect(await auditOf('ACME/jane')).toEqual([
    'login by oidc',
    'account linked to single sign-on',
    'user added at first login',
  ]);
});

test('a second sign-in is silent and the same account, with a new session', async () => {
  const jane = site.visitor();
  await jane.signIn('s-jane');
  const first = jane.cookies.get('__Host-sheetwire');
  expect(await jane.signIn(undefined, '/help')).toBe('/help');
  expect(jane.cookies.get('__Host-sheetwire')).not.toBe(first);
  const old = site.visitor();
  old.cookies.set('__Host-sheetwire', first ?? '');
  expect(await old.call('accounts/username/')).toMatchObject({ user: '' });
  expect(await jane.call('accounts/username/')).toMatchObject({ user: 'ACME/jane' });
});

test('two tabs of a browser that leave at the same time both come back', async () => {
  const jane = site.visitor();
  const [one, two] = [await jane.leave('s-jane', '/help'), await jane.leave('s-jane', '/account')];
  expect([await jane.open(one), await jane.open(two)].map(({ location }) => location)).toEqual(['/help', '/account']);
});

test('a super admin of the settings is one by single sign-on too', async () => {
  const boss = site.visitor();
  await boss.signIn('s-boss');
  expect(await boss.call('accounts/username/')).toMatchObject({ user: 'ACME/boss', isSuperAdmin: true });
});

test('another subject of the same name is refused, audited and told to the operator', async () => {
  await site.visitor().signIn('s-jane');
  const twin = site.visitor();
  expect(await twin.signIn('s-twin')).toBe('/login?sso=refused');
  expect(await twin.call('accounts/username/')).toMatchObject({ user: '' });
  expect(await auditOf('ACME/jane')).toContain('single sign-on refused: the account belongs to another subject');
  expect(site.lines).toEqual([
    'single sign-on refused: ACME/jane belongs to another subject of the provider; check whether two people share this name',
  ]);
});

test('a subject keeps its account when its name changes', async () => {
  await site.visitor().signIn('s-boss');
  site.provider.people.set('s-boss', { preferred_username: 'somebody.else' });
  const boss = site.visitor();
  await boss.signIn('s-boss');
  expect(await boss.call('accounts/username/')).toMatchObject({ user: 'ACME/boss' });
});

test('an account with a password is joined once its owner has logged in with it in the same browser', async () => {
  await site.server.addUser('ACME/carl', password);
  site.provider.people.set('s-carl', { preferred_username: 'carl' });
  const carl = site.visitor();
  expect(await carl.signIn('s-carl')).toBe('/login?sso=password');
  expect(await carl.call('accounts/username/')).toMatchObject({ user: '' });
  await carl.call('accounts/login/', { user: 'ACME/carl', password });
  expect(await carl.signIn('s-carl')).toBe('/');
  expect(await carl.call('accounts/username/')).toMatchObject({ user: 'ACME/carl', ssoLogoutUrl: '/sso/logout' });
  const later = site.visitor();
  expect(await later.signIn('s-carl')).toBe('/');
});

test('a password that proves another account joins nothing', async () => {
  await site.server.addUser('ACME/chief', password);
  await site.server.addUser('ACME/dora', password);
  site.provider.people.set('s-chief', { preferred_username: 'chief' });
  const dora = site.visitor();
  await dora.call('accounts/login/', { user: 'ACME/dora', password });
  expect(await dora.signIn('s-chief')).toBe('/login?sso=password');
  expect(await dora.call('accounts/username/')).toMatchObject({ user: 'ACME/dora' });
});

test('a disabled account does not come in', async () => {
  const user = await site.server.addUser('ACME/eve', password, { passwordHash: null, disabledAt: 1 });
  site.provider.people.set('s-eve', { preferred_username: 'eve' });
  expect(await site.visitor().signIn('s-eve')).toBe('/login?sso=refused');
  expect(await site.server.stores.identityLinks.of(user)).toEqual([]);
});

test('logout ends our session, then the ticket leads to the provider, once', async () => {
  const jane = site.visitor();
  await jane.signIn('s-jane');
  const session = jane.cookies.get('__Host-sheetwire') ?? '';
  await jane.call('accounts/logout/');
  const old = site.visitor();
  old.cookies.set('__Host-sheetwire', session);
  expect(await old.call('accounts/username/')).toMatchObject({ user: '' });
  const ticket = new Map(jane.cookies);
  const { location } = await jane.open('/sso/logout');
  const { origin, pathname, searchParams } = new URL(location);
  expect([origin, pathname]).toEqual([site.provider.issuer, '/session/end']);
  expect(searchParams.get('id_token_hint')?.split('.')).toHaveLength(3);
  expect(searchParams.get('post_logout_redirect_uri')).toMatch(/\/login$/);
  for (const [name, value] of ticket) old.cookies.set(name, value);
  expect(await old.open('/sso/logout')).toMatchObject({ location: '/login' });
});

test('a logout address without a ticket ends nothing, and a ticket does not live on', async () => {
  const jane = site.visitor();
  await jane.signIn('s-jane');
  expect(await jane.open('/sso/logout')).toMatchObject({ status: 302, location: '/login' });
  expect(await jane.call('accounts/username/')).toMatchObject({ user: 'ACME/jane' });
  await jane.call('accounts/logout/');
  site.server.clock.move(limits.sso.logoutTicket);
  expect(await jane.open('/sso/logout')).toMatchObject({ location: '/login' });
  site.server.clock.move(-limits.sso.logoutTicket);
});

test('who signed in with a password has no logout at the provider', async () => {
  await site.server.addUser('ACME/fred', password);
  const fred = site.visitor();
  await fred.call('accounts/login/', { user: 'ACME/fred', password });
  expect(await fred.call('accounts/username/')).toMatchObject({ user: 'ACME/fred', ssoLogoutUrl: '' });
  await fred.call('accounts/logout/');
  expect(await fred.open('/sso/logout')).toMatchObject({ location: '/login' });
});
