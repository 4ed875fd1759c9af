import { nobody, type SessionUser } from '@sheetwire/contract/accounts';
import { expect, test } from 'vitest';
import { placeActions } from './place-actions.ts';

function texts(rest: Partial<SessionUser>): string[] {
  const nothing = () => undefined;
  const user = { ...nobody, user: 'DEMO/jane', hasLicense: true, ...rest };
  return placeActions({ user, goTo: nothing, logOut: nothing }).map(({ text }) => text);
}

const everyone = ['Home', 'Admin', 'Publishing', 'Help', 'Account', 'Generate Token'];

test('the palette leads a user to the pages that the user may use', () => {
  expect(texts({})).toEqual(everyone);
  expect(texts({ blockAdminPage: true })).not.toContain('Admin');
});

test('only a super admin is led to users, user groups, recovery and the audit log', () => {
  const managed = ['Manage Users', 'Manage User Groups', 'Recover Settings', 'Audit Log'];
  expect(texts({ isSuperAdmin: true })).toEqual(expect.arrayContaining(managed));
  expect(texts({}).filter((text) => managed.includes(text))).toEqual([]);
});

test('logout is there where there is something to log out of, and is asked for once more', () => {
  expect(texts({ isCookieLogin: true })).toEqual([...everyone, 'Logout']);
  expect(texts({ ssoLogoutUrl: 'https://sso.example/logout' })).toContain('Logout');
});
