import { paths } from '../paths.ts';

/** The add-in for Excel as its manifests, the server and its own pages know it. */
export const addIn = {
  /** Of the add-in itself: what servers ask of those that view and publish (spec 9). */
  version: '1.2.0',
  /** Before the functions: `SHEETWIRE.READ`. */
  namespace: 'SHEETWIRE',
  pane: `${paths.addIn}pane.html`,
  /** The page of the dialog that signs in with the portal's session. */
  signIn: `${paths.addIn}sign-in.html`,
  selfTest: `${paths.addIn}selftest.html`,
  functions: `${paths.addIn}functions.json`,
  functionsScript: `${paths.addIn}functions.js`,
  manifest: `${paths.addIn}manifest.xml`,
  unifiedManifest: `${paths.addIn}manifest.json`,
  /** Where Office.js lies when the portal offers it. */
  office: `${paths.addIn}office/`,
  icons: [16, 32, 64, 80, 128],
  /** What the adapter asks of Excel: it reads merged areas and the date system. */
  needs: { set: 'ExcelApi', version: '1.13' },
} as const;

/** The address of an icon's path. */
export function iconPath(size: (typeof addIn.icons)[number]): string {
  return `${paths.addIn}icons/icon-${size}.png`;
}
