import { join } from 'node:path';
import type { User } from '@sheetwire/rules/principal';
import type { Settings } from '#settings/settings.ts';

/** What of the settings says how somebody without a password comes to one, or in without it. */
export type WaysIn = Pick<
  Settings,
  'publicUrl' | 'smtpUrl' | 'dataDir' | 'oidcIssuer' | 'kerberosKeytab' | 'proxyUserHeader'
>;

/** What the operator is told who added a user without a password: nothing goes out by itself. */
export function firstPasswordWords(ways: WaysIn, name: User, email: string): string {
  const { publicUrl, smtpUrl, dataDir, oidcIssuer, kerberosKeytab, proxyUserHeader } = ways;
  const page = publicUrl === '' ? 'the page /resetpassword' : new URL('/resetpassword', publicUrl).href;
  const isLetIn = [oidcIssuer, kerberosKeytab, proxyUserHeader].some((setting) => setting !== '');
  const lines = [
    `${name} added without a password; no email was sent`,
    isLetIn
      ? 'Users who log in with single sign-on or Windows need no password. To set one anyway:'
      : 'To log in, the user needs a password. To set one:',
    smtpUrl === ''
      ? `  request a link for ${email} on ${page}; it is saved in ${join(dataDir, 'outbox')} because SHEETWIRE_SMTP_URL is not set`
      : `  the user requests a link on ${page}; it is emailed to ${email}`,
    `  or run: sheetwire user set-password "${name}" --password-stdin`,
  ];
  return lines.join('\n');
}
