import { login } from '@sheetwire/contract/accounts';
import { limits } from '@sheetwire/contract/limits';
import { afterEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { clientAddress } from './client-address.ts';

let server: TestApp | undefined;
afterEach(() => server?.stop());

test.each([
  ['192.0.2.7:50123', '192.0.2.7'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8::1', '2001:db8::1'],
  ['unknown', 'unknown'],
])('a proxy names %s: the client is %s', (named, address) => {
  expect(clientAddress(named)).toBe(address);
});

test('a client behind a proxy that names ports is one client', async () => {
  server = await startTestApp({ SHEETWIRE_TRUSTED_PROXIES: '127.0.0.1' });
  const { perPair } = limits.loginFailures;
  const statuses: number[] = [];
  for (let n = 0; n <= perPair; n++) {
    const { statusCode } = await server.app.fastify.inject({
      method: 'POST',
      url: login.path,
      headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': `192.0.2.7:${50_000 + n}` },
      payload: { user: 'DEMO/ann', password: 'wrong' },
    });
    statuses.push(statusCode);
  }
  expect(statuses).toEqual([...Array<number>(perPair).fill(200), 429]);
});
