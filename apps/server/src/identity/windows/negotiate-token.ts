import { limits } from '@sheetwire/contract/limits';

/** What an Authorization header brings to a Windows sign-in. */
export type Negotiation =
  | { readonly kind: 'none' }
  | { readonly kind: 'kerberos'; readonly token: Buffer }
  | { readonly kind: 'ntlm' }
  | { readonly kind: 'malformed' };

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const NTLM_SIGNATURE = Buffer.from('NTLMSSP\0');
/** Object identifiers with their tag and length. */
const SPNEGO = Buffer.from('06062b0601050502', 'hex');
const KERBEROS = [Buffer.from('06092a864886f712010202', 'hex'), Buffer.from('06092a864882f712010202', 'hex')];
const NTLM = Buffer.from('060a2b06010401823702020a', 'hex');
/** Tags of DER. */
const APPLICATION = 0x60;
const SEQUENCE = 0x30;
const FIRST = 0xa0;
const MECHANISM_TOKEN = 0xa2;
const OCTETS = 0x04;

/**
 * Reads `Authorization: Negotiate …`. Only a token that begins with a Kerberos ticket is passed on: other mechanisms
 * have more legs, which the library would take for complete, or are NTLM.
 */
export function readNegotiation(authorization: string | undefined): Negotiation {
  const sent = /^(Negotiate|NTLM)(?: +(\S*))?$/i.exec(authorization ?? '');
  if (!sent) return { kind: 'none' };
  if (sent[1]?.toUpperCase() === 'NTLM') return { kind: 'ntlm' };
  const text = sent[2] ?? '';
  if (text === '' || text.length > limits.windows.token || !BASE64.test(text)) return { kind: 'malformed' };
  const token = Buffer.from(text, 'base64');
  if (startsWith(token, NTLM_SIGNATURE)) return { kind: 'ntlm' };
  return kindOf(token);
}

function kindOf(token: Buffer): Negotiation {
  const inner = open(token, APPLICATION);
  if (inner === undefined) return { kind: 'malformed' };
  if (isKerberos(inner)) return { kind: 'kerberos', token };
  if (!startsWith(inner, SPNEGO)) return { kind: 'malformed' };
  const negotiation = openAll(inner.subarray(SPNEGO.length), [FIRST, SEQUENCE]);
  const offered = negotiation && openAll(negotiation, [FIRST, SEQUENCE]);
  if (negotiation === undefined || offered === undefined) return { kind: 'malformed' };
  if (isKerberos(offered) && holdsTicket(negotiation)) return { kind: 'kerberos', token };
  return { kind: offersNtlm(offered) ? 'ntlm' : 'malformed' };
}

/** The optimistic ticket within SPNEGO must be of Kerberos too, whatever the list before it says. */
function holdsTicket(negotiation: Buffer): boolean {
  for (let rest: Buffer | undefined = negotiation; rest !== undefined && rest.length > 0; rest = after(rest)) {
    if (rest[0] !== MECHANISM_TOKEN) continue;
    const ticket = openAll(rest, [MECHANISM_TOKEN, OCTETS, APPLICATION]);
    return ticket !== undefined && isKerberos(ticket);
  }
  return false;
}

function offersNtlm(offered: Buffer): boolean {
  return offered.includes(NTLM);
}

function isKerberos(bytes: Buffer): boolean {
  return KERBEROS.some((oid) => startsWith(bytes, oid));
}

function startsWith(bytes: Buffer, head: Buffer): boolean {
  return bytes.subarray(0, head.length).equals(head);
}

function openAll(bytes: Buffer, tags: readonly number[]): Buffer | undefined {
  return tags.reduce<Buffer | undefined>((inner, tag) => inner && open(inner, tag), bytes);
}

/** What lies within the element that the bytes begin with, if it has this tag and is whole. */
function open(bytes: Buffer, tag: number): Buffer | undefined {
  const span = spanOf(bytes);
  return bytes[0] === tag && span !== undefined ? bytes.subarray(span.from, span.to) : undefined;
}

/** What follows the element that the bytes begin with. */
function after(bytes: Buffer): Buffer | undefined {
  const span = spanOf(bytes);
  return span && bytes.subarray(span.to);
}

function spanOf(bytes: Buffer): { readonly from: number; readonly to: number } | undefined {
  const short = bytes[1];
  if (short === undefined) return undefined;
  const more = short < 0x80 ? 0 : short - 0x80;
  if (more > 3 || bytes.length < 2 + more || short === 0x80) return undefined;
  const from = 2 + more;
  const to = from + (more === 0 ? short : bytes.readUIntBE(2, more));
  return to <= bytes.length ? { from, to } : undefined;
}
