import { CallError, NetworkFailure } from '@sheetwire/client/failures';
import { expect, test } from 'vitest';
import { deedWords } from './deed-words.ts';

test('a deed in doubt is named, and a refusal is told as the server words it', () => {
  expect(deedWords('Revoke nightly-limits', new NetworkFailure('late'))).toMatch(
    /^Revoke nightly-limits: The server did not respond/,
  );
  const refusal = new CallError({ status: 403, code: 'not_allowed', message: 'Unauthorized' });
  expect(deedWords('Revoke nightly-limits', refusal)).toBe('Unauthorized');
});
