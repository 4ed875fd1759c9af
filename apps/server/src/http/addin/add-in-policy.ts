/** Where Office.js comes from, unless a folder of the portal has it. */
export const officeHost = 'https://appsforoffice.microsoft.com';
/** Excel on the web shows the add-in in frames of these hosts; on the desktop there is no frame. */
const officeFrames = [
  'https://*.officeapps.live.com',
  'https://*.office.com',
  'https://*.office365.com',
  'https://*.cloud.microsoft',
  'https://*.sharepoint.com',
  'https://onedrive.live.com',
  'https://teams.microsoft.com',
];

interface PolicyParts {
  readonly nonce: string;
  /** The portal has Office.js itself. */
  readonly hasOffice: boolean;
  readonly embedOrigins: readonly string[];
  /** Shown in a window of its own: nobody lays it under another page. */
  readonly isWindow: boolean;
}

/** The policy of a page of the add-in: framed by Office and by who may embed the portal, scripts by nonce and of Office.js. */
export function addInPolicy({ nonce, hasOffice, embedOrigins, isWindow }: PolicyParts): string {
  const ancestors = isWindow ? "'none'" : `'self' ${[...officeFrames, ...embedOrigins].join(' ')}`;
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${hasOffice ? "'self'" : officeHost}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors}`,
  ].join('; ');
}
