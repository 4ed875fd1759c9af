import { expect, test } from 'vitest';
import { mailWaits } from './mail-words.ts';

test('a mail that waits is not called sent, and one in the outbox says who has to hand it over', () => {
  const words = (way: 'queue' | 'outbox') => mailWaits({ way }, 'An email with a link', 'ann@acme.example');
  expect(words('queue')).toBe('An email with a link is queued for ann@acme.example');
  expect(words('outbox')).toBe(
    'An email with a link for ann@acme.example is in the outbox on the server, as no mail server is set',
  );
});
