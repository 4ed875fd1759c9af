import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const calc = '/org.openoffice.Office.Calc';
const security = '/org.openoffice.Office.Common/Security/Scripting';
const never = '1';

/**
 * Writes the settings of a profile that serves one conversion: no macro runs, no link to another document is followed,
 * and where results are wanted all formulas are calculated as a file is opened, whatever results it holds.
 */
export async function writeProfile(folder: string, calculates: boolean): Promise<void> {
  const place = join(folder, 'user');
  await mkdir(place, { recursive: true });
  const items = [
    item(security, 'DisableMacrosExecution', 'true'),
    item(security, 'MacroSecurityLevel', '3'),
    item(security, 'BlockUntrustedRefererLinks', 'true'),
    item(`${calc}/Content/Update`, 'Link', never),
    ...(calculates ? [item(`${calc}/Formula/Load`, 'OOXMLRecalcMode', '0')] : []),
  ];
  const head = '<?xml version="1.0" encoding="UTF-8"?>';
  const names = 'xmlns:oor="http://openoffice.org/2001/registry"';
  await writeFile(join(place, 'registrymodifications.xcu'), `${head}<oor:items ${names}>${items.join('')}</oor:items>`);
}

function item(path: string, name: string, value: string): string {
  return `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;
}
