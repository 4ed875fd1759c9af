import type { tryWindowsAuth as call } from '@sheetwire/contract/accounts';
import type { Output } from '@sheetwire/contract/call';
import type { Request } from '#http/route.ts';
import type { SignInModes } from '#identity/sign-in/sign-in-modes.ts';

/** Whether `username/` may challenge this client; nothing is challenged here (spec 7). */
export function tryWindowsAuth({ windows }: Pick<SignInModes, 'windows'>, request: Request): Output<typeof call> {
  return { trywindowsauth: windows?.offers(request) ?? false };
}
