import { isProgram } from '@sheetwire/sheet/office/find-office';
import { hasNetworkJail } from '@sheetwire/sheet/office/jail';
import { officeProgram } from '#settings/office-program.ts';
import type { Settings } from '#settings/settings.ts';
import { type Check, doctorExits, type Note, ok, warn } from './check.ts';

/** LibreOffice, which reads .xls and .xlsb and calculates what files lack. */
export function officeChecks(settings: Settings): Check[] {
  return [{ name: 'office', exit: doctorExits.file, run: () => checkOffice(settings) }];
}

async function checkOffice(settings: Settings): Promise<readonly Note[]> {
  if (settings.soffice === '' || settings.soffice === 'off') {
    return [ok('off; .xls and .xlsb are refused (SHEETWIRE_SOFFICE)')];
  }
  const program = await officeProgram(settings);
  if (program === undefined)
    throw new Error('LibreOffice was not found; install it, or set SHEETWIRE_SOFFICE to its path');
  if (!(await isProgram(program))) throw new Error(`${program} cannot be run by this user; check SHEETWIRE_SOFFICE`);
  const isAlone = await hasNetworkJail();
  const found = ok(`LibreOffice at ${program}${isAlone ? ', run without a network' : ''}`);
  return isAlone
    ? [found]
    : [found, warn('LibreOffice runs with network access: this system does not allow user namespaces')];
}
