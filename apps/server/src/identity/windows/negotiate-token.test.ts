import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readNegotiation } from './negotiate-token.ts';

const KRB5 = '06092a864886f712010202';
const MS_KRB5 = '06092a864882f712010202';
const IAKERB = '06062b0601050205';
const NTLM = '060a2b06010401823702020a';
const SPNEGO = '06062b0601050502';

/** One DER element in hex. */
function der(tag: string, inner: string): string {
  const length = inner.length / 2;
  const size = length < 128 ? length.toString(16).padStart(2, '0') : `82${length.toString(16).padStart(4, '0')}`;
  return `${tag}${size}${inner}`;
}

const ticket = (oid: string) => der('60', `${oid}0100${'ab'.repeat(400)}`);
const list = (...oids: string[]) => der('a0', der('30', oids.join('')));
const negotiation = (...parts: string[]) => der('60', SPNEGO + der('a0', der('30', parts.join(''))));
const flags = der('a1', der('03', '0101'));
const carried = (token: string) => der('a2', der('04', token));

function kindOf(hex: string): string {
  return readNegotiation(`Negotiate ${Buffer.from(hex, 'hex').toString('base64')}`).kind;
}

test.each([
  ['a bare ticket', ticket(KRB5), 'kerberos'],
  ['a ticket in SPNEGO', negotiation(list(KRB5), carried(ticket(KRB5))), 'kerberos'],
  ['a ticket as Windows sends it', negotiation(list(MS_KRB5, KRB5, NTLM), carried(ticket(KRB5))), 'kerberos'],
  ['a ticket behind flags', negotiation(list(KRB5), flags, carried(ticket(KRB5))), 'kerberos'],
  ['NTLM in SPNEGO', negotiation(list(NTLM), carried(Buffer.from('NTLMSSP\0').toString('hex'))), 'ntlm'],
  ['bare NTLM', Buffer.from('NTLMSSP\0\x01\0\0\0').toString('hex'), 'ntlm'],
  ['another mechanism', ticket(IAKERB), 'malformed'],
  ['another mechanism in SPNEGO', negotiation(list(IAKERB), carried(ticket(IAKERB))), 'malformed'],
  ['another mechanism called Kerberos', negotiation(list(KRB5), carried(ticket(IAKERB))), 'malformed'],
  ['a list without a ticket', negotiation(list(KRB5)), 'malformed'],
  ['a second leg', der('a1', der('30', '')), 'malformed'],
  ['half a ticket', ticket(KRB5).slice(0, 100), 'malformed'],
])('%s', (_, hex, kind) => {
  expect(kindOf(hex)).toBe(kind);
});

test.each([
  [undefined, 'none'],
  ['', 'none'],
  ['Bearer abc', 'none'],
  ['Basic YTpi', 'none'],
  ['Negotiate', 'malformed'],
  ['Negotiate ***', 'malformed'],
  ['Negotiate YII', 'malformed'],
  ['Negotiate YIIC two', 'none'],
  ['NTLM TlRMTVNTUAABAAAA', 'ntlm'],
  [`Negotiate ${'A'.repeat(65_540)}`, 'malformed'],
])('the header %s', (header, kind) => {
  expect(readNegotiation(header).kind).toBe(kind);
});

test('no bytes make the reader fail', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), fc.boolean(), (bytes, isTicket) => {
      const hex = Buffer.from(bytes).toString('hex');
      kindOf(isTicket ? negotiation(list(KRB5), hex) : hex);
    }),
  );
});
