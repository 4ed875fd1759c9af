import { oneLine } from './mail-text.ts';
import { MailFault } from './mail-transport.ts';

/** Where the mail server is, as the log may name it. */
export interface SmtpPlace {
  /** `smtp://mail.example:587`, without its login. */
  readonly address: string;
  /** The name that we log in as, '' without a login. */
  readonly user: string;
}

/** What nodemailer says of a failure. */
interface Facts {
  readonly text: string;
  readonly code: string;
  /** The system's or TLS's own code, under nodemailer's. */
  readonly cause: string;
  readonly command: string;
  readonly responseCode: number;
}

/** A server that takes the connection and says little or nothing. */
export const tooSlow = 'it did not answer in time';
const longest = 300;
/** An answer may quote the mail: what follows `key=` is a secret. */
const keys = /\bkey=[^\s&>"')]*/gi;
const authentication = new Set([530, 534, 535, 538]);
const untrusted = /CERT|ISSUER|SELF.?SIGNED|self.signed|certificate|ALTNAME|altnames/;
/** Bad senders (RFC 3463 3.2), and how Exchange says that a login may not send as one. */
const ofSender = /\b5\.1\.[78]\b|\b5\.7\.60\b|SendAs/i;
/** What a refusal is about, where the server tells: 1 the address, 2 the mailbox, 7 its policy (RFC 3463 3). */
const subject = /\b5\d\d[ -]5\.(\d{1,3})\.\d/;
/** As a word: servers and mailboxes have such names too. */
const ofRelaying = /(?<![\w.@-])relay(?:ing)?(?![\w@-]|\.\w)/i;
/** 530 wants a login too, where it does not speak of STARTTLS. */
const encryptedOnly = new Set([530, 538]);
const withoutTls = /wrong version number|before secure TLS connection/;
const nobody = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN']);

/** What went wrong with the mail server, said so that an operator knows where to look. */
export function smtpFault(error: unknown, place: SmtpPlace): MailFault {
  if (error instanceof MailFault) return error;
  const facts = factsOf(error);
  return connectionFault(facts, place) ?? refusal(facts, place) ?? new MailFault('away', said(place, facts.text));
}

/** What is wrong with encryption, in words; undefined when something else is. */
function encryptionWords({ text, code, cause, responseCode }: Facts): string | undefined {
  if (responseCode === 0 && (untrusted.test(cause) || untrusted.test(text))) {
    return `its certificate is not trusted: ${text}; add your own certificate authority with NODE_EXTRA_CA_CERTS`;
  }
  if (withoutTls.test(text)) return 'it does not speak TLS on this port; use smtp://, which encrypts with STARTTLS';
  if (code === 'ETLS' && responseCode > 0) {
    return 'it does not offer STARTTLS, and emails must be encrypted; use a port with TLS or smtps://';
  }
  const isDemanded = encryptedOnly.has(responseCode) && /STARTTLS/i.test(text);
  return isDemanded
    ? 'it requires encryption, which is not used on this machine; use smtps://, or allow plain connections there'
    : undefined;
}

function connectionFault(facts: Facts, place: SmtpPlace): MailFault | undefined {
  const { text, code, cause, command, responseCode } = facts;
  const away = (reason: string) => new MailFault('away', said(place, reason));
  const ofEncryption = encryptionWords(facts);
  if (ofEncryption !== undefined) return away(ofEncryption);
  if (code === 'EAUTH' || authentication.has(responseCode)) {
    const who = place.user === '' ? 'it requires a login' : `it rejects the login of ${place.user}`;
    return away(`${who}: ${text}; check SHEETWIRE_SMTP_URL`);
  }
  if (code === 'EDNS') return away('unknown host name; check SHEETWIRE_SMTP_URL');
  if (nobody.has(cause)) return away('connection refused; check that the mail server is running');
  if (code === 'ETIMEDOUT' || code === 'EABORT') return away(tooSlow);
  return command === 'MAIL FROM' ? away(`it rejects the sender: ${text}; check SHEETWIRE_MAIL_FROM`) : undefined;
}

/** An answer to one mail: 5yz is for good (RFC 5321 4.2.1), 503 means the order of commands and 421 the connection. */
function refusal(facts: Facts, place: SmtpPlace): MailFault | undefined {
  const { text, code, responseCode } = facts;
  if (responseCode >= 500 && isOfSender(facts)) {
    const advice = 'check SHEETWIRE_MAIL_FROM and the login in SHEETWIRE_SMTP_URL';
    return new MailFault('later', said(place, `it does not let this portal send the email: ${text}; ${advice}`));
  }
  if (responseCode >= 500 && responseCode !== 503) return new MailFault('refused', said(place, `refused: ${text}`));
  if (responseCode >= 400 && responseCode !== 421) return new MailFault('later', said(place, `deferred: ${text}`));
  const isOfMail = (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode === 0;
  return isOfMail ? new MailFault('refused', said(place, `cannot be sent: ${text}`)) : undefined;
}

/**
 * What the operator can put right: no fault of this mail or of who gets it. Many servers judge login and sender only once
 * they hear a recipient.
 */
function isOfSender({ text, command }: Facts): boolean {
  if (ofSender.test(text)) return true;
  if (command !== 'RCPT TO') return false;
  const told = subject.exec(text)?.[1];
  return told === undefined ? ofRelaying.test(text) : told === '7';
}

function said({ address }: SmtpPlace, reason: string): string {
  return oneLine(`${address}: ${reason}`).replace(keys, 'key=…');
}

function factsOf(error: unknown): Facts {
  const message = error instanceof Error ? error.message : String(error);
  return {
    text: oneLine(message).slice(0, longest),
    code: field(error, 'code'),
    cause: field(error, 'originalCode') || field(error, 'code'),
    command: field(error, 'command'),
    responseCode: Number(field(error, 'responseCode')) || 0,
  };
}

function field(error: unknown, name: string): string {
  if (typeof error !== 'object' || error === null) return '';
  const value = Object.entries(error).find(([key]) => key === name)?.[1];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
