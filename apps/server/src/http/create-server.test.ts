import { expect, test } from 'vitest';
import { Refusal } from '#lib/refusal.ts';
import { createServer } from './create-server.ts';
import { apiPolicy } from './security-headers.ts';

test('an address that cannot be decoded is refused with the headers of every answer', async () => {
  const app = createServer({ logLevel: 'silent', trustedProxies: [], kerberosKeytab: '' });
  const answer = await app.inject({ url: '/%E0%A4%A/x' });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ error: { code: 'malformed', message: expect.stringContaining('%25') } });
  expect(answer.headers).toMatchObject({
    'content-security-policy': apiPolicy,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  await app.close();
});

test('a call that failed names itself as the log does, and no two servers name alike', async () => {
  const lines: string[] = [];
  const made = [0, 1].map(() =>
    createServer({
      logLevel: 'error',
      trustedProxies: [],
      kerberosKeytab: '',
      logTo: { write: (line) => void lines.push(line) },
    }),
  );
  const ids: unknown[] = [];
  for (const app of made) {
    app.get('/fails', () => Promise.reject(new Error('a hidden cause')));
    const answer = await app.inject({ url: '/fails', headers: { 'x-request-id': 'forged' } });
    expect([answer.statusCode, answer.body.includes('hidden')]).toEqual([500, false]);
    ids.push(answer.headers['x-request-id']);
    expect((await app.inject({ url: '/%E0%A4%A/x' })).headers['x-request-id']).toBeUndefined();
    await app.close();
  }
  const logged = lines.map((line): unknown => JSON.parse(line));
  expect(logged).toMatchObject(ids.map((reqId) => ({ reqId, err: { message: 'a hidden cause' } })));
  expect(new Set(ids).size).toBe(2);
  expect(ids).not.toContain('forged');
});

test('what the server puts off on purpose is no failure in the log', async () => {
  const lines: string[] = [];
  const logTo = { write: (line: string) => void lines.push(line) };
  const app = createServer({ logLevel: 'info', trustedProxies: [], kerberosKeytab: '', logTo });
  app.get('/full', () => Promise.reject(new Refusal('busy', { retryAfter: 1 })));
  const answer = await app.inject({ url: '/full' });
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1']);
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    {
      level: 30,
      msg: 'a call was refused because the server is busy',
      code: 'busy',
      reason: 'The server is busy; wait and try again',
    },
  ]);
  await app.close();
});
