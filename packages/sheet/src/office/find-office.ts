import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

const usualPlaces = [
  '/usr/lib/libreoffice/program/soffice',
  '/Applications/LibreOffice.app/Contents/MacOS/soffice',
  'C:\\Program Files\\LibreOffice\\program\\soffice.exe',
];
const names = ['soffice', 'libreoffice', 'soffice.exe'];

/** The program of LibreOffice: on the path, else where installers put it; undefined where there is none. */
export async function findOffice(path: string): Promise<string | undefined> {
  const onPath = path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => names.map((name) => join(folder, name)));
  for (const place of [...onPath, ...usualPlaces]) {
    if (await isProgram(place)) return place;
  }
  return undefined;
}

/** Whether a file may be run by this user. */
export async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
