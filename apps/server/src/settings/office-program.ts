import { findOffice } from '@sheetwire/sheet/office/find-office';
import type { Settings } from './settings.ts';

/** The program of LibreOffice that the settings name, or find; undefined where none is to be used, or none is there. */
export async function officeProgram({ soffice }: Pick<Settings, 'soffice'>): Promise<string | undefined> {
  if (soffice === '' || soffice === 'off') return undefined;
  return soffice === 'auto' ? findOffice(process.env.PATH ?? '') : soffice;
}
