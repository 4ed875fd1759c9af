import { limits } from '@sheetwire/contract/limits';
import { afterEach, expect, test } from 'vitest';
import { type SsoSite, startSsoSite } from './testing/sso-visitor.ts';

const password = 'a long password';
/** Longer than a login takes on a busy machine, shorter than the wait for the provider. */
const quick = 3000;
let site: SsoSite;
afterEach(() => site.stop());

test('a provider that takes a minute for its token lets nobody in, and passwords work meanwhile', async () => {
  site = await startSsoSite();
  const { provider, server, visitor, lines } = site;
  provider.people.set('s-jane', { preferred_username: 'jane' });
  await server.addUser('ACME/paul', password);
  const [jane, paul] = [visitor(), visitor()];
  const answer = await jane.leave('s-jane');
  provider.mood = 'slow';
  let isBack = false;
  const from = performance.now();
  const coming = jane.open(answer).finally(() => {
    isBack = true;
  });
  for (let n = 0; n < 3; n++) {
    expect(await paul.call('accounts/login/', { user: 'ACME/paul', password })).toMatchObject({ message: '' });
  }
  expect([isBack, performance.now() - from < quick]).toEqual([false, true]);
  expect(await coming).toMatchObject({ location: '/login?sso=unreachable' });
  expect(performance.now() - from).toBeLessThan(limits.sso.answer + quick);
  expect(provider.askedFor('/token')).toBe(1);
  expect(lines).toEqual([expect.stringMatching(/^single sign-on unreachable: .*timeout/)]);
  expect(await jane.call('accounts/username/')).toMatchObject({ user: '' });
});
