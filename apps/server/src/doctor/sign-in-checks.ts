import { checkDirectory } from '#directory/open-directory.ts';
import { checkSingleSignOn } from '#identity/oidc/check.ts';
import { checkWindowsSignIn } from '#identity/windows/open-windows-sign-in.ts';
import type { Settings } from '#settings/settings.ts';
import type { StoreLook } from '#storage/store-look.ts';
import { type Check, doctorExits, type Note, ok, warn } from './check.ts';

/** The directory and the ways of signing in beside the password. */
export function signInChecks(settings: Settings, look: Promise<StoreLook>): Check[] {
  const { file, network } = doctorExits;
  return [
    { name: 'directory', exit: network, run: () => checkDirectoryAndCopy(settings, look) },
    { name: 'sso', exit: network, run: async () => [ok(await checkSso(settings))] },
    { name: 'windows', exit: file, run: async () => [ok(await checkWindowsSignIn(settings))] },
  ];
}

async function checkDirectoryAndCopy(settings: Settings, look: Promise<StoreLook>): Promise<readonly Note[]> {
  if (settings.ldapUrl === '') return [ok('off')];
  const answer = await checkDirectory(settings, { now: () => Date.now() });
  return [ok(answer), ...(await look.then(copyNotes).catch(() => []))];
}

/** A store that cannot be looked at is told of by its own check. */
function copyNotes({ people }: StoreLook): readonly Note[] {
  const copy = people?.directory;
  if (copy === undefined) return [];
  const notes = [ok(`the copy has ${copy.people} people and ${copy.groups} groups`)];
  return copy.fault === '' ? notes : [...notes, warn(`directory sync fails: ${copy.fault}`)];
}

async function checkSso(settings: Settings): Promise<string> {
  return settings.oidcIssuer === '' ? 'off' : checkSingleSignOn(settings);
}
