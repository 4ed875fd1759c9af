import { checkWindowsSignIn } from '#identity/windows/open-windows-sign-in.ts';
import type { Settings } from '../settings.ts';
import { type Check, doctorExits, ok } from './check.ts';

/** The ways of signing in beside the password. */
export function signInChecks(settings: Settings): Check[] {
  return [{ name: 'windows', exit: doctorExits.file, run: async () => [ok(await checkWindowsSignIn(settings))] }];
}
