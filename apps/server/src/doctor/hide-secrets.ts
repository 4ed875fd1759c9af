import { decoded } from '#lib/addresses/decoded.ts';
import { natsServers } from '#live/bus/open-bus.ts';
import type { Settings } from '#settings/settings.ts';
import type { TracingSettings } from '#settings/tracing-settings.ts';
import type { Finding } from './check.ts';

interface Read {
  readonly settings: Settings;
  readonly tracing: TracingSettings | undefined;
}

/** Shorter ones would blank out plain words; no product setting of worth is so short. */
const shortest = 4;

/** No line holds a secret of the settings, whatever a library put into its message. */
export function hideSecrets(read: Read, findings: readonly Finding[]): Finding[] {
  const secrets = secretsOf(read).filter((secret) => secret.length >= shortest);
  return findings.map(({ text, ...finding }) => ({
    ...finding,
    text: secrets.reduce((line, secret) => line.replaceAll(secret, '…'), text),
  }));
}

function secretsOf({ settings, tracing }: Read): string[] {
  const { oidcClientSecret, ldapBindPassword, proxySecret, secretKey, metricsToken, smtpUrl, databaseUrl } = settings;
  const addresses = [smtpUrl, databaseUrl].filter((url) => url !== '').map((url) => new URL(url));
  const servers = natsServers(settings.busUrl).map((url) => new URL(url));
  // A token for NATS stands where a user name would.
  const logins = servers.map(({ username, password }) => (password === '' ? username : password));
  const urls = [...addresses.map(({ password }) => password), ...logins];
  const plain = urls.map((password) => decoded(password) ?? password);
  const keys = [secretKey, ...settings.oldSecretKeys];
  const headers = Object.values(tracing?.headers ?? {});
  return [oidcClientSecret, ldapBindPassword, proxySecret, ...keys, metricsToken, ...urls, ...plain, ...headers];
}
