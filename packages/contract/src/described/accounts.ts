import * as own from '../accounts/own.ts';
import * as calls from '../accounts.ts';
import { describe } from './describe.ts';

const sessionUser = {
  user: 'The logged-in user, as ENTITY/user.name; empty text when no one is logged in.',
  isSuperAdmin: 'True for a super administrator.',
  blockAdminPage: 'True when the Admin page is closed to this account.',
  hasLicense: 'True once the user has a license seat. Without one, reports and lists stay empty.',
  canChangeEmail: 'True when the user may change the email address of the account.',
  isCookieLogin: 'True when the user logged in with a password or stored login, and so can log out here.',
  recentReports: 'The reports that the user opened last, newest first, as ENTITY/GROUP/REPORT.',
  ssoLogoutUrl: 'Where to send the browser to log out of single sign-on as well; empty text when there is none.',
} as const;
const tooManyGuesses = 'Too many failed logins. Retry-After says how many seconds to wait.';

/** Signing in and out, and who is signed in. */
export const signIn = [
  describe(calls.login, {
    summary: 'Log in with a password',
    description:
      'Checks a user name or email address and its password. On success, the response sets the session cookie and `message` is empty. A wrong name and a wrong password give the same message.',
    input: {
      user: 'The user name, as ENTITY/user.name, or the email address of the account.',
      password: 'The password.',
    },
    output: {
      message: 'Empty text when the login succeeded, otherwise why not.',
      info: 'A stored login for `infologin/`: send it later to log in again without the password. Keep it secret.',
    },
    refusals: { too_many: tooManyGuesses },
  }),
  describe(calls.infoLogin, {
    summary: 'Log in with a stored login',
    description:
      'Logs in with the `info` of an earlier login, so that a browser does not have to keep the password. Each stored login works once; the response has the next one.',
    input: { userinfo: 'The stored login, as `info` of the last response.' },
    output: { info: 'The next stored login. Empty text when the login was refused; discard the old one.' },
    refusals: { too_many: tooManyGuesses },
  }),
  describe(calls.logout, {
    summary: 'Log out',
    description: 'Ends the session of this browser and its stored login. Add-ins and API keys are not affected.',
    input: { user: 'Ignored. The session says who logs out.' },
    output: {},
  }),
  describe(calls.username, {
    summary: 'Get the logged-in user',
    description:
      'Says who is logged in and takes a license if licenses are limited. Without a login, it returns an empty user with all flags false. Where Windows sign-in is on it may answer 401 with `WWW-Authenticate: Negotiate`.',
    input: {},
    output: sessionUser,
    refusals: { not_signed_in: 'Windows sign-in is on and the browser has not yet sent its ticket.' },
  }),
  describe(calls.usernameRemote, {
    summary: 'Get the logged-in user, without Windows sign-in',
    description: 'Like `username/`, but never asks for a Windows ticket. The pages under /remote use it.',
    input: {},
    output: sessionUser,
  }),
  describe(calls.useSso, {
    summary: 'Ask whether single sign-on is in use',
    description: 'Says whether users log in through an identity provider, and where the login begins.',
    input: {},
    output: {
      usesso: 'True when single sign-on is in use and the provider responds.',
      ssoLoginUrl: 'Where to send the browser to log in; empty text without single sign-on.',
    },
  }),
  describe(calls.tryWindowsAuth, {
    summary: 'Ask whether Windows sign-in is in use',
    description: 'Says whether a browser should try Windows sign-in by calling `username/`.',
    input: {},
    output: { trywindowsauth: 'True when it is worth trying.' },
  }),
];

/** The caller's own account: email, password, recent reports, sessions. */
export const account = [
  describe(calls.userSettings, {
    summary: 'Save recent reports',
    description: 'Saves the list of recently opened reports for the logged-in user. An empty list clears it.',
    input: {
      user: 'Ignored. The settings are those of the logged-in user.',
      recentReports: 'The reports, newest first, as ENTITY/GROUP/REPORT.',
    },
    output: {},
  }),
  describe(own.emailDetails, {
    summary: 'Get your email address',
    description: 'The email address of the logged-in user, and the directory account it belongs to.',
    input: {},
    output: {
      email: 'The email address of the account; empty text when it has none.',
      adUser: 'The directory account, as ENTITY/user.name; empty text for an account without one.',
    },
  }),
  describe(own.changeEmail, {
    summary: 'Change your email address',
    description:
      'Emails a link to the new address and a notice to the old one. The change takes effect when the link is opened; the link works for one hour.',
    input: { email: 'The new email address.' },
    output: {
      success: 'True when the email is queued.',
      message: 'What to do next, or why the address was refused.',
    },
  }),
  describe(calls.confirmEmail, {
    summary: 'Confirm a new email address',
    description: 'Completes a change of email with the key of the emailed link. Both addresses are notified.',
    input: { key: 'The key: `emailkey` in the address of the emailed link.' },
    output: { success: 'True when the new address is now in use.', message: 'What happened, as a sentence to show.' },
    refusals: { too_many: 'Too many keys are being looked up for your address. Try again after Retry-After seconds.' },
  }),
  describe(own.getUserByKey, {
    summary: 'Look up the user of a password link',
    description:
      'Says whose password the key of an emailed link may set. This does not use up the key. A link to set a first password works for 72 hours, one to reset a password for one hour.',
    input: { key: 'The key: `key` in the address of the emailed link.' },
    output: {
      user: 'The user, as ENTITY/user.name. Absent when the key is unknown, used or expired.',
      hasAdAssoc: 'True when the account belongs to a directory account: do not choose the Windows password.',
      message: 'Why the key does not work. Absent when it does.',
      pwdAlreadySet: 'True when the account has a password already, or when the key no longer works.',
    },
    refusals: { too_many: 'Too many keys are being looked up for your address. Try again after Retry-After seconds.' },
  }),
  describe(own.setPassword, {
    summary: 'Set a password',
    description:
      'Sets the password of an account with the key of an emailed link and ends all its sessions. A password has at least 12 characters and must not be easy to guess; if it is rejected, the key still works.',
    input: {
      user: 'The user, as ENTITY/user.name: the one that the key belongs to.',
      emailKey: 'The key: `key` in the address of the emailed link.',
      password: 'The new password.',
    },
    output: { message: 'What happened: the password is set, or why it is not.' },
    refusals: { too_many: 'Too many passwords are being checked. Try again after Retry-After seconds.' },
  }),
  describe(own.resetPassword, {
    summary: 'Ask for a password link',
    description:
      'Emails a link to set a new password to the account with this email address. The response is the same whether or not there is such an account.',
    input: { email: 'The email address of the account.' },
    output: { message: 'What to do next, as a sentence to show.' },
  }),
  describe(own.sessions, {
    summary: 'List your sessions',
    description: 'The browsers and add-ins where you are logged in, the most recently active first.',
    input: {},
    output: {
      sessions: 'The sessions, the most recently active first.',
      'sessions.id': 'The id of the session, for `endsession/`.',
      'sessions.kind': 'browser for a browser, addin for an add-in with a credential.',
      'sessions.method': 'How the browser logged in (password, info, sso or windows); for an add-in, its app.',
      'sessions.agent': 'The User-Agent of the browser, or the version of the add-in.',
      'sessions.address': 'The network address where the session began.',
      'sessions.startedUtc': 'When it began, ISO 8601 in UTC.',
      'sessions.seenUtc': 'When it last made a call, ISO 8601 in UTC, to the minute.',
      'sessions.isThis': 'True for the session that makes this call.',
    },
  }),
  describe(own.endSession, {
    summary: 'End one of your sessions',
    description: 'Logs out one of your browsers or add-ins, at once on every server.',
    input: { id: 'The id of the session, from `sessions/`.' },
    output: {},
    refusals: { not_found: 'Session not found; it may have ended already.' },
  }),
  describe(own.endSessions, {
    summary: 'End all your sessions',
    description:
      'Logs you out everywhere: all browsers, including this one, stored logins and add-ins. API keys keep working.',
    input: {},
    output: {},
  }),
];
