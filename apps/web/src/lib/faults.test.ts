import { CallError, NetworkFailure } from '@sheetwire/client/failures';
import { expect, test, vi } from 'vitest';
import { noteFault } from './faults.ts';

test('what a call may end with is taken in silence, any other fault is told to the console', () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const givenUp = new AbortController();
  givenUp.abort();
  const refused = new CallError({ status: 503, code: 'store_not_writable', message: 'Later' });
  for (const error of [refused, new NetworkFailure(new TypeError('fetch')), givenUp.signal.reason]) noteFault(error);
  expect(told).not.toHaveBeenCalled();
  const fault = new TypeError('rows is undefined');
  noteFault(fault);
  expect(told).toHaveBeenCalledExactlyOnceWith('Page error', fault);
  told.mockRestore();
});
