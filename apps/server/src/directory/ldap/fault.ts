import { InvalidCredentialsError, ResultCodeError } from 'ldapts';

/** What is wrong with the directory or how it is configured, in one plain line. */
export class DirectoryFault extends Error {}

const untrusted = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_SIGNATURE_FAILURE',
]);
const unreachable = /^(ECONN|ENOTFOUND|EAI_|EHOST|ENET|ETIMEDOUT|EPIPE)/;
/** What comes of TLS where there is none, and the other way round. */
const otherProtocol = /wrong version number|before secure TLS connection|before message response was received/;
const encryptedOnly = 'the directory accepts passwords only over an encrypted connection; use ldaps://';
const results: Readonly<Record<number, string>> = {
  1: 'the directory refused to be read; check that SHEETWIRE_LDAP_BIND_DN is set',
  3: 'the directory timed out; raise its time limit for SHEETWIRE_LDAP_BIND_DN',
  4: 'the directory returned only some of its entries; raise its size limit for SHEETWIRE_LDAP_BIND_DN, or allow paged results',
  8: encryptedOnly,
  10: 'the directory refers to another server; set SHEETWIRE_LDAP_URL to that server, or use a narrower base',
  11: "the directory's administrative limit is too low for SHEETWIRE_LDAP_BIND_DN; raise it",
  13: encryptedOnly,
  32: 'SHEETWIRE_LDAP_USER_BASE or SHEETWIRE_LDAP_GROUP_BASE does not exist, or SHEETWIRE_LDAP_BIND_DN has no access to it',
  34: 'SHEETWIRE_LDAP_USER_BASE or SHEETWIRE_LDAP_GROUP_BASE is not a distinguished name',
  50: 'SHEETWIRE_LDAP_BIND_DN has no rights to read the base',
};

/** Any error of a conversation as one plain line that says what to do; no password is in it. */
export function faultOf(error: unknown, { url }: { readonly url: string }): DirectoryFault {
  if (error instanceof DirectoryFault) return error;
  return new DirectoryFault(lineOf(error, url), { cause: error });
}

/** Codes that say of a search that its base is wrong, and of a login that its account is. */
const ofAccount = new Set([32, 34, 48, 53]);

/** Why a login failed, where that has words of its own. */
export function bindFault(error: unknown, { url }: { readonly url: string }): unknown {
  if (!(error instanceof ResultCodeError)) return error;
  const refused = `${url} refused SHEETWIRE_LDAP_BIND_DN or SHEETWIRE_LDAP_BIND_PASSWORD`;
  if (error instanceof InvalidCredentialsError) return new DirectoryFault(refused);
  if (!ofAccount.has(error.code)) return error;
  return new DirectoryFault(
    `${refused} (${firstLine(error.message)}); check that SHEETWIRE_LDAP_BIND_DN is the distinguished name of an account`,
  );
}

function lineOf(error: unknown, url: string): string {
  if (error instanceof ResultCodeError) return results[error.code] ?? `${url} answered ${firstLine(error.message)}`;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = firstLine(error instanceof Error ? error.message : String(error)).replace(/; if the root CA.*/, '');
  if (untrusted.has(code)) {
    return `the certificate of ${url} is not trusted (${message}); set SHEETWIRE_LDAP_CA_FILE to the CA certificates that issued it`;
  }
  if (code === 'CERT_HAS_EXPIRED') return `the certificate of ${url} has expired`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `the certificate of ${url} is for a different name: ${message}`;
  if (otherProtocol.test(message)) {
    return `${url} closed the connection or speaks another protocol; check the port, and whether it is one for ldaps:// or ldap://`;
  }
  if (error instanceof Error && error.name === 'TimeoutError') return `${url} did not answer in time`;
  if (message.endsWith('Operation timed out')) return `${url} did not answer in time`;
  if (unreachable.test(code) || message === 'Connection timeout') return `${url} cannot be reached: ${message}`;
  return `${url} gave an unexpected answer: ${message}`;
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}
