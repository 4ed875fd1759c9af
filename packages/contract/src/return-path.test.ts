import { expect, test } from 'vitest';
import { returnPathOf } from './return-path.ts';

test.each([
  '/',
  '/ACME/RATES/DAILY',
  '/ACME/RATES/DAILY/2026-11-20?paused=true#month-to-date',
  '/remote/ACME/RATES/DAILY%20PNL',
  '/?entity=ACME&group=RATES&report=a%2Fb',
  '/account?next=//evil.example',
])('a sign-in leads back to %s', (path) => {
  expect(returnPathOf(path)).toBe(path);
});

test.each([
  null,
  '',
  'account',
  'https://evil.example/',
  'javascript:alert(1)',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/%5cevil.example',
  '/%5Cevil.example',
  '/%2fevil.example',
  '/./\\evil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%2e%2e//evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/ok\r\nSet-Cookie: a=b',
  ' /account',
  '/login',
  '/login/',
  '/LOGIN?sso=failed',
  '/%6cogin',
  '/remote/login',
  '/sso/logout',
  '/setpassword?key=x',
  '/api/v1/accounts/logout/',
  `/${'x'.repeat(3000)}`,
])('a sign-in that asks for %j leads home', (path) => {
  expect(returnPathOf(path)).toBe('/');
});
