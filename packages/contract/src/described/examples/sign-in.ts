import * as accounts from '../../accounts.ts';
import { type Example, example } from '../example.ts';

/** Signing in, by password and without. */
export const signIn: readonly Example[] = [
  example(accounts.useSso, {
    title: 'A portal without single sign-on',
    by: 'nobody',
    answer: {
      usesso: false,
      ssoLoginUrl: '',
    },
  }),
  example(accounts.tryWindowsAuth, {
    title: 'A portal without Windows sign-in',
    by: 'nobody',
    answer: {
      trywindowsauth: false,
    },
  }),
  example(accounts.login, {
    title: 'A wrong password',
    by: 'nobody',
    body: {
      user: 'ACME/jane.doe',
      password: 'not my password',
    },
    answer: {
      message: 'Incorrect username or password',
      info: '',
    },
  }),
  example(accounts.login, {
    title: 'Log in',
    by: 'nobody',
    body: {
      user: 'ACME/jane.doe',
      password: 'correct horse battery',
    },
    answer: {
      message: '',
      info: 'v1.6berzFSC2CiV_ZXN.ylPlOfZNld4J-R7k5yn0ArYhOOoxWZmLAZB7028Nfy4',
    },
  }),
  example(accounts.username, {
    title: 'Who am I',
    by: 'viewer',
    answer: {
      user: 'ACME/jane.doe',
      isSuperAdmin: false,
      blockAdminPage: false,
      hasLicense: true,
      canChangeEmail: true,
      isCookieLogin: true,
      recentReports: [],
      ssoLogoutUrl: '',
    },
  }),
  example(accounts.usernameRemote, {
    title: 'Who am I',
    by: 'viewer',
    answer: {
      user: 'ACME/jane.doe',
      isSuperAdmin: false,
      blockAdminPage: false,
      hasLicense: true,
      canChangeEmail: true,
      isCookieLogin: true,
      recentReports: [],
      ssoLogoutUrl: '',
    },
  }),
  example(accounts.infoLogin, {
    title: 'Log in again without the password',
    by: 'viewer',
    body: {
      userinfo: 'v1.6berzFSC2CiV_ZXN.ylPlOfZNld4J-R7k5yn0ArYhOOoxWZmLAZB7028Nfy4',
    },
    answer: {
      info: 'v1.6berzFSC2CiV_ZXN.CO3cffC0Y5RbHgjIqoitmiER94CGJ8wDQeE3U4NA6Wc',
    },
  }),
];
