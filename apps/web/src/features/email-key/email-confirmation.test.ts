import { expect, test } from 'vitest';
import { scriptedCalls } from '#lib/test-calls.ts';
import { EmailConfirmation } from './email-confirmation.ts';
import { takeEmailKey } from './take-email-key.ts';

function take(href: string) {
  const shown: string[] = [];
  return { key: takeEmailKey({ href, replace: (path) => void shown.push(path) }), shown };
}

test('the key leaves the address bar, the rest of the address stays', () => {
  expect(take('https://portal.example/account?emailkey=k1')).toEqual({ key: 'k1', shown: ['/account'] });
  expect(take('https://portal.example/remote/account?emailkey=k1&a=b#x')).toEqual({
    key: 'k1',
    shown: ['/remote/account?a=b#x'],
  });
});

test('an address without a key, or of another page, is left alone', () => {
  expect(take('https://portal.example/account')).toEqual({ key: undefined, shown: [] });
  expect(take('https://portal.example/?emailkey=k1')).toEqual({ key: undefined, shown: [] });
});

test('the key is posted once and its answer kept', async () => {
  const { call, asked } = scriptedCalls({ confirmemail: () => ({ success: true, message: 'Done' }) });
  const confirmation = new EmailConfirmation(call, 'k1');
  await Promise.all([confirmation.start(), confirmation.start()]);
  await confirmation.start();
  expect(confirmation.store.getState()).toEqual({ state: 'answered', success: true, message: 'Done' });
  expect(asked).toEqual(['confirmemail']);
});

test('a broken line may be tried again', async () => {
  const { call } = scriptedCalls({
    confirmemail: (_, nth) => {
      if (nth === 1) throw new Error('The server cannot be reached');
      return { success: false, message: 'This link has expired' };
    },
  });
  const confirmation = new EmailConfirmation(call, 'k1');
  await confirmation.start();
  expect(confirmation.store.getState()).toEqual({ state: 'failed', text: 'The server cannot be reached' });
  await confirmation.start();
  expect(confirmation.store.getState()).toMatchObject({ state: 'answered', success: false });
});

test('without a key nothing is asked', async () => {
  const { call, asked } = scriptedCalls({});
  const confirmation = new EmailConfirmation(call, undefined);
  await confirmation.start();
  expect([confirmation.isOpen, asked]).toEqual([false, []]);
});
