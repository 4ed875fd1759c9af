import { expect, test } from 'vitest';
import { parseSettings } from '#settings/settings.ts';
import { type Claims, namedAccount } from './account-name.ts';

function named(claims: Claims, environment: Record<string, string> = { SHEETWIRE_OIDC_DEFAULT_ENTITY: 'acme' }) {
  const read = parseSettings(environment);
  if ('faults' in read) throw new Error(read.faults.join('; '));
  const account = namedAccount(claims, read.settings);
  return account.refused ?? account.user;
}

test('the name is the preferred one in the entity of the settings, in lower case', () => {
  expect(named({ preferred_username: 'Jane.Doe', company: 'OTHER' })).toBe('ACME/jane.doe');
});

test('the name and the entity come from the claims that the settings name', () => {
  const settings = { SHEETWIRE_OIDC_USER_CLAIM: 'upn', SHEETWIRE_OIDC_ENTITY_CLAIM: 'company' };
  expect(named({ upn: 'jane', preferred_username: 'bob', company: 'demo' }, settings)).toBe('DEMO/jane');
  expect(named({ upn: 'jane' }, settings)).toBe('the claim company is missing');
  expect(named({ upn: 'jane' }, { ...settings, SHEETWIRE_OIDC_DEFAULT_ENTITY: 'ACME' })).toBe('ACME/jane');
  expect(named({ preferred_username: 'jane', company: 'DEMO' }, settings)).toBe('the claim upn is missing');
});

test('an email is a name only when the provider has verified it', () => {
  const settings = { SHEETWIRE_OIDC_USER_CLAIM: 'email', SHEETWIRE_OIDC_DEFAULT_ENTITY: 'ACME' };
  expect(named({ email: 'jane@acme.example', email_verified: true }, settings)).toBe('ACME/jane@acme.example');
  for (const email_verified of [false, 'true', 1, undefined]) {
    expect(named({ email: 'jane@acme.example', email_verified }, settings)).toMatch(/not verified/);
  }
});

test('with a map of domains the domain decides about the entity, and one that is not there is refused', () => {
  const settings = {
    SHEETWIRE_OIDC_DOMAIN_MAP: 'acme.example=ACME, sub.acme.example = DEMO',
    SHEETWIRE_OIDC_DEFAULT_ENTITY: 'ACME',
  };
  expect(named({ preferred_username: 'Jane@Acme.Example' }, settings)).toBe('ACME/jane');
  expect(named({ preferred_username: 'jane@sub.acme.example' }, settings)).toBe('DEMO/jane');
  expect(named({ preferred_username: 'jane@evil.example' }, settings)).toMatch(/evil\.example is not in/);
  expect(named({ preferred_username: 'jane@acme.example@evil.example' }, settings)).toMatch(/is not in/);
  expect(named({ preferred_username: 'jane' }, settings)).toBe('ACME/jane');
});

test('without a map the domain stays a part of the name', () => {
  expect(named({ preferred_username: 'jane@acme.example' })).toBe('ACME/jane@acme.example');
});

test.each([
  'ja/ne',
  'ja\\ne',
  'ja"ne',
  'ja[ne]',
  'ja,ne',
  ' jane',
  'jane\n',
  'ｊane',
  '\u017fuper',
  '\u212aim',
  'jané',
  'jane\0',
  '..',
  'x'.repeat(101),
  '__proto__/x',
])('the name %j, which cleaning would change or refuse, is nobody', (preferred_username) => {
  expect(named({ preferred_username })).toMatch(/is not a valid user name/);
});

test.each([['ACME/OTHER'], ['API'], [' ACME'], ['ACM\u212a'], [['ACME']], [{ name: 'ACME' }], [7]])(
  'the entity %j is none',
  (company) => {
    const settings = { SHEETWIRE_OIDC_ENTITY_CLAIM: 'company', SHEETWIRE_OIDC_DEFAULT_ENTITY: 'DEMO' };
    expect(named({ preferred_username: 'jane', company }, settings)).toMatch(/is not a (?:valid entity|string)$/);
  },
);

test.each([undefined, null, '', 7, ['jane'], { name: 'jane' }])('the claim %j is no name', (preferred_username) => {
  expect(named({ preferred_username })).toBe('the claim preferred_username is missing');
});

test('an address that the provider has not verified is not kept', () => {
  const read = parseSettings({ SHEETWIRE_OIDC_DEFAULT_ENTITY: 'ACME' });
  if ('faults' in read) throw new Error('faults');
  const claims = { preferred_username: 'jane', email: 'jane@acme.example' };
  expect(namedAccount(claims, read.settings)).toMatchObject({ email: '' });
  expect(namedAccount({ ...claims, email_verified: true }, read.settings)).toMatchObject({ email: claims.email });
  for (const email of ['letmein@is.password', 'jane', 'jane@acme.example\r\nBcc: all@acme.example', 'a'.repeat(300)]) {
    expect(namedAccount({ ...claims, email, email_verified: true }, read.settings)).toMatchObject({ email: '' });
  }
});
