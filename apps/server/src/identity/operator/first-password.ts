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
    `${name} added, without a password; no mail was sent`,
    isLetIn ? 'Whoever comes by single sign-on or Windows needs no password. For one:' : 'To sign in it needs one:',
    smtpUrl === ''
      ? `  on ${page} ask for a link to ${email}; it lies in ${join(dataDir, 'outbox')}, as SHEETWIRE_SMTP_URL is not set`
      : `  on ${page} the user asks for a link, which is mailed to ${email}`,
    `  or give one: sheetwire user set-password "${name}" --password-stdin`,
  ];
  return lines.join('\n');
}
