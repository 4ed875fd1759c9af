/** Addresses of ours beside the calls (interfaces 2). */
export const paths = {
  openApi: '/api/openapi.json',
  /** The page that is made of it; without the slash at the end too. */
  reference: '/api/',
  /** The extension for LibreOffice. */
  libreOffice: '/get/sheetwire.oxt',
  /** The add-in for Excel: its pages, manifests and icons. */
  addIn: '/addin/',
  /** Single sign-on: where a sign-in starts, where the provider sends the visitor back, where it tells of a logout. */
  ssoLogin: '/sso/login',
  ssoCallback: '/sso/callback',
  ssoLogout: '/sso/logout',
  ssoBackchannelLogout: '/sso/backchannel',
} as const;
