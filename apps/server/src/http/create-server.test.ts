import { expect, test } from 'vitest';
import { createServer } from './create-server.ts';
import { apiPolicy } from './security-headers.ts';

test('an address that cannot be decoded is refused with the headers of every answer', async () => {
  const app = createServer({ logLevel: 'silent', trustedProxies: [], kerberosKeytab: '' });
  const answer = await app.inject({ url: '/%E0%A4%A/x' });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ error: { code: 'malformed' } });
  expect(answer.headers).toMatchObject({
    'content-security-policy': apiPolicy,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  await app.close();
});
