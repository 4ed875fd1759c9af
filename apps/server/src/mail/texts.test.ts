import { expect, test } from 'vitest';
import * as texts from './texts.ts';

const link = `https://reports.example/setpassword?key=${'A'.repeat(43)}`;
const mailed = { productName: 'Deskwire', user: 'ACME/jane', link, until: Date.UTC(2026, 10, 21, 9, 5) };
const notice = { productName: 'Deskwire', user: 'ACME/jane', resetLink: 'https://reports.example/resetpassword' };
const linked = [texts.setPasswordMail, texts.resetPasswordMail, texts.confirmEmailMail].map((write) => write(mailed));
const told = [
  texts.passwordSetMail(notice),
  texts.emailChangedMail(notice, 'new@acme.example'),
  texts.emailChangeAskedMail(notice, 'new@acme.example'),
  texts.emailRemovedMail(notice),
];

test('every mail names the product and the account, and its subject is one short line', () => {
  for (const { subject, text } of [...linked, ...told]) {
    expect(subject).toMatch(/^[ -~]{10,70}$/);
    expect(subject).toContain('Deskwire');
    expect(text).toContain('ACME/jane');
  }
});

test('a link stands whole on a line of its own, with the time until which it serves', () => {
  for (const { text } of linked) {
    expect(text.split('\n')).toContain(link);
    expect(text).toContain('until 2026-11-21 09:05 UTC');
  }
  for (const { text } of told) expect(text.split('\n')).toContain(notice.resetLink);
});
