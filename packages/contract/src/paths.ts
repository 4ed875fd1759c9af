/** Addresses of ours beside the calls (interfaces 2). */
export const paths = {
  openApi: '/api/openapi.json',
  /** Single sign-on: where a sign-in starts, the address the provider redirects back to, where it tells of a logout. */
  ssoLogin: '/sso/login',
  ssoCallback: '/sso/callback',
  ssoLogout: '/sso/logout',
  ssoBackchannelLogout: '/sso/backchannel',
} as const;
