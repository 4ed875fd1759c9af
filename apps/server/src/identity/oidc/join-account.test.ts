import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SsoSite, startSsoSite } from './testing/sso-visitor.ts';

const password = 'a long password';
let site: SsoSite;
beforeAll(async () => {
  site = await startSsoSite({
    SHEETWIRE_OIDC_JOIN_ACCOUNTS: 'true',
    SHEETWIRE_SUPER_ADMINS: 'ACME/boss',
    SHEETWIRE_ENTITIES: 'ACME',
    SHEETWIRE_OIDC_ENTITY_CLAIM: 'company',
  });
  for (const name of ['boss', 'jane', 'paul']) site.provider.people.set(`s-${name}`, { preferred_username: name });
  site.provider.people.set('s-far', { preferred_username: 'far', company: 'FAR' });
});
afterAll(() => site.stop());

const subjects = async (name: string) => {
  const user = (await site.server.stores.users.list()).find((one) => one.name === name)?.name;
  return user === undefined ? [] : (await site.server.stores.identityLinks.of(user)).map(({ subject }) => subject);
};

test('where the operator lets names decide, an account with a password is joined by its name', async () => {
  await site.server.addUser('ACME/jane', password);
  expect(await site.visitor().signIn('s-jane')).toBe('/');
  expect(await subjects('ACME/jane')).toEqual(['s-jane']);
});

test('a super admin with a password is not, before the password is proved', async () => {
  await site.server.addUser('ACME/boss', password);
  const boss = site.visitor();
  expect(await boss.signIn('s-boss')).toBe('/login?sso=password');
  expect(await subjects('ACME/boss')).toEqual([]);
  await boss.call('accounts/login/', { user: 'ACME/boss', password });
  expect(await boss.signIn('s-boss')).toBe('/');
  expect(await subjects('ACME/boss')).toEqual(['s-boss']);
});

test('a stored login proves no password', async () => {
  const strict = await startSsoSite();
  try {
    await strict.server.addUser('ACME/boss.two', password);
    strict.provider.people.set('s-two', { preferred_username: 'boss.two' });
    const two = strict.visitor();
    const { info } = await two.call('accounts/login/', { user: 'ACME/boss.two', password });
    two.cookies.clear();
    await two.call('accounts/infologin/', { userinfo: info });
    expect(await two.call('accounts/username/')).toMatchObject({ user: 'ACME/boss.two' });
    expect(await two.signIn('s-two')).toBe('/login?sso=password');
  } finally {
    await strict.stop();
  }
});

test('an account that was made beforehand without a password is joined by its name', async () => {
  await site.server.addUser('ACME/paul', password, { passwordHash: null });
  expect(await site.visitor().signIn('s-paul')).toBe('/');
  expect(await subjects('ACME/paul')).toEqual(['s-paul']);
});

test('of two subjects of one name that come at once one gets the account', async () => {
  for (const subject of ['s-x1', 's-x2']) site.provider.people.set(subject, { preferred_username: 'twin' });
  const visitors = [site.visitor(), site.visitor()];
  const answers = await Promise.all(visitors.map((visitor, index) => visitor.leave(`s-x${index + 1}`)));
  const ends = await Promise.all(visitors.map((visitor, index) => visitor.open(answers[index] ?? '')));
  expect(ends.map(({ location }) => location).toSorted()).toEqual(['/', '/login?sso=refused']);
  expect(await subjects('ACME/twin')).toHaveLength(1);
});

test('nobody is made in an entity that the settings do not name, and no subject is joined', async () => {
  expect(await site.visitor().signIn('s-far')).toBe('/login?sso=refused');
  expect(await site.server.stores.identityLinks.get(site.provider.issuer, 's-far')).toBeUndefined();
  expect((await site.server.stores.users.list()).map(({ name }) => name)).not.toContain('FAR/far');
});

test('a removed user who comes back has a new account', async () => {
  const [paul] = (await site.server.stores.users.list()).filter(({ name }) => name === 'ACME/paul');
  if (paul === undefined) throw new Error('paul is gone');
  await site.server.stores.users.remove(paul.name);
  expect(await site.server.stores.identityLinks.get(site.provider.issuer, 's-paul')).toBeUndefined();
  expect(await site.visitor().signIn('s-paul')).toBe('/');
});
