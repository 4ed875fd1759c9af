import type { useSso as call } from '@sheetwire/contract/accounts';
import type { Output } from '@sheetwire/contract/call';
import type { SignInModes } from '#identity/sign-in/sign-in-modes.ts';

/** Whether visitors are sent to a sign-on address, which is our own (spec 7). */
export function useSso({ sso }: Pick<SignInModes, 'sso'>): Output<typeof call> {
  return sso === undefined ? { usesso: false, ssoLoginUrl: '' } : { usesso: true, ssoLoginUrl: sso.loginUrl };
}
