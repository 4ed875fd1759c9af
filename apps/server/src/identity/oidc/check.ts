import { paths } from '@sheetwire/contract/paths';
import type { Settings } from '#settings/settings.ts';
import { IdentityProvider } from './provider.ts';

/**
 * Whether single sign-on can work as it is set, in one line; throws in one line what is wrong. The provider is asked
 * for its description, its keys and whether it knows our id and secret.
 */
export async function checkSingleSignOn(settings: Settings): Promise<string> {
  if (settings.oidcIssuer === '') return 'single sign-on is not configured';
  const callbackUrl = new URL(paths.ssoCallback, settings.publicUrl).href;
  const provider = new IdentityProvider({ settings, clock: { now: () => Date.now() }, callbackUrl });
  return `${await provider.check()}; set its redirect address to ${callbackUrl}`;
}
