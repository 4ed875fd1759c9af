import { NetworkFailure } from '@sheetwire/client/failures';
import { expect, test } from 'vitest';
import { faultOf } from './call-fault.ts';

const server = new URL('https://portal.example');

function wordsOf(cause: Error): string {
  const fault = faultOf(new NetworkFailure(cause), server);
  return fault.kind === 'away' ? fault.message : fault.stop.message;
}

test('the message of a cause is never told, since it may hold a secret; its code is', () => {
  const silent = 'https://portal.example is not responding';
  expect(wordsOf(new TypeError('Headers.append: "hush" is an invalid header value.'))).toBe(silent);
  const refused = Object.assign(new Error('connect hush'), { code: 'ECONNREFUSED' });
  expect(wordsOf(new TypeError('fetch failed', { cause: refused }))).toBe(`${silent} (ECONNREFUSED)`);
  expect(wordsOf(new DOMException('hush', 'TimeoutError'))).toBe(`${silent} (no answer in 60 s)`);
});

test('an address that leads elsewhere, and a certificate that is not trusted, are final', () => {
  const redirect = new TypeError('fetch failed', { cause: new Error('unexpected redirect') });
  const untrusted = Object.assign(new Error('self-signed'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  for (const cause of [redirect, new TypeError('fetch failed', { cause: untrusted })]) {
    expect(wordsOf(cause)).toMatch(/cannot be used \(.+\); check the address and its certificate$/);
  }
});
